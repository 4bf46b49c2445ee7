//! A set of corpus rows as sent in messages: four rows a hexadecimal digit, the first row in the
//! lowest bit.

use serde::{Deserialize, Serialize};
use thiserror::Error;

const ROWS_PER_DIGIT: usize = 4;

/// A set of corpus rows. A received one may be malformed: [`Self::rows`] checks it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowSet {
    n_rows: usize,
    digits: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowSetError {
    #[error("the filter is for a corpus of {found} rows, but this one has {expected}")]
    Corpus { found: usize, expected: usize },
    #[error("the filter has {found} digits, but {n_rows} rows need {expected}")]
    Length { n_rows: usize, found: usize, expected: usize },
    #[error("digit {index} of the filter is {found:?}, which is not hexadecimal")]
    Digit { index: usize, found: char },
    /// The last digit has rows beyond the end of the corpus.
    #[error("the filter contains row {row}, but the corpus has {n_rows} rows")]
    Row { row: usize, n_rows: usize },
}

impl RowSet {
    /// A flag for each row of a corpus, in order.
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

    pub fn has(&self, row_in_corpus: u32) -> bool {
        let (index, place) =
            (row_in_corpus as usize / ROWS_PER_DIGIT, row_in_corpus as usize % ROWS_PER_DIGIT);
        let digit =
            self.digits.as_bytes().get(index).and_then(|byte| char::from(*byte).to_digit(16));
        digit.is_some_and(|digit| digit >> place & 1 == 1)
    }

    /// The rows in ascending order, or why the set is malformed or not for a corpus of `n_rows`.
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
