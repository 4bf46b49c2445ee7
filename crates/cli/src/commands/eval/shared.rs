//! A share of the queries, and all shares together.

use super::benchmark::Selection;
use crate::{
    benchmark::{
        open::Benchmark,
        selection::{chosen_measures, chosen_systems, grouped},
    },
    ranking::{asked_queries::asked_queries, measured::measured},
    shares::{
        partial::{Asked, AskedBenchmark, AskedColumn, Partial, PartialCommand},
        share::Share,
    },
};
use anyhow::{Context, Result};
use rankscope_core::metrics::Measure;
use rankscope_core::report::{EvalReport, summarised};

/// Measures the selected systems on a share of the selected queries.
pub(super) fn partial(
    benchmark: &Benchmark,
    selection: &Selection<'_>,
    share: Share,
) -> Result<Partial> {
    let relevance = benchmark.relevance_id(selection.relevance)?;
    let measures = chosen_measures(selection.measures, benchmark, &relevance)?;
    let systems = chosen_systems(selection.systems, benchmark)?;
    let queries = asked_queries(selection.queries, benchmark, Some(&relevance))?;
    if let Some(facet) = selection.facet {
        // For its error: a share may have none of the facet's queries.
        grouped(facet, &queries, &benchmark.queries)?;
    }
    let board = benchmark.board(&measures, &relevance)?;
    let runs = measured(benchmark, &systems, &board, share.of_rows(&queries))?;
    let column = |measure: &Measure| AskedColumn {
        measure: measure.to_string(),
        relevance: relevance.clone(),
    };
    let asked = Asked {
        command: PartialCommand::Eval,
        benchmark: AskedBenchmark::of(&benchmark.manifest)?,
        systems: systems.iter().map(|system| system.id.clone()).collect(),
        columns: measures.iter().map(column).collect(),
        split: selection.queries.split.clone(),
        condition: selection.queries.condition.as_ref().map(ToString::to_string),
        by: selection.facet.map(str::to_owned),
        resamples: None,
    };
    Ok(Partial::new(asked, share, &queries, &benchmark.queries, &runs))
}

/// The report of all shares together, and the measures.
pub(super) fn merged(whole: &Partial) -> Result<(EvalReport, Vec<Measure>)> {
    let Asked { systems, columns, split, condition, by, benchmark, .. } = &whole.asked;
    let relevance = columns.first().context("no measure was asked for")?.relevance.clone();
    let (board, runs) = whole.measured()?;
    let all: Vec<usize> = (0..board.dataset.queries.len()).collect();
    let summary = |queries: &[usize]| summarised(&board, &runs, queries);
    let report = EvalReport {
        names: systems.clone(),
        revision: Some(benchmark.version.clone()).filter(|version| !version.is_empty()),
        relevance: Some(relevance),
        split: split.clone(),
        condition: condition.clone(),
        runs: summary(&all),
        by: by.clone(),
        groups: whole.groups().into_iter().map(|(group, of)| (group, summary(&of))).collect(),
        ..EvalReport::default()
    };
    Ok((report, whole.measures()?))
}
