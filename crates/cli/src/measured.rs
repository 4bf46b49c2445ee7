//! Systems of a benchmark, ranked and measured.

use crate::{
    evaluation::{Judged, Values, values},
    open::Benchmark,
    rank,
    reporter::progress_bar,
};
use anyhow::Result;
use rankscope_core::benchmark::System;
use rankscope_core::metrics::Measure;

/// The values of each system on every query, under the system's id.
pub(crate) fn measured(
    benchmark: &Benchmark,
    systems: &[&System],
    measures: &[Measure],
    judged: &Judged,
) -> Result<Vec<(String, Vec<Values>)>> {
    let all: Vec<usize> = (0..benchmark.queries.len()).collect();
    measured_on(benchmark, systems, measures, judged, &all)
}

/// The values of each system on these queries, given by row. The others are not ranked, and their
/// values mean nothing.
pub(crate) fn measured_on(
    benchmark: &Benchmark,
    systems: &[&System],
    measures: &[Measure],
    judged: &Judged,
    queries: &[usize],
) -> Result<Vec<(String, Vec<Values>)>> {
    let columns = measures.iter().map(|measure| (measure, &judged.relevance));
    let depths = rank::only(rank::depths(columns, benchmark.queries.len()), queries);
    let progress = progress_bar(systems.len(), "systems");
    let mut runs = Vec::new();
    for system in systems {
        let rankings = rank::rankings(benchmark, system, &depths)?;
        runs.push((system.id.clone(), values(measures, &rankings, judged)));
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(runs)
}
