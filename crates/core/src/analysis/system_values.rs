//! One system on every query.
//!
//! Whole rankings are as long as the corpus. A page keeps the first hits of each, and every
//! column's value on every query; all that the pages show of a system follows from these.

use super::{Column, Dataset};
use crate::metrics::{Folds, Mean};
use crate::ranking::Hit;

/// Hits that are kept of each ranking.
pub const N_KEPT: usize = 100;

/// One system on every query.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SystemValues {
    /// The system's id.
    pub system: String,
    /// `[columns][queries]`; `None` where no list could be better than another.
    pub values: Vec<Vec<Option<f64>>>,
    /// By column; `None` where no query has a value.
    pub means: Vec<Option<Mean>>,
    /// The fewest and the most rows that were scored for a query, where the gallery is on disk;
    /// `None` where it is in memory.
    pub n_scored: Option<(usize, usize)>,
    /// By query: the first [`N_KEPT`] hits.
    pub(super) heads: Vec<Vec<Hit>>,
    /// `[definitions][queries]`: the first hits as a definition ranks them that ranks only what it
    /// judges; `None` for other definitions.
    pub(super) cut_heads: Vec<Option<Vec<Vec<Hit>>>>,
}

impl SystemValues {
    /// The first hits of a query as a definition of relevance ranks them.
    #[must_use]
    pub fn head(&self, definition: usize, query_row: u32) -> &[Hit] {
        let cut = self.cut_heads.get(definition).and_then(Option::as_ref);
        cut.unwrap_or(&self.heads).get(query_row as usize).map_or(&[], Vec::as_slice)
    }

    /// The first hits of a query as the system ranks them, whatever the definition.
    #[must_use]
    pub fn hits(&self, query_row: u32) -> &[Hit] {
        self.heads.get(query_row as usize).map_or(&[], Vec::as_slice)
    }

    /// Adds the values of another ranking of the same queries; `None` where either has none.
    pub(super) fn add_values(&mut self, other: &Self) {
        for (own, other) in self.values.iter_mut().zip(&other.values) {
            for (own, other) in own.iter_mut().zip(other) {
                *own = own.zip(*other).map(|(own, other)| own + other);
            }
        }
    }

    /// Multiplies every value and computes the means again.
    pub(super) fn scaled(mut self, by: f64, columns: &[Column], folds: Option<&Folds>) -> Self {
        for value in self.values.iter_mut().flatten().flatten() {
            *value *= by;
        }
        let columns = columns.iter().zip(&self.values);
        self.means = columns.map(|(column, values)| column.measure.mean(values, folds)).collect();
        self
    }

    /// A column's value on a query.
    #[must_use]
    pub fn value(&self, column: usize, query_row: usize) -> Option<f64> {
        self.values.get(column)?.get(query_row).copied().flatten()
    }

    /// The fewest and the most candidates of a query; `None` where every row was scored.
    #[must_use]
    pub fn n_candidates(&self, dataset: &Dataset) -> Option<(usize, usize)> {
        self.n_scored.filter(|(fewest, _)| *fewest < dataset.own.counts.images as usize)
    }

    /// A column's mean.
    #[must_use]
    pub fn mean(&self, column: usize) -> Option<Mean> {
        self.means.get(column).copied().flatten()
    }
}
