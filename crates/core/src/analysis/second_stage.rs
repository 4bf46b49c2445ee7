//! Reranking: the first hits of one system in the order of every other system, in random order, and
//! in the best possible order.
//!
//! Each order is tallied like a system, so that all columns, subsets and intervals of the
//! leaderboard apply to it.

use super::{Column, Dataset, N_KEPT, RelevantRange, SystemValues, Tally, ids_with_rankings};
use crate::benchmark::Judgements;
use crate::ranking::{Hit, before_rest, hits_in_order, reranked};
use std::cmp::Reverse;
use std::sync::Arc;

/// The number of first hits to reorder without another choice: all that a page keeps.
pub const DEPTH: usize = N_KEPT;
/// The most first hits that a page reorders.
pub const MAX_RERANKED: usize = 1000;
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
pub fn best_first(hits: &[Hit], judgements: Option<&Judgements>) -> Vec<Hit> {
    let mut rows: Vec<u32> = hits.iter().map(|hit| hit.row_in_corpus).collect();
    let grade = |row: u32| judgements.and_then(|judgements| judgements.grade(row));
    rows.sort_by_key(|row| Reverse(grade(*row).unwrap_or(0)));
    hits_in_order(&rows)
}

/// A system's first hits, to be reordered, and those after them, which follow in their own order. Methods
/// await their `pause` every few queries.
#[derive(Debug, Clone)]
pub struct FirstStage {
    dataset: Arc<Dataset>,
    columns: Arc<Vec<Column>>,
    system: String,
    /// `[queries][hits]`
    hits: Arc<Vec<Vec<Hit>>>,
    /// How many first hits of each query are reordered.
    depth: usize,
}

/// The hits of a first stage in the order of a second.
#[derive(Debug, Clone, PartialEq)]
pub struct Rescored {
    /// `[queries][hits]`
    pub hits: Vec<Vec<Hit>>,
    /// How many hits of each query have no score; they come last.
    pub n_unscored: Vec<usize>,
}

impl FirstStage {
    /// Reorders all of these hits of a system, `[queries][hits]`.
    pub fn new(
        dataset: Arc<Dataset>,
        columns: Arc<Vec<Column>>,
        system: String,
        hits: Vec<Vec<Hit>>,
    ) -> Self {
        Self { dataset, columns, system, hits: Arc::new(hits), depth: usize::MAX }
    }

    /// The same hits, of which the first `depth` are reordered.
    #[must_use]
    pub fn reordering(&self, depth: usize) -> Self {
        Self { depth, ..self.clone() }
    }

    /// The hits that are reordered, of each query.
    fn firsts(&self) -> impl Iterator<Item = &[Hit]> {
        self.hits.iter().map(|hits| hits.get(..self.depth).unwrap_or(hits))
    }

    /// `[queries][hits]`: these orders of the hits that are reordered, and the others after them.
    fn whole(&self, orders: impl Iterator<Item = Vec<Hit>>) -> Vec<Vec<Hit>> {
        let whole = |(order, hits): (Vec<Hit>, &Vec<Hit>)| match hits.get(self.depth..) {
            Some(rest) if !rest.is_empty() => before_rest(&order, rest),
            _ => order,
        };
        orders.zip(self.hits.iter()).map(whole).collect()
    }

    /// The ids of the systems and runs that can rerank its hits, in the order of the manifest.
    pub fn rerankers(&self) -> Vec<String> {
        let mut ids = ids_with_rankings(&self.dataset);
        ids.retain(|id| *id != self.system);
        ids
    }

    /// The rows of the hits that are reordered, `[queries][hits]`.
    pub fn rows(&self) -> Vec<Vec<u32>> {
        self.firsts().map(|hits| hits.iter().map(|hit| hit.row_in_corpus).collect()).collect()
    }

    /// How many hits of each query are reordered.
    pub fn n_hits(&self) -> Vec<usize> {
        self.firsts().map(<[Hit]>::len).collect()
    }

    /// Whether each query has so many relevant images among the hits that are reordered; without a range by
    /// the rule of INQUIRE-Rerank, which has 1 to 50 among its hundred: from 1 to half of them.
    pub fn counts(&self, definition: usize, range: Option<&RelevantRange>) -> Vec<bool> {
        let counts = |(n, n_hits): (usize, usize)| match range {
            Some(range) => range.has(n),
            None => (1..=n_hits / 2).contains(&n),
        };
        self.n_relevant(definition).into_iter().zip(self.n_hits()).map(counts).collect()
    }

    /// How many of the hits that are reordered are relevant to each query under a definition.
    pub fn n_relevant(&self, definition: usize) -> Vec<usize> {
        let relevance = self.dataset.relevance.get(definition);
        let of_query = |(query_row, hits): (u32, &[Hit])| {
            let judged = relevance.and_then(|relevance| relevance.of_query(query_row));
            let grade = |hit: &Hit| judged.and_then(|judged| judged.grade(hit.row_in_corpus));
            hits.iter().filter(|hit| grade(hit).is_some_and(|grade| grade >= 1)).count()
        };
        (0u32..).zip(self.firsts()).map(of_query).collect()
    }

    /// Its hits in the order of another system, which scored them in `second`: `[queries][hits]`.
    pub fn by(&self, second: &[Vec<Hit>]) -> Rescored {
        let orders = self.firsts().zip(second).map(|(first, second)| reranked(first, second));
        let (orders, n_unscored): (Vec<_>, _) =
            orders.map(|order| (order.hits, order.n_unscored)).unzip();
        Rescored { hits: self.whole(orders.into_iter()), n_unscored }
    }

    /// The values of its own order.
    pub async fn as_found(&self, pause: impl AsyncFn()) -> SystemValues {
        self.tallied(&self.hits, pause).await
    }

    /// The expected values of a random order.
    pub async fn random(&self, pause: impl AsyncFn()) -> SystemValues {
        let tally = self.tally().in_random_order(self.depth);
        if self.hits.iter().all(|hits| hits.len() <= self.depth) {
            return self.added_to(tally, &self.hits, pause).await;
        }
        let orders = self.rows().into_iter().map(|rows| hits_in_order(&rows));
        self.added_to(tally, &self.whole(orders), pause).await
    }

    /// The values of the best order: highest grade first, separately for each definition of
    /// relevance. `None` without a definition.
    pub async fn best(&self, pause: impl AsyncFn()) -> Option<SystemValues> {
        let mut best: Option<SystemValues> = None;
        let is_read =
            |definition: &usize| self.columns.iter().any(|of| of.definition == *definition);
        for definition in (0..self.dataset.relevance.len()).filter(is_read) {
            let order = self.best_order(definition);
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
        Tally::new(self.dataset.clone(), self.columns.clone(), self.system.clone())
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

    fn best_order(&self, definition: usize) -> Vec<Vec<Hit>> {
        let relevance = self.dataset.relevance.get(definition);
        let best = |(query_row, hits): (u32, &[Hit])| {
            best_first(hits, relevance.and_then(|relevance| relevance.of_query(query_row)))
        };
        self.whole((0u32..).zip(self.firsts()).map(best))
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
