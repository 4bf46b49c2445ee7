//! A booktabs table, with every special character of a text escaped.

use super::markup::{Markup, printed_cells};
use super::{Format, Table};

pub(super) const FORMAT: Format =
    Format { name: "LaTeX", extension: "tex", mime: "application/x-tex", write: latex_from_table };

const MARKUP: Markup = Markup {
    escaped: latex_text,
    bold: |text| format!(r"\textbf{{{text}}}"),
    superscript: |text| format!(r"\textsuperscript{{{text}}}"),
};

fn latex_from_table(table: &Table) -> String {
    let print = &table.print;
    let aligned = |column| if table.is_number(column) { 'r' } else { 'l' };
    let mut alignment: String = (0..table.columns.len()).map(aligned).collect();
    if !print.letters.is_empty() {
        alignment.insert(0, 'c');
    }
    let (head, rows) = printed_cells(table, &MARKUP);
    let line = |cells: Vec<String>| format!("    {} \\\\\n", cells.join(" & "));
    let mut text = String::from("% Needs \\usepackage{booktabs}.\n\\begin{table}\n  \\centering\n");
    if !print.caption.is_empty() {
        text.push_str(&format!("  \\caption{{{}}}\n", latex_text(&print.caption)));
    }
    text.push_str(&format!("  \\begin{{tabular}}{{{alignment}}}\n    \\toprule\n"));
    text.push_str(&line(head));
    text.push_str("    \\midrule\n");
    rows.into_iter().for_each(|row| text.push_str(&line(row)));
    text.push_str("    \\bottomrule\n  \\end{tabular}\n");
    if !print.notes.is_empty() {
        let notes: Vec<String> = print.notes.iter().map(|note| latex_text(note.trim())).collect();
        text.push_str(&format!("\n  \\smallskip\n  \\footnotesize {}\n", notes.join(" ")));
    }
    text.push_str("\\end{table}\n");
    text
}

/// Signs that pdfLaTeX's fonts lack become mathematics.
pub fn latex_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    if text.starts_with('-') && text.parse::<f64>().is_ok() {
        return format!("$-${}", text.trim_start_matches('-'));
    }
    for sign in text.chars() {
        match sign {
            '\\' => out.push_str(r"\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => out.extend(['\\', sign]),
            '^' => out.push_str(r"\textasciicircum{}"),
            '~' => out.push_str(r"\textasciitilde{}"),
            '<' => out.push_str(r"\textless{}"),
            '>' => out.push_str(r"\textgreater{}"),
            '|' => out.push_str(r"\textbar{}"),
            '"' => out.push_str(r"\textquotedbl{}"),
            // A bracket after a line's end would be its argument.
            '[' | ']' => out.extend(['{', sign, '}']),
            '−' => out.push_str("$-$"),
            // Two hyphens would become a dash.
            '-' if out.ends_with('-') => out.push_str("{}-"),
            '…' => out.push_str(r"\dots{}"),
            '–' => out.push_str(r"\textendash{}"),
            '’' => out.push('\''),
            '≤' => out.push_str(r"$\le$"),
            '≥' => out.push_str(r"$\ge$"),
            '×' => out.push_str(r"$\times$"),
            'τ' => out.push_str(r"$\tau$"),
            'ρ' => out.push_str(r"$\rho$"),
            'α' => out.push_str(r"$\alpha$"),
            'σ' => out.push_str(r"$\sigma$"),
            'Σ' => out.push_str(r"$\Sigma$"),
            sign if sign.is_control() => out.push(' '),
            sign => out.push(sign),
        }
    }
    out
}
