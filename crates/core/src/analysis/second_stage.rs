//! Reranking: the first hits of one system in the order of every other system, in random order, and
//! in the best possible order.
//!
//! Each order is tallied like a system, so that all columns, subsets and intervals of the
//! leaderboard apply to it.

use super::{Column, Dataset, N_KEPT, SystemValues, Tally, ids_with_queries};
use crate::random::SplitMix64;
use crate::ranking::{Hit, hits_in_order};
use std::cmp::Reverse;
use std::sync::Arc;

/// The number of first hits to reorder: all that a page keeps.
pub const DEPTH: usize = N_KEPT;
/// The random order's value is the mean over this many shuffles.
pub const N_SHUFFLES: u64 = 5;
/// Queries tallied between two pauses.
const QUERIES_PER_PAUSE: usize = 16;

/// An order of the first hits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// The first stage's own.
    AsFound,
    /// A system's, by id.
    By(String),
    /// Random: the mean over [`N_SHUFFLES`] shuffles.
    Random,
    /// Best grade first.
    Best,
}

/// A system's first hits, to be reordered. Methods await their `pause` every few queries.
#[derive(Debug, Clone)]
pub struct FirstStage {
    dataset: Arc<Dataset>,
    columns: Arc<Vec<Column>>,
    values: Arc<SystemValues>,
}

impl FirstStage {
    /// Reorders the first hits in `values`.
    #[must_use]
    pub fn new(
        dataset: Arc<Dataset>,
        columns: Arc<Vec<Column>>,
        values: Arc<SystemValues>,
    ) -> Self {
        Self { dataset, columns, values }
    }

    /// The ids of the systems that can rerank its hits, in the order of the manifest.
    #[must_use]
    pub fn rerankers(&self) -> Vec<String> {
        // An imported run has no vectors to score with.
        let is_imported = |id: &String| self.dataset.imported.iter().any(|import| import.id == *id);
        let mut ids = ids_with_queries(&self.dataset);
        ids.retain(|id| *id != self.values.system && !is_imported(id));
        ids
    }

    /// The rows of its hits in order, `[queries][≤ DEPTH]`.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<u32>> {
        self.query_rows().map(|query_row| self.rows_of(query_row)).collect()
    }

    /// The values of its own order.
    pub async fn as_found(&self, pause: impl AsyncFn()) -> SystemValues {
        let found: Vec<Vec<Hit>> =
            self.query_rows().map(|query_row| self.values.hits(query_row).to_vec()).collect();
        self.tallied(&found, pause).await
    }

    /// The values of the random order: means over [`N_SHUFFLES`] shuffles.
    pub async fn random(&self, pause: impl AsyncFn()) -> SystemValues {
        let mut sum = self.tallied(&self.shuffled(0), &pause).await;
        for seed in 1..N_SHUFFLES {
            sum.add_values(&self.tallied(&self.shuffled(seed), &pause).await);
        }
        #[expect(clippy::cast_precision_loss, reason = "there are a handful")]
        let share = 1.0 / N_SHUFFLES as f64;
        sum.scaled(share, &self.columns, self.dataset.folds.as_deref())
    }

    /// The values of the best order: highest grade first, separately for each definition of
    /// relevance. `None` without a definition.
    pub async fn best(&self, pause: impl AsyncFn()) -> Option<SystemValues> {
        let mut best: Option<SystemValues> = None;
        for definition in 0..self.dataset.relevance.len() {
            let order: Vec<Vec<Hit>> =
                self.query_rows().map(|row| self.best_order(definition, row)).collect();
            let values = self.tallied(&order, &pause).await;
            match &mut best {
                None => best = Some(values),
                Some(best) => self.replace_definition(best, values, definition),
            }
        }
        best
    }

    /// The values of all columns for rankings of all queries.
    pub async fn tallied(&self, rankings: &[Vec<Hit>], pause: impl AsyncFn()) -> SystemValues {
        let system = self.values.system.clone();
        let mut tally = Tally::new(self.dataset.clone(), self.columns.clone(), system);
        let mut first_query = 0u32;
        for block in rankings.chunks(QUERIES_PER_PAUSE) {
            pause().await;
            tally.add(first_query, block);
            first_query += u32::try_from(block.len()).unwrap_or(0);
        }
        tally.finished()
    }

    fn query_rows(&self) -> impl Iterator<Item = u32> + use<> {
        (0u32..).take(self.dataset.queries.len())
    }

    fn rows_of(&self, query_row: u32) -> Vec<u32> {
        self.values.hits(query_row).iter().map(|hit| hit.row_in_corpus).collect()
    }

    fn best_order(&self, definition: usize, query_row: u32) -> Vec<Hit> {
        let judged = self.dataset.relevance.get(definition).and_then(|all| all.of_query(query_row));
        let mut rows = self.rows_of(query_row);
        // A stable sort: equal grades keep their order.
        rows.sort_by_key(|row| Reverse(judged.and_then(|judged| judged.grade(*row)).unwrap_or(0)));
        hits_in_order(&rows)
    }

    fn shuffled(&self, seed: u64) -> Vec<Vec<Hit>> {
        let mut random = SplitMix64::new(seed);
        let mut of_query = |query_row: u32| {
            let mut rows = self.rows_of(query_row);
            // Fisher–Yates; the bias of the remainder is below 10⁻¹⁷.
            for last in (1..rows.len()).rev() {
                let place = random.below_by_remainder(last as u64 + 1);
                rows.swap(last, usize::try_from(place).unwrap_or(last));
            }
            hits_in_order(&rows)
        };
        self.query_rows().map(&mut of_query).collect()
    }

    /// Replaces the values of a definition's columns.
    fn replace_definition(&self, best: &mut SystemValues, from: SystemValues, definition: usize) {
        let SystemValues { values, means, .. } = from;
        for (index, (values, mean)) in values.into_iter().zip(means).enumerate() {
            if self.columns.get(index).is_some_and(|column| column.definition == definition) {
                if let Some(place) = best.values.get_mut(index) {
                    *place = values;
                }
                if let Some(place) = best.means.get_mut(index) {
                    *place = mean;
                }
            }
        }
    }
}
