//! One system on every query.
//!
//! A full ranking is as long as the corpus. A page keeps the first hits of each ranking and every
//! column's value on every query; everything it shows about a system derives from these.

use super::Column;
use super::Dataset;
use crate::metrics::Mean;
use crate::ranking::Hit;
use std::sync::Arc;

/// Hits kept of each ranking.
pub const N_KEPT: usize = 100;

/// One system on every query.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SystemValues {
    /// The system's id.
    pub system: String,
    /// Its columns.
    pub(super) columns: Arc<Vec<Column>>,
    /// `[columns][queries]`; `None` where the measure is undefined. No list for a column that was
    /// not computed.
    pub values: Vec<Vec<Option<f64>>>,
    /// `[columns][queries]`: the share of judged images among the hits that a value reads (Judged@k);
    /// empty for values that a benchmark stores.
    pub judged: Vec<Vec<Option<f64>>>,
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

/// The mean of every column, given its values.
pub(super) fn means_of(
    dataset: &Dataset,
    columns: &[Column],
    values: &[Vec<Option<f64>>],
) -> Vec<Option<Mean>> {
    let folds = dataset.folds.as_deref();
    let mean = |(column, values): (&Column, &Vec<_>)| column.measure.mean(values, folds);
    columns.iter().zip(values).map(mean).collect()
}

impl SystemValues {
    /// Whether every one of these columns was computed.
    pub fn has(&self, columns: &[Column]) -> bool {
        let is_there = |place: usize| {
            self.values.get(place).is_some_and(|values| values.len() == self.heads.len())
        };
        columns.iter().all(|column| self.place(column).is_some_and(is_there))
    }

    /// The same over these queries, given by row: the others have no value.
    #[must_use]
    pub fn over(mut self, dataset: &Dataset, rows: &[usize]) -> Self {
        let mut is_left_out = vec![true; dataset.queries.len()];
        for row in rows {
            if let Some(place) = is_left_out.get_mut(*row) {
                *place = false;
            }
        }
        for values in self.values.iter_mut().chain(&mut self.judged) {
            let left_out = values.iter_mut().zip(&is_left_out).filter(|(_, is)| **is);
            left_out.for_each(|(value, _)| *value = None);
        }
        self.means = means_of(dataset, &self.columns, &self.values);
        self
    }

    /// Its values on these queries, given by row, in the place of all queries, so that resamples draw from
    /// them: `[columns][rows]`. Without means and hits.
    #[must_use]
    pub fn at(&self, rows: &[usize]) -> Self {
        let picked = |values: &Vec<Option<f64>>| {
            rows.iter().map(|row| values.get(*row).copied().flatten()).collect()
        };
        Self {
            system: self.system.clone(),
            columns: self.columns.clone(),
            values: self.values.iter().map(picked).collect(),
            ..Self::default()
        }
    }

    /// The same under other columns, as far as they were computed.
    #[must_use]
    pub fn under(&self, columns: &Arc<Vec<Column>>) -> Self {
        let places: Vec<Option<usize>> = columns.iter().map(|column| self.place(column)).collect();
        let under = |all: &[Vec<Option<f64>>]| {
            let of = |place: &Option<usize>| place.and_then(|place| all.get(place).cloned());
            places.iter().map(|place| of(place).unwrap_or_default()).collect()
        };
        let mean = |place: &Option<usize>| self.mean((*place)?);
        Self {
            system: self.system.clone(),
            columns: columns.clone(),
            values: under(&self.values),
            judged: under(&self.judged),
            means: places.iter().map(mean).collect(),
            n_scored: self.n_scored,
            heads: self.heads.clone(),
            cut_heads: self.cut_heads.clone(),
        }
    }

    /// Whether its columns are these.
    pub fn is_under(&self, columns: &Arc<Vec<Column>>) -> bool {
        Arc::ptr_eq(&self.columns, columns) || self.columns == *columns
    }

    fn place(&self, column: &Column) -> Option<usize> {
        self.columns.iter().position(|own| own == column)
    }

    /// The first hits of a query as a definition of relevance ranks them.
    pub fn head(&self, definition: usize, query_row: u32) -> &[Hit] {
        let cut = self.cut_heads.get(definition).and_then(Option::as_ref);
        cut.unwrap_or(&self.heads).get(query_row as usize).map_or(&[], Vec::as_slice)
    }

    /// The first hits of a query as the system ranks them.
    pub fn hits(&self, query_row: u32) -> &[Hit] {
        self.heads.get(query_row as usize).map_or(&[], Vec::as_slice)
    }

    /// A column's value on a query.
    pub fn value(&self, column: usize, query_row: usize) -> Option<f64> {
        self.values.get(column)?.get(query_row).copied().flatten()
    }

    /// The minimum and maximum of candidates of a query; `None` if every row was scored.
    pub fn n_candidates(&self, dataset: &Dataset) -> Option<(usize, usize)> {
        self.n_scored.filter(|(fewest, _)| *fewest < dataset.own.counts.images as usize)
    }

    /// A column's mean.
    pub fn mean(&self, column: usize) -> Option<Mean> {
        self.means.get(column).copied().flatten()
    }
}
