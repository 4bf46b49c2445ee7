//! `rankscope facets --distribution`: the relevant images per query of each group.

use crate::{
    ranking::asked_queries::{asked_queries, opened},
    terminal::{
        arguments::QueryArgs,
        output::{self, Layout, PaperFormat},
    },
};
use anyhow::{Result, bail};
use rankscope_core::analysis::{RelevantCounts, RelevantRange, relevant_counts};
use rankscope_core::report::distribution_json;
use std::path::Path;

/// The group of all queries; no value of a facet has brackets around it.
const ALL: &str = "(all)";

/// What is counted.
pub(super) struct Wanted<'a> {
    pub(super) facet: &'a str,
    pub(super) relevance: Option<&'a str>,
    pub(super) queries: &'a QueryArgs,
    pub(super) range: RelevantRange,
}

pub(super) fn run(folder: &Path, wanted: &Wanted<'_>, format: PaperFormat) -> Result<()> {
    let Wanted { facet, relevance, queries, range } = wanted;
    let benchmark = opened(folder, queries)?;
    let rows = asked_queries(queries, &benchmark, *relevance)?;
    let relevance = benchmark.relevance(&benchmark.relevance_id(*relevance)?)?;
    let queries = || rows.iter().filter_map(|row| Some((*row, benchmark.queries.get(*row)?)));
    let judged = |row: usize| relevance.of_query(u32::try_from(row).ok()?);
    let of_value = queries()
        .filter_map(|(row, query)| Some((query.facets.get(*facet)?.as_str(), judged(row))));
    let mut groups = relevant_counts(of_value, range);
    if groups.is_empty() {
        let known: Vec<&str> =
            benchmark.dataset.manifest.facets.iter().map(|f| f.name.as_str()).collect();
        bail!(
            "no query with {range} relevant images has the facet {}; the benchmark's facets are {}",
            facet,
            known.join(", ")
        );
    }
    groups.extend(relevant_counts(queries().map(|(row, _)| (ALL, judged(row))), range));
    match format.layout() {
        None => output::print_json(&distribution_json(&groups)),
        Some(layout) => output::print(&table(&groups, facet, layout)),
    }
}

fn table(groups: &[RelevantCounts], facet: &str, layout: Layout) -> String {
    let header = ["queries", "judged", "relevant", "images", "mean", "min", "median", "max"];
    let mut rows = vec![std::iter::once(facet).chain(header).map(String::from).collect()];
    for own in groups {
        let mut row = vec![own.value.clone()];
        row.extend(
            [own.n_queries, own.n_judged, own.n_relevant, own.n_images].map(|n| n.to_string()),
        );
        row.extend([format!("{:.1}", own.mean()), own.min.to_string()]);
        row.extend([own.median.to_string(), own.max.to_string()]);
        rows.push(row);
    }
    output::laid_out(layout, facet, &rows)
}
