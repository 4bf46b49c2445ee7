//! Reranking: the first hits of one system in the order of every other system, in random order, and
//! in the best possible order.
//!
//! Each order is tallied like a system, so that all columns, subsets and intervals of the
//! leaderboard apply to it.

use super::{Column, Dataset, N_KEPT, SystemValues, Tally, ids_with_queries, is_fused};
use crate::benchmark::Judgements;
use crate::ranking::{Hit, hits_in_order, reranked};
use std::cmp::Reverse;
use std::sync::Arc;

/// The number of first hits to reorder: all that a page keeps.
pub const DEPTH: usize = N_KEPT;
/// Queries tallied between two pauses.
const QUERIES_PER_PAUSE: usize = 16;

/// An order of the first hits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// The first stage's own.
    AsFound,
    /// A system's, by id.
    By(String),
    /// Random: the expected value.
    Random,
    /// Best grade first.
    Best,
}

/// The hits by grade, highest first; equal grades keep their order.
#[must_use]
pub fn best_first(hits: &[Hit], judgements: Option<&Judgements>) -> Vec<Hit> {
    let mut rows: Vec<u32> = hits.iter().map(|hit| hit.row_in_corpus).collect();
    let grade = |row: u32| judgements.and_then(|judgements| judgements.grade(row));
    rows.sort_by_key(|row| Reverse(grade(*row).unwrap_or(0)));
    hits_in_order(&rows)
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
        // An imported run has no vectors to score with, nor has a system fused of one.
        let is_of = |id: &str, run: &str| id == run || is_fused(id) && id.contains(run);
        let is_imported =
            |id: &String| self.dataset.imported.iter().any(|import| is_of(id, &import.id));
        let mut ids = ids_with_queries(&self.dataset);
        ids.retain(|id| *id != self.values.system && !is_imported(id));
        ids
    }

    /// The rows of its hits in order, `[queries][≤ DEPTH]`.
    #[must_use]
    pub fn rows(&self) -> Vec<Vec<u32>> {
        let row = |hit: &Hit| hit.row_in_corpus;
        self.query_rows().map(|query| self.values.hits(query).iter().map(row).collect()).collect()
    }

    /// Its hits in the order of another system, which scored them in `second`: `[queries][hits]`.
    #[must_use]
    pub fn by(&self, second: &[Vec<Hit>]) -> Vec<Vec<Hit>> {
        let pairs = self.query_rows().zip(second);
        pairs.map(|(row, second)| reranked(self.values.hits(row), second).hits).collect()
    }

    /// The values of its own order.
    pub async fn as_found(&self, pause: impl AsyncFn()) -> SystemValues {
        self.tallied(&self.hits(), pause).await
    }

    /// The expected values of a random order.
    pub async fn random(&self, pause: impl AsyncFn()) -> SystemValues {
        self.added_to(self.tally().in_random_order(), &self.hits(), pause).await
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
        self.added_to(self.tally(), rankings, pause).await
    }

    fn tally(&self) -> Tally {
        Tally::new(self.dataset.clone(), self.columns.clone(), self.values.system.clone())
    }

    async fn added_to(
        &self,
        mut tally: Tally,
        rankings: &[Vec<Hit>],
        pause: impl AsyncFn(),
    ) -> SystemValues {
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

    fn hits(&self) -> Vec<Vec<Hit>> {
        self.query_rows().map(|query_row| self.values.hits(query_row).to_vec()).collect()
    }

    fn best_order(&self, definition: usize, query_row: u32) -> Vec<Hit> {
        let relevance = self.dataset.relevance.get(definition);
        let judged = relevance.and_then(|relevance| relevance.of_query(query_row));
        best_first(self.values.hits(query_row), judged)
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
