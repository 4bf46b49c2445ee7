//! The systems of a benchmark, measured over its queries.

use super::report::{Report, summarised};
use crate::{
    evaluation::{Judged, Values, values},
    open::Benchmark,
    rank,
    reporter::progress_bar,
    selection::{chosen_measures, chosen_queries, names_of},
};
use anyhow::{Result, bail};
use rankscope_core::benchmark::{Query, System};
use rankscope_core::metrics::Measure;
use std::collections::BTreeMap;

/// What to measure; an empty list or `None` is the benchmark's default.
pub(super) struct Selection<'a> {
    /// Ids of systems.
    pub(super) systems: &'a [String],
    pub(super) measures: &'a [Measure],
    /// The id of a relevance definition.
    pub(super) relevance: Option<&'a str>,
    pub(super) split: Option<&'a str>,
    /// A facet of queries, for means over the queries of each value.
    pub(super) facet: Option<&'a str>,
}

/// Measures the selected systems; returns the measures as well.
pub(super) fn report(
    benchmark: &Benchmark,
    selection: &Selection<'_>,
) -> Result<(Report, Vec<Measure>)> {
    let relevance_id = benchmark.relevance_id(selection.relevance)?;
    let measures = chosen_measures(selection.measures, benchmark, &relevance_id)?;
    let systems = chosen_systems(selection.systems, benchmark)?;
    let queries = chosen_queries(selection.split, &benchmark.queries)?;
    let groups = match selection.facet {
        Some(facet) => grouped(facet, &queries, &benchmark.queries)?,
        None => BTreeMap::new(),
    };
    let judged = benchmark.judged(&relevance_id)?;
    let runs = measured(benchmark, &systems, &measures, &judged)?;
    let summary = |queries: &[usize]| summarised(&runs, queries, &judged.query_ids);
    let version = &benchmark.manifest.version;
    let report = Report {
        names: systems.iter().map(|system| system.id.clone()).collect(),
        revision: (!version.is_empty()).then(|| version.clone()),
        relevance: Some(relevance_id),
        split: selection.split.map(str::to_owned),
        runs: summary(&queries),
        by: selection.facet.map(str::to_owned),
        groups: groups.into_iter().map(|(group, queries)| (group, summary(&queries))).collect(),
        ..Report::default()
    };
    Ok((report, measures))
}

fn measured(
    benchmark: &Benchmark,
    systems: &[&System],
    measures: &[Measure],
    judged: &Judged,
) -> Result<Vec<(String, Vec<Values>)>> {
    let depth = rank::depth(measures.iter().map(|measure| (measure, &judged.relevance)));
    let progress = progress_bar(systems.len(), "systems");
    let mut runs = Vec::new();
    for system in systems {
        let rankings = rank::rankings(benchmark, system, depth)?;
        runs.push((system.id.clone(), values(measures, &rankings, judged)));
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(runs)
}

fn chosen_systems<'a>(ids: &[String], benchmark: &'a Benchmark) -> Result<Vec<&'a System>> {
    if ids.is_empty() {
        return Ok(benchmark.manifest.systems.iter().collect());
    }
    ids.iter().map(|id| benchmark.system(id)).collect()
}

/// The rows of the queries by their value of a facet.
fn grouped(facet: &str, rows: &[usize], queries: &[Query]) -> Result<BTreeMap<String, Vec<usize>>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for &row in rows {
        if let Some(value) = queries.get(row).and_then(|query| query.facets.get(facet)) {
            groups.entry(value.clone()).or_default().push(row);
        }
    }
    if groups.is_empty() {
        let facets = queries.iter().flat_map(|query| query.facets.keys());
        let known = names_of(facets.map(String::as_str));
        bail!("no query has the facet {facet}; there is {known}");
    }
    Ok(groups)
}
