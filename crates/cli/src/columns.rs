//! Columns of a benchmark: measures, each under a definition of relevance, over every system.

use crate::{
    evaluation::{Judged, Values, values},
    open::Benchmark,
    rank,
    reporter::progress_bar,
};
use anyhow::{Context, Result};
use rankscope_core::benchmark::{Headline, Manifest, System};
use rankscope_core::metrics::Measure;
use std::collections::BTreeMap;

/// A measure under a relevance definition, given by its id.
pub(crate) type Column = (Measure, String);

/// The columns that the benchmark's authors name.
pub(crate) fn headlines(manifest: &Manifest) -> Result<Vec<Column>> {
    let headlines = manifest.headlines.iter();
    let column = |headline: &Headline| {
        let measure = headline.measure.parse().context("a headline of benchmark.json")?;
        Ok((measure, headline.relevance.clone()))
    };
    headlines.map(column).collect()
}

/// The values of each column per query, `[systems][columns]`.
pub(crate) fn measured(
    benchmark: &Benchmark,
    systems: &[&System],
    columns: &[Column],
) -> Result<Vec<Vec<Values>>> {
    let all: Vec<usize> = (0..benchmark.queries.len()).collect();
    measured_on(benchmark, systems, columns, &all)
}

/// The same for these queries, given by row. The others are not ranked, and their values mean nothing.
pub(crate) fn measured_on(
    benchmark: &Benchmark,
    systems: &[&System],
    columns: &[Column],
    queries: &[usize],
) -> Result<Vec<Vec<Values>>> {
    // Grouped by relevance, so that each judges a ranking once.
    let mut groups: BTreeMap<&str, (Judged, Vec<usize>)> = BTreeMap::new();
    for (index, (_, id)) in columns.iter().enumerate() {
        if !groups.contains_key(id.as_str()) {
            groups.insert(id, (benchmark.judged(id)?, Vec::new()));
        }
        groups.entry(id).and_modify(|(_, of_group)| of_group.push(index));
    }
    let judged = |(measure, id): &Column| Some((*measure, &groups.get(id.as_str())?.0));
    let resolved: Vec<(Measure, &Judged)> = columns.iter().filter_map(judged).collect();
    let judged = resolved.iter().map(|(measure, by)| (measure, &by.relevance));
    let depths = rank::only(rank::depths(judged, benchmark.queries.len()), queries);
    let progress = progress_bar(systems.len(), "systems");
    let mut measured = Vec::new();
    for system in systems {
        let rankings = rank::rankings(benchmark, system, &depths)?;
        let mut of_system: Vec<(usize, Values)> = Vec::new();
        for (by, of_group) in groups.values() {
            let measures: Vec<Measure> =
                of_group.iter().filter_map(|index| Some(columns.get(*index)?.0)).collect();
            of_system.extend(of_group.iter().copied().zip(values(&measures, &rankings, by)));
        }
        of_system.sort_by_key(|(index, _)| *index);
        measured.push(of_system.into_iter().map(|(_, values)| values).collect());
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(measured)
}
