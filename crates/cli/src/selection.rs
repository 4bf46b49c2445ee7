//! What of a benchmark a command measures, where its arguments leave it open.

use crate::open::Benchmark;
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::Query;
use rankscope_core::metrics::{Measure, default_measures};
use std::collections::BTreeSet;

/// The given measures; else the benchmark's columns under this relevance; else the usual ones.
pub(crate) fn chosen_measures(
    given: &[Measure],
    benchmark: &Benchmark,
    relevance: &str,
) -> Result<Vec<Measure>> {
    if !given.is_empty() {
        return Ok(given.to_vec());
    }
    let headlines = benchmark.manifest.headlines.iter().filter(|h| h.relevance == relevance);
    let own = headlines.map(|h| h.measure.parse().context("a headline of benchmark.json"));
    let own = own.collect::<Result<Vec<Measure>>>()?;
    Ok(if own.is_empty() { default_measures() } else { own })
}

/// The rows of the queries of a split, or of all queries.
pub(crate) fn chosen_queries(split: Option<&str>, queries: &[Query]) -> Result<Vec<usize>> {
    let is_chosen = |query: &Query| split.is_none_or(|split| query.split == split);
    let rows: Vec<usize> =
        (0..).zip(queries).filter(|(_, q)| is_chosen(q)).map(|(row, _)| row).collect();
    if rows.is_empty()
        && let Some(split) = split
    {
        let known = names_of(queries.iter().map(|query| query.split.as_str()));
        bail!("no query is of the split {split}; there is {known}");
    }
    Ok(rows)
}

/// The distinct names in alphabetical order, for a message.
pub(crate) fn names_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let all: BTreeSet<&str> = names.filter(|name| !name.is_empty()).collect();
    if all.is_empty() { "none".into() } else { all.into_iter().collect::<Vec<_>>().join(", ") }
}
