//! What the page keeps of a system's rankings of all queries.
//!
//! Whole rankings are as long as the corpus; the page keeps the first hits of each, and every
//! column's value on every query. All that the pages show of a system is taken from these.

use super::column::Column;
use super::dataset::Dataset;
use rankscope_core::metrics::{Folds, JudgedRanking, Mean};
use rankscope_core::ranking::Hit;
use std::sync::Arc;

/// So many hits of each ranking are kept.
pub const N_KEPT: usize = 100;

/// One system on every query.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemValues {
    /// The system's id.
    pub system: String,
    /// By column, then by query; `None` where no list could be better than another.
    pub values: Vec<Vec<Option<f64>>>,
    /// By column; `None` where no query has a value.
    pub means: Vec<Option<Mean>>,
    /// How many rows of a gallery in files were scored for a query, from the fewest to the most;
    /// `None` of one in memory.
    pub n_scored: Option<(usize, usize)>,
    /// By query: the first [`N_KEPT`] hits.
    heads: Vec<Vec<Hit>>,
    /// By definition that ranks only what it judges, then by query: the first of its hits.
    cut_heads: Vec<Option<Vec<Vec<Hit>>>>,
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

    /// Adds the values of another ranking of the same queries; a value that either lacks is lost.
    pub(super) fn add_values(&mut self, other: &Self) {
        for (own, other) in self.values.iter_mut().zip(&other.values) {
            for (own, other) in own.iter_mut().zip(other) {
                *own = own.zip(*other).map(|(own, other)| own + other);
            }
        }
    }

    /// Every value multiplied, and the means taken anew.
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

    /// How many candidates signs chose for a query, from the fewest to the most; `None` where no
    /// ranking can lack a row.
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

/// The values of one system so far.
pub(super) struct Tally {
    dataset: Arc<Dataset>,
    columns: Arc<Vec<Column>>,
    so_far: SystemValues,
    /// How many queries have been seen.
    pub(super) n_seen: usize,
}

impl Tally {
    pub(super) fn new(dataset: Arc<Dataset>, columns: Arc<Vec<Column>>, system: String) -> Self {
        let n_queries = dataset.queries.len();
        let cut = |relevance: &rankscope_core::benchmark::Relevance| {
            relevance.ranks_only_judged().then(|| vec![Vec::new(); n_queries])
        };
        let so_far = SystemValues {
            system,
            values: vec![vec![None; n_queries]; columns.len()],
            means: Vec::new(),
            n_scored: None,
            heads: vec![Vec::new(); n_queries],
            cut_heads: dataset.relevance.iter().map(cut).collect(),
        };
        Self { dataset, columns, so_far, n_seen: 0 }
    }

    /// Takes in the rankings of some consecutive queries.
    pub(super) fn add(&mut self, first_query: u32, rankings: &[Vec<Hit>]) {
        let Self { dataset, columns, so_far, n_seen } = self;
        let first_of = |hits: &[Hit]| hits.iter().take(N_KEPT).copied().collect::<Vec<Hit>>();
        for (query_row, hits) in (first_query..).zip(rankings) {
            *n_seen += 1;
            let row = query_row as usize;
            for (definition, relevance) in dataset.relevance.iter().enumerate() {
                let ids = dataset.image_ids();
                let mut ranking = JudgedRanking::of_query(query_row, hits, relevance, ids);
                if let Some(folds) = &dataset.folds {
                    ranking = ranking.in_folds(folds, query_row);
                }
                let cut = so_far.cut_heads.get_mut(definition).and_then(Option::as_mut);
                if let Some(place) = cut.and_then(|cut| cut.get_mut(row)) {
                    *place = first_of(ranking.hits());
                }
                for (column, values) in columns.iter().zip(&mut so_far.values) {
                    if column.definition != definition {
                        continue;
                    }
                    let value = column.measure.value(ranking.list(column.measure.protocol()));
                    if let Some(place) = values.get_mut(row) {
                        *place = value;
                    }
                }
            }
            if let Some(place) = so_far.heads.get_mut(row) {
                *place = first_of(hits);
            }
        }
    }

    /// Takes in how many rows were scored for rankings, where the gallery is in files.
    pub(super) fn scored(&mut self, n_candidates: Option<usize>) {
        let Some(n) = n_candidates else { return };
        let (fewest, most) = self.so_far.n_scored.unwrap_or((n, n));
        self.so_far.n_scored = Some((fewest.min(n), most.max(n)));
    }

    /// All that is kept of the system.
    pub(super) fn finished(&mut self) -> SystemValues {
        let columns = self.columns.iter().zip(&self.so_far.values);
        let folds = self.dataset.folds.as_deref();
        let means = columns.map(|(column, values)| column.measure.mean(values, folds)).collect();
        let empty = SystemValues {
            system: String::new(),
            values: Vec::new(),
            means: Vec::new(),
            n_scored: None,
            heads: Vec::new(),
            cut_heads: Vec::new(),
        };
        SystemValues { means, ..std::mem::replace(&mut self.so_far, empty) }
    }
}
