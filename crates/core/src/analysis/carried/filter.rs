//! The pictures that meet all conditions of a filter.

use super::by::CarriedBy;
use super::matches::rows_of;
use super::term::Terms;
use crate::search::RowMask;

/// A filter by what pictures carry, looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CarriedFilter {
    /// The filter as it was typed.
    pub words: String,
    /// The terms that hold, in words.
    pub terms: Vec<String>,
    /// The rows that meet them all.
    pub rows: RowMask,
    /// Why other terms are left out, and what is known instead.
    pub errors: Vec<String>,
}

impl CarriedFilter {
    /// Looks up a filter. Terms that say nothing, and those that no picture meets, are left out and
    /// explained; terms that some pictures meet, but none all of them, leave no picture.
    pub fn new(words: &str, by: CarriedBy<'_>) -> Self {
        let n_images = u32::try_from(by.n_images).unwrap_or(u32::MAX);
        let mut is_left = vec![true; by.n_images];
        let (mut terms, mut errors) = (Vec::new(), Vec::new());
        for (term, condition) in Terms::read(words).0 {
            let found = match condition {
                Err(reason) => Err(reason),
                Ok(condition) => {
                    rows_of(&condition, by).map_err(|reason| format!("{term}: {reason}"))
                }
            };
            match found {
                Err(reason) => errors.push(reason),
                Ok(rows) => {
                    let mut passes = vec![false; by.n_images];
                    for row in rows {
                        if let Some(place) = passes.get_mut(row as usize) {
                            *place = true;
                        }
                    }
                    for (own, passes) in is_left.iter_mut().zip(passes) {
                        *own &= passes;
                    }
                    terms.push(term);
                }
            }
        }
        let rows = (0..n_images).zip(&is_left).filter(|(_, is)| **is).map(|(row, _)| row);
        Self { words: words.to_owned(), terms, rows: RowMask::new(rows), errors }
    }
}
