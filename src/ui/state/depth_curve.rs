//! What a second stage gains by how many first results it re-ranks, computed while the page stays
//! responsive.

use super::by_engine::{ByEngine, Input};
use super::second_stage::rankings;
use crate::ui::engine_client::Engine;
use crate::ui::task::{Ended, Later, Run, pauses};
use rankscope_core::analysis::{Board, Column, Dataset, FirstStage, RelevantRange, depths};
use rankscope_core::report::{CurveOver, Orders, RerankCurves};
use rankscope_messages::{Progress, ProgressUnit, Request};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The results that are re-ranked at each point.
pub const DEPTHS: [usize; 5] = [10, 20, 50, 100, 200];
const DEEPEST: usize = 200;

/// What a curve is of.
#[derive(Clone)]
pub struct Swept {
    pub dataset: Arc<Dataset>,
    pub first: String,
    pub second: String,
    pub column: Column,
    /// The definition whose candidates are re-ranked; `None` for the first hits of the whole corpus.
    pub candidates: Option<usize>,
    /// The queries, by row.
    pub rows: Arc<Vec<usize>>,
    /// Whether only those count that have 1 to 50 relevant pictures among the re-ranked.
    pub positives: bool,
}

impl PartialEq for Swept {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.dataset, &other.dataset)
            && (&self.first, &self.second) == (&other.first, &other.second)
            && (&self.column, self.candidates) == (&other.column, other.candidates)
            && (&self.rows, self.positives) == (&other.rows, other.positives)
    }
}

/// The points so far.
#[derive(Clone)]
pub struct DepthCurve {
    pub of: Swept,
    pub curves: Arc<RerankCurves>,
}

pub type DepthCurves = ByEngine<Swept>;

impl Input for Swept {
    type Output = DepthCurve;

    fn compute(self, run: Run<DepthCurve>, engine: Engine) -> Later<Result<DepthCurve, Ended>> {
        Box::pin(async move { curve(&run, self, engine).await })
    }
}

async fn curve(run: &Run<DepthCurve>, of: Swept, engine: Engine) -> Result<DepthCurve, Ended> {
    let (dataset, columns) = (of.dataset.clone(), vec![of.column.clone()]);
    let system = of.first.clone();
    let request = match of.candidates.and_then(|definition| dataset.candidates(definition)) {
        Some(rows) => Request::RerankQueries { system, rows },
        None => {
            let read = depths(&dataset, &columns).into_iter();
            Request::RankQueries {
                system,
                depths: read.map(|own| own.max(DEEPEST as u32)).collect(),
            }
        }
    };
    let pause = pauses();
    let hits = rankings(engine, request).await?;
    let board = Board::new(dataset.clone(), columns);
    let stage = FirstStage::new(dataset, board.columns.clone(), of.first.clone(), hits);
    let (system, rows) = (of.second.clone(), stage.reordering(DEEPEST).rows());
    let scored = rankings(engine, Request::RerankQueries { system, rows }).await?;
    let found = stage.as_found(&pause).await;
    let by = BTreeMap::new();
    let over = CurveOver { board: &board, rows: &of.rows, by: &by };
    let mut curves = RerankCurves::new();
    for (done, depth) in (0..).zip(DEPTHS) {
        let (what, total) = (String::new(), DEPTHS.len() as u64);
        run.progress(Progress { what, done, total, unit: ProgressUnit::Orders });
        let stage = stage.reordering(depth);
        let random = stage.random(&pause).await;
        let best = stage.best(&pause).await.unwrap_or_default();
        let reranked = stage.tallied(&stage.by(&scored).hits, &pause).await;
        let orders = Orders { found: &found, random: &random, best: &best, reranked: &reranked };
        let counts =
            of.positives.then(|| stage.counts(of.column.definition, Some(&RelevantRange::RERANK)));
        over.add(&mut curves, depth, orders, counts.as_deref(), &pause).await;
        run.partial(DepthCurve { of: of.clone(), curves: Arc::new(curves.clone()) });
    }
    Ok(DepthCurve { of, curves: Arc::new(curves) })
}
