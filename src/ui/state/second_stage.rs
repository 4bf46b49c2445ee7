//! The orders of a second stage, computed one after another while the page stays responsive.

use crate::messages::{Progress, ProgressUnit, Request, Response};
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Run, Task, TaskState, pause};
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, FirstStage, Order, SystemValues};
use rankscope_core::ranking::Hit;
use std::sync::Arc;

/// Orders with their values, as in the table: as found, by each system, random, best.
pub type Orders = Vec<(Order, Arc<SystemValues>)>;

/// The orders as signals.
#[derive(Clone, Copy)]
pub struct SecondStage {
    /// The orders of one first stage; its progress counts them.
    pub task: Task<Orders>,
    /// The first stage that the task reorders.
    first: RwSignal<Option<Arc<SystemValues>>>,
    engine: Engine,
}

impl SecondStage {
    /// No first stage yet.
    #[must_use]
    pub fn new(engine: Engine) -> Self {
        Self { task: Task::new(), first: RwSignal::new(None), engine }
    }

    /// Computes all orders of a first stage, unless they are done or in progress.
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
            first: FirstStage::new(dataset.clone(), columns.clone(), first.clone()),
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
    first: FirstStage,
}

impl Work {
    async fn orders(&self, run: &Run<Orders>) -> Result<Orders, Ended> {
        let systems = self.first.rerankers();
        let total = systems.len() as u64 + 3;
        let mut orders = Orders::new();
        let mut add = |order, values| {
            orders.push((order, Arc::new(values)));
            show(run, &orders, total);
        };
        show(run, &Orders::new(), total);
        add(Order::AsFound, self.first.as_found(pause).await);
        for id in systems {
            let order = self.first.by(&self.rescored(&id).await?);
            add(Order::By(id), self.first.tallied(&order, pause).await);
        }
        add(Order::Random, self.first.random(pause).await);
        if let Some(best) = self.first.best(pause).await {
            add(Order::Best, best);
        }
        Ok(orders)
    }

    /// The first hits with the scores of a system.
    async fn rescored(&self, system: &str) -> Result<Vec<Vec<Hit>>, Ended> {
        let rows = self.first.rows();
        let request = Request::RerankQueries { system: system.to_string(), rows };
        let mut replies = self.engine.stream(request);
        let mut rescored = Vec::new();
        while let Some(response) = replies.next_reply(|_| {}).await? {
            let Response::Rankings { rankings, last, .. } = response else {
                return Err(unexpected(&response));
            };
            rescored.extend(rankings);
            if last {
                break;
            }
        }
        Ok(rescored)
    }
}

/// Publishes the finished orders, out of `total`.
fn show(run: &Run<Orders>, orders: &Orders, total: u64) {
    let (what, done) = (String::new(), orders.len() as u64);
    run.progress(Progress { what, done, total, unit: ProgressUnit::Orders });
    run.partial(orders.clone());
}
