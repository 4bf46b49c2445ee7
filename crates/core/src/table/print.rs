//! What a table that people read adds to its values: the best in bold, letters for significant differences, a
//! caption and notes.

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
