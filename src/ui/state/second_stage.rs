//! What a second stage makes of a first one: the first results of one system in the order of
//! every other system, in random order, and in the best order that there is.
//!
//! Each order is tallied like another system, so that all columns, subsets and intervals of
//! the leaderboard hold for it.

use super::board::ids_with_queries;
use crate::messages::{Progress, ProgressUnit, Request, Response};
use crate::ui::column::Column;
use crate::ui::dataset::Dataset;
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::tally::{N_KEPT, SystemValues, Tally};
use crate::ui::task::{Ended, Run, Task, TaskState};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::random::SplitMix64;
use rankscope_core::ranking::{Hit, hits_in_order};
use std::sync::Arc;

/// How many of the first results are put in another order: all that the page keeps.
pub const DEPTH: usize = N_KEPT;
/// Shuffles whose mean is the random order's value.
pub const N_SHUFFLES: u64 = 5;
/// Queries that are tallied before the page may respond.
const QUERIES_PER_TURN: usize = 16;

/// An order of the first results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// That of the first stage itself.
    AsFound,
    /// That of a system, by its id.
    By(String),
    /// At random; the mean of [`N_SHUFFLES`].
    Random,
    /// Best grade first.
    Best,
}

/// Orders and their values, in the order of the table: as found, by systems, random, best.
pub type Orders = Vec<(Order, Arc<SystemValues>)>;

/// The orders as signals.
#[derive(Clone, Copy)]
pub struct SecondStage {
    /// The orders of one first stage; its progress counts them.
    pub task: Task<Orders>,
    /// The first stage that the task is about.
    first: RwSignal<Option<Arc<SystemValues>>>,
    engine: Engine,
}

impl SecondStage {
    /// Nothing yet.
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        Self { task: Task::new(), first: RwSignal::new(None), engine }
    }

    /// Computes all orders of a first stage, unless they are there or under way.
    pub fn want(
        &self,
        dataset: &Arc<Dataset>,
        columns: &Arc<Vec<Column>>,
        first: &Arc<SystemValues>,
    ) {
        let is_same = self
            .first
            .with_untracked(|own| own.as_ref().is_some_and(|own| Arc::ptr_eq(own, first)));
        let is_there = self.task.with_untracked(|state| {
            matches!(state, TaskState::Done(_) | TaskState::Running { .. })
        });
        if is_same && is_there {
            return;
        }
        self.first.set(Some(first.clone()));
        let work = Arc::new(Work {
            engine: self.engine,
            dataset: dataset.clone(),
            columns: columns.clone(),
            first: first.clone(),
        });
        self.task.start(move |run| {
            let work = work.clone();
            async move { work.orders(&run).await }
        });
    }
}

/// The orders of one first stage.
struct Work {
    engine: Engine,
    dataset: Arc<Dataset>,
    columns: Arc<Vec<Column>>,
    first: Arc<SystemValues>,
}

impl Work {
    async fn orders(&self, run: &Run<Orders>) -> Result<Orders, Ended> {
        let systems: Vec<String> = ids_with_queries(&self.dataset)
            .into_iter()
            .filter(|id| *id != self.first.system)
            // A run that was imported has no vectors to score with.
            .filter(|id| self.dataset.imported.iter().all(|import| import.id != *id))
            .collect();
        let total = systems.len() as u64 + 3;
        let mut orders = Orders::new();
        let mut add = |order, values| {
            orders.push((order, Arc::new(values)));
            show(run, &orders, total);
        };
        show(run, &Orders::new(), total);
        let found: Vec<Vec<Hit>> = self.queries().map(|row| self.found(row).to_vec()).collect();
        add(Order::AsFound, self.tallied(&found).await);
        for id in systems {
            let reranked = self.reranked(&id).await?;
            add(Order::By(id), self.tallied(&reranked).await);
        }
        if let Some(values) = self.random().await {
            add(Order::Random, values);
        }
        // The best order depends on what is relevant: one for each definition.
        let mut best: Option<SystemValues> = None;
        for definition in 0..self.dataset.relevance.len() {
            let order: Vec<Vec<Hit>> =
                self.queries().map(|row| self.best(definition, row)).collect();
            let values = self.tallied(&order).await;
            match &mut best {
                None => best = Some(values),
                Some(best) => take_definition(best, values, definition, &self.columns),
            }
        }
        if let Some(values) = best {
            add(Order::Best, values);
        }
        Ok(orders)
    }

