//! The cells that LaTeX and Markdown print.

use super::{Kind, Table, Value};

/// How a printed format writes text and marks it.
pub(super) struct Markup {
    pub(super) escaped: fn(&str) -> String,
    pub(super) bold: fn(&str) -> String,
    pub(super) superscript: fn(&str) -> String,
}

/// The titles, and the cells of each row. If there are letters, they are the first column.
pub(super) fn printed_cells(table: &Table, markup: &Markup) -> (Vec<String>, Vec<Vec<String>>) {
    let (print, Markup { escaped, bold, superscript }) = (&table.print, markup);
    let has_letters = !print.letters.is_empty();
    let title = |(title, kind): &(String, Kind)| match kind {
        Kind::Lettered(letter) => format!("{}{}", escaped(title), superscript(letter)),
        Kind::Single | Kind::Interval => escaped(title),
    };
    let cell = |row: usize, column: usize| {
        let value = table.rows.get(row).and_then(|values| values.get(column));
        let mut text = value.map_or_else(String::new, |value| escaped(&printed(value)));
        if print.bold.contains(&(row, column)) && !text.is_empty() {
            text = bold(&text);
        }
        let letters = print.superscripts.get(&(row, column));
        text + &letters.map_or_else(String::new, |letters| superscript(&escaped(letters)))
    };
    let row = |row: usize| {
        let letter = has_letters.then(|| print.letters.get(row).cloned().unwrap_or_default());
        letter.into_iter().chain((0..table.columns.len()).map(|at| cell(row, at))).collect()
    };
    let corner = has_letters.then(String::new);
    let titles = corner.into_iter().chain(table.columns.iter().map(title)).collect();
    (titles, (0..table.rows.len()).map(row).collect())
}

/// The text of a cell, before a format escapes it.
fn printed(value: &Value) -> String {
    match value {
        Value::Missing => "–".into(),
        Value::Number(number) => rounded(*number),
        Value::Interval(low, high) => format!("{} … {}", rounded(*low), rounded(*high)),
        Value::Text(_) | Value::Count(_) => value.to_string(),
    }
}

/// Four decimals; −0 is 0.
fn rounded(number: f64) -> String {
    let text = format!("{number:.4}");
    if text == "-0.0000" { text.replace('-', "") } else { text }
}
