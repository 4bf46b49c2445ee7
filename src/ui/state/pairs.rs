//! Pairs of captions and pictures from a visitor's file, and every system's scores of them.

use super::by_engine::{ByEngine, Input};
use super::second_stage::rankings;
use crate::ui::engine_client::Engine;
use crate::ui::imports::not_imported;
use crate::ui::task::{Ended, Later, Run};
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::formats::{IdTable, pairs_from_text, text_from_bytes};
use rankscope_core::imported::CaseRows;
use rankscope_core::metrics::PairScores;
use rankscope_core::report::PairsReport;
use rankscope_messages::{Failure, ProgressUnit, Request};
use std::sync::Arc;

/// The cases of a file, by rows of a benchmark.
#[derive(Debug, Clone, PartialEq)]
pub struct Cases {
    pub file: String,
    /// Of the benchmark.
    pub base_url: String,
    pub rows: Vec<CaseRows>,
}

impl Cases {
    pub fn read(dataset: &Dataset, file: &str, bytes: &[u8]) -> Result<Self, Failure> {
        let refused = |e: rankscope_core::formats::FormatError| Failure {
            advice: "Columns query_0, query_1, image_0 and image_1 hold ids of this benchmark."
                .into(),
            ..not_imported(file, e.to_string())
        };
        let text = text_from_bytes(file, bytes).map_err(refused)?;
        let cases = pairs_from_text(file, &text).map_err(refused)?;
        let table = |ids: &mut dyn Iterator<Item = String>| {
            let mut table = IdTable::default();
            ids.for_each(|id| {
                table.row(&id);
            });
            table
        };
        let queries = table(&mut dataset.queries.iter().map(|query| query.id.clone()));
        let ids = dataset.image_ids();
        let rows = 0..dataset.n_images();
        let images = table(&mut rows.filter_map(|row| Some(ids.get(row)?.into_owned())));
        let of = "the benchmark";
        let rows = CaseRows::of(file, &cases, (&queries, of), (&images, of)).map_err(refused)?;
        Ok(Self { file: file.into(), base_url: dataset.base_url.clone(), rows })
    }
}

/// What is measured.
#[derive(Clone)]
pub struct PairedOf {
    pub dataset: Arc<Dataset>,
    pub cases: Arc<Cases>,
    pub systems: Vec<String>,
}

impl PartialEq for PairedOf {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.dataset, &other.dataset)
            && Arc::ptr_eq(&self.cases, &other.cases)
            && self.systems == other.systems
    }
}

/// The systems so far.
#[derive(Clone)]
pub struct Paired {
    pub of: PairedOf,
    pub reports: Arc<Vec<(String, PairsReport)>>,
}

#[derive(Clone, Copy)]
pub struct Pairs {
    pub cases: RwSignal<Option<Arc<Cases>>>,
    /// Why the last file was not read.
    pub failure: RwSignal<Option<Failure>>,
    pub measured: ByEngine<PairedOf>,
}

impl Pairs {
    pub fn new(engine: Engine) -> Self {
        let (cases, failure) = (RwSignal::new(None), RwSignal::new(None));
        Self { cases, failure, measured: ByEngine::new(engine) }
    }
}

impl Input for PairedOf {
    type Output = Paired;

    fn compute(self, run: Run<Paired>, engine: Engine) -> Later<Result<Paired, Ended>> {
        Box::pin(async move { measure(&run, self, engine).await })
    }
}

async fn measure(run: &Run<Paired>, of: PairedOf, engine: Engine) -> Result<Paired, Ended> {
    let mut asked = vec![Vec::new(); of.dataset.queries.len()];
    for case in &of.cases.rows {
        for query in case.queries {
            if let Some(images) = asked.get_mut(query as usize) {
                images.extend(case.images);
            }
        }
    }
    for images in &mut asked {
        images.sort_unstable();
        images.dedup();
    }
    let mut reports = Vec::new();
    for (done, system) in of.systems.iter().enumerate() {
        run.count("Scoring the pairs", done, of.systems.len(), ProgressUnit::Orders);
        let request = Request::RerankQueries { system: system.clone(), rows: asked.clone() };
        let scored = rankings(engine, request).await?;
        let of_cases: Vec<PairScores> =
            of.cases.rows.iter().filter_map(|case| case.scores(&scored)).collect();
        reports.push((system.clone(), PairsReport::of(&of_cases)));
        run.partial(Paired { of: of.clone(), reports: Arc::new(reports.clone()) });
    }
    Ok(Paired { of, reports: Arc::new(reports) })
}
