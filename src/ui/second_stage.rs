//! The orders of a second stage, computed one after the other while the page stays responsive.

use super::column::Column;
use super::dataset::Dataset;
use super::engine_client::{Answer, Engine};
use super::tally::SystemValues;
use crate::engine::protocol::{Failure, Request, RequestId, Response};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::analysis::FirstStage;
pub use rankscope_core::analysis::{DEPTH, N_SHUFFLES, Order};
use rankscope_core::ranking::Hit;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

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
            first: FirstStage::new(dataset.clone(), columns.clone(), first.clone()),
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
    first: FirstStage,
    generation: u32,
}

impl Work {
    async fn run(self) {
        let systems = self.first.rerankers();
        let n = systems.len() + 3;
        self.stage.phase.set(StagePhase::Running(0, n));
        let pause = async || self.pause().await;
        self.add(Order::AsFound, self.first.as_found(pause).await, n);
        for id in systems {
            let Some(reranked) = self.reranked(&id).await else { return };
            self.add(Order::By(id), self.first.tallied(&reranked, pause).await, n);
        }
        self.add(Order::Random, self.first.random(pause).await, n);
        if let Some(best) = self.first.best(pause).await {
            self.add(Order::Best, best, n);
        }
        if self.is_wanted() {
            self.stage.phase.set(StagePhase::Done);
        }
    }

    /// Lets the page respond. What is no longer wanted goes no further: nothing wakes it again.
    async fn pause(&self) {
        TimeoutFuture::new(0).await;
        if !self.is_wanted() {
            std::future::pending::<()>().await;
        }
    }

    /// Whether the page still wants this.
    fn is_wanted(&self) -> bool {
        self.stage.generation.try_get_untracked() == Some(self.generation)
    }

    fn add(&self, order: Order, values: SystemValues, n: usize) {
        if self.is_wanted() {
            self.stage.orders.update(|orders| orders.push((order, Arc::new(values))));
            let n_done = self.stage.orders.with_untracked(Vec::len);
            self.stage.phase.set(StagePhase::Running(n_done, n));
        }
    }

    /// The first results in the order of a system; `None` where it fails or is not wanted.
    async fn reranked(&self, system: &str) -> Option<Vec<Vec<Hit>>> {
        let request =
            Request::RerankQueries { system: system.to_string(), rows: self.first.rows() };
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
