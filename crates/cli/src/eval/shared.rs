//! A share of the queries, and all shares together.

use super::{
    benchmark::Selection,
    report::{Report, summarised},
};
use crate::{
    measured::measured_on,
    open::Benchmark,
    partial::{Asked, AskedBenchmark, AskedColumn, Partial, PartialCommand},
    selection::{chosen_measures, chosen_queries, chosen_systems, grouped},
    share::Share,
};
use anyhow::{Context, Result};
use rankscope_core::metrics::Measure;

/// Measures the selected systems on a share of the selected queries.
pub(super) fn partial(
    benchmark: &Benchmark,
    selection: &Selection<'_>,
    share: Share,
) -> Result<Partial> {
    let relevance = benchmark.relevance_id(selection.relevance)?;
    let measures = chosen_measures(selection.measures, benchmark, &relevance)?;
    let systems = chosen_systems(selection.systems, benchmark)?;
    let queries = chosen_queries(selection.split, &benchmark.queries)?;
    if let Some(facet) = selection.facet {
        // For its error: a share may have none of the facet's queries.
        grouped(facet, &queries, &benchmark.queries)?;
    }
    let judged = benchmark.judged(&relevance)?;
    let runs = measured_on(benchmark, &systems, &measures, &judged, share.of_rows(&queries))?;
    let column = |measure: &Measure| AskedColumn {
        measure: measure.to_string(),
        relevance: relevance.clone(),
    };
    let asked = Asked {
        command: PartialCommand::Eval,
        benchmark: AskedBenchmark::of(&benchmark.manifest)?,
        systems: systems.iter().map(|system| system.id.clone()).collect(),
        columns: measures.iter().map(column).collect(),
        split: selection.split.map(str::to_owned),
        by: selection.facet.map(str::to_owned),
        resamples: None,
    };
    let values: Vec<_> = runs.into_iter().map(|(_, values)| values).collect();
    Ok(Partial::new(asked, share, &queries, &benchmark.queries, &values))
}

/// The report of all shares together, and the measures.
pub(super) fn merged(whole: &Partial) -> Result<(Report, Vec<Measure>)> {
    let Asked { systems, columns, split, by, benchmark, .. } = &whole.asked;
    let relevance = columns.first().context("no measure was asked for")?.relevance.clone();
    let runs: Vec<_> = systems.iter().cloned().zip(whole.measured()?).collect();
    let ids = whole.query_ids();
    let all: Vec<usize> = (0..ids.len()).collect();
    let summary = |queries: &[usize]| summarised(&runs, queries, &ids);
    let report = Report {
        names: systems.clone(),
        revision: Some(benchmark.version.clone()).filter(|version| !version.is_empty()),
        relevance: Some(relevance),
        split: split.clone(),
        runs: summary(&all),
        by: by.clone(),
        groups: whole.groups().into_iter().map(|(group, of)| (group, summary(&of))).collect(),
        ..Report::default()
    };
    Ok((report, whole.measures()?))
}
