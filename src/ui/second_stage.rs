//! What a second stage makes of a first one: the first results of one system in the order of
//! every other system, in random order, and in the best order that there is.
//!
//! Each order is tallied like a system of its own, so that all columns, subsets and intervals of
//! the leaderboard hold for it.

use super::board_state::ids_with_queries;
use super::column::Column;
use super::dataset::Dataset;
use super::engine_client::{Answer, Engine};
use super::tally::{N_KEPT, SystemValues, Tally};
use crate::engine::protocol::{Failure, Request, RequestId, Response};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::random::SplitMix64;
use rankscope_core::ranking::{Hit, hits_in_order};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// So many of the first results are put in another order: all that the page keeps.
pub const DEPTH: usize = N_KEPT;
/// Shuffles whose mean is the random order's value.
pub const N_SHUFFLES: u64 = 5;
/// Queries that are tallied before the page gets a turn.
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

/// How far it is.
#[derive(Debug, Clone, PartialEq)]
pub enum StagePhase {
    /// Nothing is asked.
    Idle,
    /// So many orders of so many are done.
    Running(usize, usize),
    /// All are.
    Done,
    /// The visitor stopped it.
    Cancelled,
    /// The engine failed.
    Failed(Failure),
}

/// The orders as signals.
#[derive(Clone, Copy)]
pub struct SecondStage {
    /// How far it is.
    pub phase: RwSignal<StagePhase>,
    /// What is done, in the order of the table: as found, by systems, random, best.
    pub orders: RwSignal<Vec<(Order, Arc<SystemValues>)>>,
    /// The first stage that `orders` is about.
    first: RwSignal<Option<Arc<SystemValues>>>,
    /// Counts the computations: what belongs to an earlier one ends.
    generation: RwSignal<u32>,
    request: RwSignal<Option<RequestId>>,
    engine: Engine,
}

impl SecondStage {
    /// Nothing yet.
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        Self {
            phase: RwSignal::new(StagePhase::Idle),
            orders: RwSignal::new(Vec::new()),
            first: RwSignal::new(None),
            generation: RwSignal::new(0),
            request: RwSignal::new(None),
            engine,
        }
    }

    /// Computes all orders of a first stage, unless they are there.
    pub fn want(
        &self,
        dataset: &Arc<Dataset>,
        columns: &Arc<Vec<Column>>,
        first: &Arc<SystemValues>,
    ) {
        let is_same = self
            .first
            .with_untracked(|own| own.as_ref().is_some_and(|own| Arc::ptr_eq(own, first)));
        let is_over =
            matches!(self.phase.get_untracked(), StagePhase::Done | StagePhase::Running(..));
        if is_same && is_over {
            return;
        }
        self.stop();
        self.first.set(Some(first.clone()));
        self.orders.set(Vec::new());
        let work = Work {
            stage: *self,
            dataset: dataset.clone(),
            columns: columns.clone(),
            first: first.clone(),
            generation: self.generation.get_untracked(),
        };
        leptos::task::spawn_local(async move { work.run().await });
    }

    /// Stops; what is done stays.
    pub fn cancel(&self) {
        self.stop();
        self.phase.set(StagePhase::Cancelled);
    }

    fn stop(&self) {
        self.generation.update_untracked(|generation| *generation += 1);
        if let Some(id) = self.request.get_untracked() {
            self.request.set(None);
            self.engine.cancel(id);
        }
    }
}

/// One computation.
struct Work {
    stage: SecondStage,
    dataset: Arc<Dataset>,
    columns: Arc<Vec<Column>>,
    first: Arc<SystemValues>,
    generation: u32,
}