    fn queries(&self) -> impl Iterator<Item = u32> + use<> {
        (0u32..).take(self.dataset.queries.len())
    }

    /// What the first stage found.
    fn found(&self, query_row: u32) -> &[Hit] {
        self.first.hits(query_row)
    }

    fn rows(&self, query_row: u32) -> Vec<u32> {
        self.found(query_row).iter().map(|hit| hit.row_in_corpus).collect()
    }

    fn best(&self, definition: usize, query_row: u32) -> Vec<Hit> {
        let judged = self.dataset.relevance.get(definition).and_then(|all| all.of_query(query_row));
        let mut rows = self.rows(query_row);
        // Stable, so that equal grades stay as found.
        rows.sort_by_key(|row| {
            let grade = judged.and_then(|judged| judged.grade(*row)).unwrap_or(0);
            std::cmp::Reverse(grade)
        });
        hits_in_order(&rows)
    }

    /// The mean over shuffles of every value.
    async fn random(&self) -> Option<SystemValues> {
        let mut sum: Option<SystemValues> = None;
        for seed in 0..N_SHUFFLES {
            let mut random = SplitMix64::new(seed);
            let shuffled = |query_row: u32| {
                let mut rows = self.rows(query_row);
                // Fisher–Yates; the bias of the remainder is below 10⁻¹⁷.
                for last in (1..rows.len()).rev() {
                    let place = random.next() % (last as u64 + 1);
                    rows.swap(last, usize::try_from(place).unwrap_or(last));
                }
                hits_in_order(&rows)
            };
            let order: Vec<Vec<Hit>> = self.queries().map(shuffled).collect();
            let values = self.tallied(&order).await;
            match &mut sum {
                None => sum = Some(values),
                Some(sum) => sum.add_values(&values),
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "there are a handful")]
        let share = 1.0 / N_SHUFFLES as f64;
        let dataset = &self.dataset;
        sum.map(|sum| sum.scaled(share, &self.columns, dataset.folds.as_deref()))
    }

    /// Every column's values for rankings of all queries, a few queries at a time.
    async fn tallied(&self, rankings: &[Vec<Hit>]) -> SystemValues {
        let system = self.first.system.clone();
        let mut tally = Tally::new(self.dataset.clone(), self.columns.clone(), system);
        let mut first_query = 0u32;
        for block in rankings.chunks(QUERIES_PER_TURN) {
            TimeoutFuture::new(0).await;
            tally.add(first_query, block);
            first_query += u32::try_from(block.len()).unwrap_or(0);
        }
        tally.finished()
    }

    /// The first results in the order of a system.
    async fn reranked(&self, system: &str) -> Result<Vec<Vec<Hit>>, Ended> {
        let rows = self.queries().map(|row| self.rows(row)).collect();
        let request = Request::RerankQueries { system: system.to_string(), rows };
        let mut replies = self.engine.stream(request);
        let mut reranked = Vec::new();
        while let Some(response) = replies.next_reply(|_| {}).await? {
            let Response::Rankings { rankings, last, .. } = response else {
                return Err(unexpected(&response));
            };
            reranked.extend(rankings);
            if last {
                break;
            }
        }
        Ok(reranked)
    }
}

/// Shows the orders that are done, out of `total`.
fn show(run: &Run<Orders>, orders: &Orders, total: u64) {
    let (what, done) = (String::new(), orders.len() as u64);
    run.progress(Progress { what, done, total, unit: ProgressUnit::Orders });
    run.partial(orders.clone());
}

/// Replaces the values of a definition's columns.
fn take_definition(
    best: &mut SystemValues,
    from: SystemValues,
    definition: usize,
    columns: &[Column],
) {
    let SystemValues { values, means, .. } = from;
    for (index, (values, mean)) in values.into_iter().zip(means).enumerate() {
        if columns.get(index).is_some_and(|column| column.definition == definition) {
            if let Some(place) = best.values.get_mut(index) {
                *place = values;
            }
            if let Some(place) = best.means.get_mut(index) {
                *place = mean;
            }
        }
    }
}
