//! A derived system measured by one of its numbers, point by point, while the page stays responsive.

use super::by_engine::{ByEngine, Input};
use super::second_stage::rankings_in_turns;
use crate::ui::engine_client::Engine;
use crate::ui::task::{Ended, Later, Run, pauses};
use rankscope_core::analysis::{
    Board, Column, Dataset, FirstStage, SystemValues, at_number, depths, words,
};
use rankscope_core::report::{SweptOver, SweptReport};
use rankscope_messages::{Failure, ProgressUnit, Request};
use std::sync::Arc;

/// What is measured.
#[derive(Clone)]
pub struct Swept {
    pub dataset: Arc<Dataset>,
    /// With `#` in place of the number.
    pub expression: String,
    pub numbers: Vec<f64>,
    /// The system that the others are compared with.
    pub baseline: String,
    pub column: Column,
    /// The queries, by row.
    pub rows: Arc<Vec<usize>>,
}

impl PartialEq for Swept {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.dataset, &other.dataset)
            && (&self.expression, &self.baseline) == (&other.expression, &other.baseline)
            && (&self.column, &self.rows) == (&other.column, &other.rows)
            && self.numbers == other.numbers
    }
}

/// The points so far.
#[derive(Clone)]
pub struct Sweep {
    pub of: Swept,
    pub report: Arc<SweptReport>,
}

pub type Sweeping = ByEngine<Swept>;

impl Input for Swept {
    type Output = Sweep;

    fn compute(self, run: Run<Sweep>, engine: Engine) -> Later<Result<Sweep, Ended>> {
        Box::pin(async move { sweep(&run, self, engine).await })
    }
}

async fn sweep(run: &Run<Sweep>, of: Swept, engine: Engine) -> Result<Sweep, Ended> {
    let board = Board::new(of.dataset.clone(), vec![of.column.clone()]);
    let total = of.numbers.len();
    let baseline = values(&of, &board, &of.baseline, engine, |_| {}).await?;
    let over = SweptOver { board: &board, baseline: &baseline, rows: &of.rows };
    let mut report = SweptReport::new();
    for (done, number) in of.numbers.iter().enumerate() {
        run.count(of.expression.clone(), done, total, ProgressUnit::Orders);
        let system = at_number(&of.expression, *number).map_err(|e| Failure {
            title: "This system cannot be measured".into(),
            detail: e.to_string(),
            advice: "Choose another number or system.".into(),
        })?;
        // Guides of many queries take minutes.
        let n_queries = of.dataset.queries.len();
        let ranked = |n: usize| {
            let what = format!(
                "{system} · {} of {}",
                words::count(n),
                words::counted(n_queries, "query", "queries")
            );
            run.count(what, done * n_queries + n, total * n_queries, ProgressUnit::Queries);
        };
        let values = values(&of, &board, &system.to_string(), engine, ranked).await?;
        over.add(&mut report, *number, &values, pauses()).await;
        run.partial(Sweep { of: of.clone(), report: Arc::new(report.clone()) });
    }
    Ok(Sweep { of, report: Arc::new(report) })
}

async fn values(
    of: &Swept,
    board: &Board,
    id: &str,
    engine: Engine,
    ranked: impl Fn(usize),
) -> Result<SystemValues, Ended> {
    let system = id.to_owned();
    let request = match of.dataset.candidates(of.column.definition) {
        Some(rows) => Request::RerankQueries { system, rows },
        None => Request::RankQueries { system, depths: depths(&of.dataset, &board.columns) },
    };
    let hits = rankings_in_turns(engine, request, |_| {}, ranked).await?;
    let stage = FirstStage::new(of.dataset.clone(), board.columns.clone(), id.to_owned(), hits);
    Ok(stage.as_found(pauses()).await)
}
