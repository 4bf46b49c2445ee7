//! One system on every query.
//!
//! A full ranking is as long as the corpus. A page keeps the first hits of each ranking and every
//! column's value on every query; everything it shows about a system derives from these.

use super::Dataset;
use crate::metrics::Mean;
use crate::ranking::Hit;

/// Hits kept of each ranking.
pub const N_KEPT: usize = 100;

/// One system on every query.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SystemValues {
    /// The system's id.
    pub system: String,
    /// `[columns][queries]`; `None` where the measure is undefined.
    pub values: Vec<Vec<Option<f64>>>,
    /// By column; `None` if no query has a value.
    pub means: Vec<Option<Mean>>,
    /// The minimum and maximum of rows scored for a query, for a gallery on disk; `None` for a
    /// gallery in memory.
    pub n_scored: Option<(usize, usize)>,
    /// The first [`N_KEPT`] hits, by query.
    pub(super) heads: Vec<Vec<Hit>>,
    /// `[definitions][queries]`: the first judged hits, for definitions that rank only judged
    /// images; `None` for other definitions.
    pub(super) cut_heads: Vec<Option<Vec<Vec<Hit>>>>,
}

impl SystemValues {
    /// The first hits of a query as a definition of relevance ranks them.
    #[must_use]
    pub fn head(&self, definition: usize, query_row: u32) -> &[Hit] {
        let cut = self.cut_heads.get(definition).and_then(Option::as_ref);
        cut.unwrap_or(&self.heads).get(query_row as usize).map_or(&[], Vec::as_slice)
    }

    /// The first hits of a query as the system ranks them.
    #[must_use]
    pub fn hits(&self, query_row: u32) -> &[Hit] {
        self.heads.get(query_row as usize).map_or(&[], Vec::as_slice)
    }

    /// A column's value on a query.
    #[must_use]
    pub fn value(&self, column: usize, query_row: usize) -> Option<f64> {
        self.values.get(column)?.get(query_row).copied().flatten()
    }

    /// The minimum and maximum of candidates of a query; `None` if every row was scored.
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
