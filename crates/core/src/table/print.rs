//! What a table that people read adds to its values: the best in bold, letters for significant differences, a
//! caption and notes.

use super::{Kind, Table, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Marks on cells, given by `(row, column)`, and the text around a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Print {
    /// May be empty.
    pub caption: String,
    pub bold: BTreeSet<(usize, usize)>,
    pub superscripts: BTreeMap<(usize, usize), String>,
    /// The letter of each row, in a first column; empty if no superscript refers to rows.
    pub letters: Vec<String>,
    /// Sentences under the table.
    pub notes: Vec<String>,
}

impl Print {
    /// Makes every occurrence of a column's largest number bold, unless all rows have it.
    pub fn best_of(&mut self, column: usize, values: &[Option<f64>]) {
        let best = values.iter().flatten().copied().max_by(f64::total_cmp);
        let is_best = |value: &Option<f64>| value.is_some() && *value == best;
        if values.iter().all(is_best) {
            return;
        }
        let rows = values.iter().enumerate().filter(|(_, value)| is_best(value));
        self.bold.extend(rows.map(|(row, _)| (row, column)));
    }

    /// Marks in a column, by letters, the rows that each row is better than; every row gets a letter.
    pub fn better_than(&mut self, column: usize, better_than: &[Vec<usize>]) {
        self.letters = (0..better_than.len()).map(letter).collect();
        let between = if better_than.len() > N_LETTERS { "," } else { "" };
        for (row, worse) in better_than.iter().enumerate().filter(|(_, worse)| !worse.is_empty()) {
            let letters: Vec<String> = worse.iter().map(|place| letter(*place)).collect();
            self.superscripts.insert((row, column), letters.join(between));
        }
    }
}

const N_LETTERS: usize = 26;

/// a … z, aa, ab …
fn letter(place: usize) -> String {
    let last = char::from(b'a' + u8::try_from(place % N_LETTERS).unwrap_or_default());
    match place / N_LETTERS {
        0 => last.to_string(),
        before => format!("{}{last}", letter(before - 1)),
    }
}

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
