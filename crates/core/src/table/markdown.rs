//! A table in GitHub's Markdown, with every special character of a text escaped.

use super::markup::{Markup, printed_cells};
use super::{Format, Table};

pub(super) const FORMAT: Format =
    Format { name: "Markdown", extension: "md", mime: "text/markdown", write: markdown_from_table };

/// Characters that Markdown, HTML in it or a site's mathematics would interpret.
const SPECIAL: &str = r"\`*_{}[]<>|~$&#";

const MARKUP: Markup = Markup {
    escaped: markdown_text,
    bold: |text| format!("**{text}**"),
    superscript: |text| format!("<sup>{text}</sup>"),
};

fn markdown_from_table(table: &Table) -> String {
    let print = &table.print;
    let aligned = |column| if table.is_number(column) { "--:" } else { ":--" };
    let mut rule: Vec<String> =
        (0..table.columns.len()).map(|column| aligned(column).to_owned()).collect();
    if !print.letters.is_empty() {
        rule.insert(0, ":-:".into());
    }
    let (head, rows) = printed_cells(table, &MARKUP);
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = String::new();
    if !print.caption.is_empty() {
        text.push_str(&format!("{}\n\n", markdown_text(&print.caption)));
    }
    text.push_str(&line(head));
    text.push_str(&line(rule));
    rows.into_iter().for_each(|row| text.push_str(&line(row)));
    if !print.notes.is_empty() {
        let notes: Vec<String> =
            print.notes.iter().map(|note| markdown_text(note.trim())).collect();
        text.push_str(&format!("\n{}\n", notes.join(" ")));
    }
    text
}

/// In one line.
pub fn markdown_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            sign if SPECIAL.contains(sign) => out.extend(['\\', sign]),
            sign if sign.is_control() => out.push(' '),
            sign => out.push(sign),
        }
    }
    out
}
