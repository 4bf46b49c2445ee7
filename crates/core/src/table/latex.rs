//! A LaTeX table in the style of booktabs, with every special character of a text escaped.

use super::data::{Kind, Table};
use super::format::Format;
use super::print::printed;

pub(super) const FORMAT: Format =
    Format { name: "LaTeX", extension: "tex", mime: "application/x-tex", write: latex_from_table };

fn latex_from_table(table: &Table) -> String {
    let print = &table.print;
    let has_letters = !print.letters.is_empty();
    let aligned = |column| if table.is_number(column) { 'r' } else { 'l' };
    let mut alignment: String = (0..table.columns.len()).map(aligned).collect();
    let titled = |(title, kind): &(String, Kind)| match (kind, latex_text(title)) {
        (Kind::Lettered(letter), text) => format!(r"{text}\textsuperscript{{{letter}}}"),
        (_, text) => text,
    };
    let mut head: Vec<String> = table.columns.iter().map(titled).collect();
    if has_letters {
        alignment.insert(0, 'c');
        head.insert(0, String::new());
    }
    let cell = |row: usize, column: usize| {
        let value = table.rows.get(row).and_then(|values| values.get(column));
        let text = value.map_or_else(String::new, |value| latex_text(&printed(value)));
        let text = if print.bold.contains(&(row, column)) && !text.is_empty() {
            format!(r"\textbf{{{text}}}")
        } else {
            text
        };
        match print.superscripts.get(&(row, column)) {
            Some(letters) => format!(r"{text}\textsuperscript{{{}}}", latex_text(letters)),
            None => text,
        }
    };
    let row = |row: usize| {
        let letter = has_letters.then(|| print.letters.get(row).cloned().unwrap_or_default());
        let cells = letter.into_iter().chain((0..table.columns.len()).map(|at| cell(row, at)));
        cells.collect::<Vec<_>>()
    };
    let line = |cells: Vec<String>| format!("    {} \\\\\n", cells.join(" & "));
    let mut text = String::from("% Needs \\usepackage{booktabs}.\n\\begin{table}\n  \\centering\n");
    if !print.caption.is_empty() {
        text.push_str(&format!("  \\caption{{{}}}\n", latex_text(&print.caption)));
    }
    text.push_str(&format!("  \\begin{{tabular}}{{{alignment}}}\n    \\toprule\n"));
    text.push_str(&line(head));
    text.push_str("    \\midrule\n");
    (0..table.rows.len()).for_each(|place| text.push_str(&line(row(place))));
    text.push_str("    \\bottomrule\n  \\end{tabular}\n");
    if !print.notes.is_empty() {
        let notes: Vec<String> = print.notes.iter().map(|note| latex_text(note.trim())).collect();
        text.push_str(&format!("\n  \\smallskip\n  \\footnotesize {}\n", notes.join(" ")));
    }
    text.push_str("\\end{table}\n");
    text
}

/// A text as LaTeX prints it. Signs that pdfLaTeX's fonts lack become mathematics.
#[must_use]
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
            // A bracket behind a line's end would be its argument.
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
