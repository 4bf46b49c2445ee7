//! The rows of a corpus that may be found, as they travel: one bit a row.
//!
//! Four rows make a hexadecimal digit, the first of them in its lowest bit: a quarter of a byte a
//! row wherever the rows are, and text like the message around it.

use serde::{Deserialize, Serialize};
use thiserror::Error;

const ROWS_PER_DIGIT: usize = 4;

/// A set of rows of a corpus. A received one may be malformed: [`Self::rows`] checks it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowSet {
    /// Rows of the whole corpus.
    n_rows: usize,
    /// A digit for every four rows.
    digits: String,
}

/// Why it is not a set of the corpus's rows.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowSetError {
    /// It is of another corpus.
    #[error("the filter is of a corpus of {found} rows, and this one has {expected}")]
    Corpus {
        /// Rows that it says there are.
        found: usize,
        /// Rows that there are.
        expected: usize,
    },
    /// Digits are missing, or too many.
    #[error("the filter has {found} digits, and {n_rows} rows take {expected}")]
    Length {
        /// Rows of the corpus.
        n_rows: usize,
        /// Digits that there are.
        found: usize,
        /// Digits that they take.
        expected: usize,
    },
    /// Something else than a digit.
    #[error("the filter has {found:?} in the place of digit {index}, which is not hexadecimal")]
    Digit {
        /// Its place, from 0.
        index: usize,
        /// What is there.
        found: char,
    },
    /// The last digit has more rows than the corpus.
    #[error("the filter names row {row}, and the corpus has {n_rows} rows")]
    Row {
        /// The row.
        row: usize,
        /// Rows of the corpus.
        n_rows: usize,
    },
}

impl RowSet {
    /// A set from whether each row of a corpus, in order, belongs to it.
    #[must_use]
    pub fn new(belongs: impl IntoIterator<Item = bool>) -> Self {
        let (mut n_rows, mut digits, mut digit) = (0, String::new(), 0);
        for belongs in belongs {
            let place = n_rows % ROWS_PER_DIGIT;
            digit |= u32::from(belongs) << place;
            if place == ROWS_PER_DIGIT - 1 {
                digits.extend(char::from_digit(digit, 16));
                digit = 0;
            }
            n_rows += 1;
        }
        if n_rows % ROWS_PER_DIGIT != 0 {
            digits.extend(char::from_digit(digit, 16));
        }
        Self { n_rows, digits }
    }

    /// Whether a row belongs to it.
    #[must_use]
    pub fn has(&self, row_in_corpus: u32) -> bool {
        let (index, place) =
            (row_in_corpus as usize / ROWS_PER_DIGIT, row_in_corpus as usize % ROWS_PER_DIGIT);
        let digit =
            self.digits.as_bytes().get(index).and_then(|byte| char::from(*byte).to_digit(16));
        digit.is_some_and(|digit| digit >> place & 1 == 1)
    }

    /// The rows in order, of a corpus of `n_rows`.
    ///
    /// # Errors
    /// It is not a set of that corpus's rows.
    pub fn rows(&self, n_rows: usize) -> Result<Vec<u32>, RowSetError> {
        if self.n_rows != n_rows {
            return Err(RowSetError::Corpus { found: self.n_rows, expected: n_rows });
        }
        let (found, expected) = (self.digits.chars().count(), n_rows.div_ceil(ROWS_PER_DIGIT));
        if found != expected {
            return Err(RowSetError::Length { n_rows, found, expected });
        }
        let mut rows = Vec::new();
        for (index, found) in self.digits.chars().enumerate() {
            let digit = found.to_digit(16).ok_or(RowSetError::Digit { index, found })?;
            let named = (0..ROWS_PER_DIGIT).filter(|place| digit >> place & 1 == 1);
            for row in named.map(|place| ROWS_PER_DIGIT * index + place) {
                let known = u32::try_from(row).ok().filter(|_| row < n_rows);
                rows.push(known.ok_or(RowSetError::Row { row, n_rows })?);
            }
        }
        Ok(rows)
    }
}
