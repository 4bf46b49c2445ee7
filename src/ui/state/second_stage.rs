//! The orders of a second stage, computed one after another while the page stays responsive.

use super::by_engine::{ByEngine, Input};
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::task::{Ended, Later, Run, pauses};
use rankscope_core::analysis::{Column, Dataset, FirstStage, N_KEPT, Order, SystemValues};
use rankscope_core::ranking::Hit;
use rankscope_messages::{Progress, ProgressUnit, Request, Response};
use std::sync::Arc;

#[derive(Clone)]
pub struct Stage {
    pub dataset: Arc<Dataset>,
    pub first: Arc<SystemValues>,
    pub columns: Arc<Vec<Column>>,
    /// The definition whose candidates are re-ranked; `None` for the first hits of the whole
    /// corpus.
    pub candidates: Option<usize>,
    pub depth: usize,
}

impl PartialEq for Stage {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.first, &other.first)
            && self.columns == other.columns
            && (self.candidates, self.depth) == (other.candidates, other.depth)
    }
}

#[derive(Clone)]
pub struct Ordered {
    pub order: Order,
    pub values: Arc<SystemValues>,
    /// How many hits of each query have no score; empty for an order that needs none.
    pub n_unscored: Arc<Vec<usize>>,
}

/// A first stage in all orders so far: as found, by each system, random, best.
#[derive(Clone)]
pub struct Orders {
    pub stage: Stage,
    pub n_hits: Arc<Vec<usize>>,
    /// How many hits are relevant, `[columns][queries]`, under each column's definition.
    pub n_relevant: Arc<Vec<Vec<usize>>>,
    pub all: Vec<Ordered>,
}

/// The orders of one first stage; its progress counts them.
pub type SecondStage = ByEngine<Stage>;

impl Input for Stage {
    type Output = Orders;

    fn compute(self, run: Run<Orders>, engine: Engine) -> Later<Result<Orders, Ended>> {
        Box::pin(async move { orders(&run, self, engine).await })
    }
}

async fn orders(run: &Run<Orders>, stage: Stage, engine: Engine) -> Result<Orders, Ended> {
    let pause = pauses();
    let hits = first_hits(&stage, engine).await?;
    let Stage { dataset, columns, first, .. } = &stage;
    let first = FirstStage::new(dataset.clone(), columns.clone(), first.system.clone(), hits);
    let systems = first.rerankers();
    let total = systems.len() as u64 + 3;
    let n_relevant = columns.iter().map(|column| first.n_relevant(column.definition)).collect();
    let mut orders = Orders {
        n_hits: Arc::new(first.n_hits()),
        n_relevant: Arc::new(n_relevant),
        all: Vec::new(),
        stage,
    };
    show(run, &orders, total);
    let mut add = |order, values, n_unscored| {
        let (values, n_unscored) = (Arc::new(values), Arc::new(n_unscored));
        orders.all.push(Ordered { order, values, n_unscored });
        show(run, &orders, total);
    };
    add(Order::AsFound, first.as_found(&pause).await, Vec::new());
    for id in systems {
        let request = Request::RerankQueries { system: id.clone(), rows: first.rows() };
        let rescored = first.by(&rankings(engine, request).await?);
        add(Order::By(id), first.tallied(&rescored.hits, &pause).await, rescored.n_unscored);
    }
    add(Order::Random, first.random(&pause).await, Vec::new());
    if let Some(best) = first.best(&pause).await {
        add(Order::Best, best, Vec::new());
    }
    Ok(orders)
}

/// The hits to reorder: those that are kept, or a deeper ranking.
async fn first_hits(stage: &Stage, engine: Engine) -> Result<Vec<Vec<Hit>>, Ended> {
    let Stage { dataset, first, candidates, depth, .. } = stage;
    let mut hits = if *depth <= N_KEPT {
        let of_query = |row: u32| match candidates {
            Some(definition) => first.head(*definition, row).to_vec(),
            None => first.hits(row).to_vec(),
        };
        (0u32..).take(dataset.queries.len()).map(of_query).collect()
    } else {
        let system = first.system.clone();
        let request = match candidates.and_then(|definition| dataset.candidates(definition)) {
            Some(rows) => Request::RerankQueries { system, rows },
            None => {
                let depth = u32::try_from(*depth).unwrap_or(u32::MAX);
                Request::RankQueries { system, depths: vec![depth; dataset.queries.len()] }
            }
        };
        rankings(engine, request).await?
    };
    hits.iter_mut().for_each(|hits: &mut Vec<Hit>| hits.truncate(*depth));
    Ok(hits)
}

pub(super) async fn rankings(engine: Engine, request: Request) -> Result<Vec<Vec<Hit>>, Ended> {
    rankings_in_turns(engine, request, |_| {}, |_| {}).await
}

/// The same, with the engine's progress, and how many rankings there are so far.
pub(super) async fn rankings_in_turns(
    engine: Engine,
    request: Request,
    on_progress: impl Fn(Progress),
    on_rankings: impl Fn(usize),
) -> Result<Vec<Vec<Hit>>, Ended> {
    let mut replies = engine.stream(request);
    let mut all = Vec::new();
    while let Some(response) = replies.next_reply(&on_progress).await? {
        let Response::Rankings { rankings, .. } = response else {
            return Err(unexpected(&response));
        };
        all.extend(rankings);
        on_rankings(all.len());
    }
    Ok(all)
}

/// Publishes the finished orders, out of `total`.
fn show(run: &Run<Orders>, orders: &Orders, total: u64) {
    let (what, done) = (String::new(), orders.all.len() as u64);
    run.progress(Progress { what, done, total, unit: ProgressUnit::Orders });
    run.partial(orders.clone());
}
