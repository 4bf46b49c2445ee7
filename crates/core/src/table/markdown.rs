//! A table in GitHub's Markdown, with every special character of a text escaped.

use super::data::{Kind, Table};
use super::format::Format;
use super::print::printed;

pub(super) const FORMAT: Format =
    Format { name: "Markdown", extension: "md", mime: "text/markdown", write: markdown_from_table };

/// What Markdown, HTML in it or a site's mathematics would read as its own.
const SPECIAL: &str = r"\`*_{}[]<>|~$&#";

fn markdown_from_table(table: &Table) -> String {
    let print = &table.print;
    let has_letters = !print.letters.is_empty();
    let aligned = |column| if table.is_number(column) { "--:" } else { ":--" };
    let mut rule: Vec<String> =
        (0..table.columns.len()).map(|column| aligned(column).to_owned()).collect();
    let titled = |(title, kind): &(String, Kind)| match (kind, markdown_text(title)) {
        (Kind::Lettered(letter), text) => format!("{text}<sup>{letter}</sup>"),
        (_, text) => text,
    };
    let mut head: Vec<String> = table.columns.iter().map(titled).collect();
    if has_letters {
        rule.insert(0, ":-:".into());
        head.insert(0, String::new());
    }
    let cell = |row: usize, column: usize| {
        let value = table.rows.get(row).and_then(|values| values.get(column));
        let text = value.map_or_else(String::new, |value| markdown_text(&printed(value)));
        let text = if print.bold.contains(&(row, column)) && !text.is_empty() {
            format!("**{text}**")
        } else {
            text
        };
        match print.superscripts.get(&(row, column)) {
            Some(letters) => format!("{text}<sup>{}</sup>", markdown_text(letters)),
            None => text,
        }
    };
    let row = |row: usize| {
        let letter = has_letters.then(|| print.letters.get(row).cloned().unwrap_or_default());
        let cells = letter.into_iter().chain((0..table.columns.len()).map(|at| cell(row, at)));
        cells.collect::<Vec<_>>()
    };
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = String::new();
    if !print.caption.is_empty() {
        text.push_str(&format!("{}\n\n", markdown_text(&print.caption)));
    }
    text.push_str(&line(head));
    text.push_str(&line(rule));
    (0..table.rows.len()).for_each(|place| text.push_str(&line(row(place))));
    if !print.notes.is_empty() {
        let notes: Vec<String> =
            print.notes.iter().map(|note| markdown_text(note.trim())).collect();
        text.push_str(&format!("\n{}\n", notes.join(" ")));
    }
    text
}

/// A text as Markdown shows it, in one line.
#[must_use]
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
