//! Which measures and systems a command is asked about, and queries of a split or a facet.

use crate::benchmark::open::Benchmark;
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{Query, System};
use rankscope_core::metrics::{Measure, default_measures};
use std::collections::{BTreeMap, BTreeSet};

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

/// The systems of these ids; for an empty list all that can be measured.
pub(crate) fn chosen_systems<'a>(
    ids: &[String],
    benchmark: &'a Benchmark,
) -> Result<Vec<&'a System>> {
    if ids.is_empty() {
        return benchmark.measurable_systems();
    }
    ids.iter().map(|id| benchmark.system(id)).collect()
}

/// Refuses a name that is given twice: a test or a group would count it twice.
pub(crate) fn check_distinct(ids: &[String]) -> Result<()> {
    let mut seen = BTreeSet::new();
    match ids.iter().find(|id| !seen.insert(*id)) {
        Some(id) => bail!("system {id} is given twice; name each system once"),
        None => Ok(()),
    }
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

/// The rows of the queries by their value of a facet.
pub(crate) fn grouped(
    facet: &str,
    rows: &[usize],
    queries: &[Query],
) -> Result<BTreeMap<String, Vec<usize>>> {
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

/// The distinct names in alphabetical order, for a message.
pub(crate) fn names_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let all: BTreeSet<&str> = names.filter(|name| !name.is_empty()).collect();
    if all.is_empty() { "none".into() } else { all.into_iter().collect::<Vec<_>>().join(", ") }
}
