//! How near a query's relevant pictures lie, against how well a system does on it: asked of the engine
//! once per choice.

use super::by_engine::{ByEngine, Input};
use super::second_stage::rankings;
use crate::ui::engine_client::Engine;
use crate::ui::task::{Ended, Later, Run};
use rankscope_core::analysis::{Column, Dataset, Hardness, SystemValues, hardness};
use rankscope_core::benchmark::Judgements;
use rankscope_messages::{Failure, Request};
use std::sync::Arc;

/// What is correlated.
#[derive(Clone)]
pub struct Correlated {
    pub dataset: Arc<Dataset>,
    pub values: Arc<SystemValues>,
    /// The column, and its place in the values.
    pub column: (usize, Column),
    /// The queries, by row.
    pub rows: Arc<Vec<usize>>,
}

impl PartialEq for Correlated {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.values, &other.values)
            && (&self.column, &self.rows) == (&other.column, &other.rows)
    }
}

#[derive(Clone)]
pub struct QueryHardness {
    pub of: Correlated,
    pub hardness: Arc<Hardness>,
}

pub type HardQueries = ByEngine<Correlated>;

impl Input for Correlated {
    type Output = QueryHardness;

    fn compute(self, _: Run<QueryHardness>, engine: Engine) -> Later<Result<QueryHardness, Ended>> {
        Box::pin(async move { computed(self, engine).await })
    }
}

async fn computed(of: Correlated, engine: Engine) -> Result<QueryHardness, Ended> {
    let Correlated { dataset, values, column: (index, column), rows } = &of;
    let relevance = dataset.relevance.get(column.definition);
    let relevant = |row: usize| -> Vec<u32> {
        let judged = u32::try_from(row).ok().and_then(|row| relevance?.of_query(row));
        let judged = judged.map_or(&[][..], Judgements::as_slice);
        judged.iter().filter(|(_, grade)| *grade >= 1).map(|(image, _)| *image).collect()
    };
    let mut asked = vec![Vec::new(); dataset.queries.len()];
    for row in rows.iter() {
        if let Some(place) = asked.get_mut(*row) {
            *place = relevant(*row);
        }
    }
    let request = Request::RerankQueries { system: values.system.clone(), rows: asked };
    let scored = rankings(engine, request).await?;
    let queries = rows
        .iter()
        .filter_map(|row| Some((*row, scored.get(*row)?.as_slice(), values.value(*index, *row))));
    match hardness(queries) {
        Ok(hardness) => Ok(QueryHardness { of, hardness: Arc::new(hardness) }),
        Err(e) => Err(Ended::Failed(Failure {
            title: "There is nothing to correlate".into(),
            detail: format!("{e}."),
            advice: "Choose more queries.".into(),
        })),
    }
}