impl Work {
    async fn run(self) {
        let systems: Vec<String> = ids_with_queries(&self.dataset)
            .into_iter()
            .filter(|id| *id != self.first.system)
            // A run that was imported has no vectors to score with.
            .filter(|id| self.dataset.imported.iter().all(|import| import.id != *id))
            .collect();
        let n = systems.len() + 3;
        self.stage.phase.set(StagePhase::Running(0, n));
        let found: Vec<Vec<Hit>> = self.queries().map(|row| self.found(row).to_vec()).collect();
        if !self.add(Order::AsFound, self.tallied(&found).await, n) {
            return;
        }
        for id in systems {
            let Some(reranked) = self.reranked(&id).await else { return };
            if !self.add(Order::By(id), self.tallied(&reranked).await, n) {
                return;
            }
        }
        if !self.add(Order::Random, self.random().await, n) {
            return;
        }
        // The best order hangs on what is relevant: one for each definition.
        let mut best: Option<SystemValues> = None;
        for definition in 0..self.dataset.relevance.len() {
            let order: Vec<Vec<Hit>> =
                self.queries().map(|row| self.best(definition, row)).collect();
            let Some(values) = self.tallied(&order).await else { return };
            match &mut best {
                None => best = Some(values),
                Some(best) => take_definition(best, values, definition, &self.columns),
            }
        }
        if self.add(Order::Best, best, n) {
            self.stage.phase.set(StagePhase::Done);
        }
    }

    /// Whether the page still wants this.
    fn is_wanted(&self) -> bool {
        self.stage.generation.try_get_untracked() == Some(self.generation)
    }

    /// Keeps an order; whether to go on.
    fn add(&self, order: Order, values: Option<SystemValues>, n: usize) -> bool {
        let Some(values) = values.filter(|_| self.is_wanted()) else { return false };
        self.stage.orders.update(|orders| orders.push((order, Arc::new(values))));
        self.stage.phase.set(StagePhase::Running(self.stage.orders.with_untracked(Vec::len), n));
        true
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
                // Fisher–Yates.
                for last in (1..rows.len()).rev() {
                    let place = random.below_by_remainder(last as u64 + 1);
                    rows.swap(last, usize::try_from(place).unwrap_or(last));
                }
                hits_in_order(&rows)
            };
            let order: Vec<Vec<Hit>> = self.queries().map(shuffled).collect();
            let values = self.tallied(&order).await?;
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
    async fn tallied(&self, rankings: &[Vec<Hit>]) -> Option<SystemValues> {
        let system = self.first.system.clone();
        let mut tally = Tally::new(self.dataset.clone(), self.columns.clone(), system);
        let mut first_query = 0u32;
        for block in rankings.chunks(QUERIES_PER_TURN) {
            TimeoutFuture::new(0).await;
            if !self.is_wanted() {
                return None;
            }
            tally.add(first_query, block);
            first_query += u32::try_from(block.len()).unwrap_or(0);
        }
        Some(tally.finished())
    }

    /// The first results in the order of a system; `None` where it fails or is not wanted.
    async fn reranked(&self, system: &str) -> Option<Vec<Vec<Hit>>> {
        let rows = self.queries().map(|row| self.rows(row)).collect();
        let request = Request::RerankQueries { system: system.to_string(), rows };
        let so_far = Rc::new(RefCell::new(Vec::new()));
        let outcome = Rc::new(RefCell::new(None::<Result<(), Option<Failure>>>));
        let id = {
            let (so_far, outcome) = (so_far.clone(), outcome.clone());
            self.stage.engine.request(request, move |answer| match answer {
                Answer::Response(Response::Rankings { rankings, last, .. }) => {
                    so_far.borrow_mut().extend(rankings);
                    if last {
                        *outcome.borrow_mut() = Some(Ok(()));
                    }
                }
                Answer::Response(_) => {}
                Answer::Failed(failure) => *outcome.borrow_mut() = Some(Err(Some(failure))),
                Answer::Cancelled => *outcome.borrow_mut() = Some(Err(None)),
            })
        };
        self.stage.request.set(Some(id));
        loop {
            TimeoutFuture::new(5).await;
            if !self.is_wanted() {
                return None;
            }
            let outcome = outcome.borrow_mut().take();
            match outcome {
                None => {}
                Some(Ok(())) => {
                    self.stage.request.set(None);
                    return Some(so_far.take());
                }
                Some(Err(failure)) => {
                    self.stage.request.set(None);
                    self.stage.phase.set(failure.map_or(StagePhase::Cancelled, StagePhase::Failed));
                    return None;
                }
            }
        }
    }
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
