//! The queries that a command takes: of a split, and by conditions that may ask for values.

use crate::{
    benchmark::{open::Benchmark, selection::chosen_queries},
    ranking::measured::measured,
    terminal::{arguments::QueryArgs, reporter},
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::QueryCondition;
use rankscope_core::metrics::Measure;
use std::path::Path;

/// The benchmark with the facets that a command takes from tables.
///
/// # Errors
/// A folder that is no benchmark, and those of [`Benchmark::with_facets`].
pub(crate) fn opened(folder: &Path, asked: &QueryArgs) -> Result<Benchmark> {
    Benchmark::open(folder)?.with_facets(&asked.facets)
}

/// The rows of the queries that a command takes; where images ask, all of them. Values that a condition asks
/// for are measured on the queries of the split, under this definition of relevance or the benchmark's
/// default.
///
/// # Errors
/// No query is of the split or meets the condition; a facet, a value, a system or a definition that is not
/// there.
pub(crate) fn asked_queries(
    asked: &QueryArgs,
    benchmark: &Benchmark,
    relevance: Option<&str>,
) -> Result<Vec<usize>> {
    if benchmark.dataset.is_reversed() {
        if asked.split.is_some() || asked.condition.is_some() {
            reporter::warn(
                "--split and --where choose texts that ask: every image with a relevant text takes part",
            );
        }
        return Ok(benchmark.query_rows());
    }
    let rows = chosen_queries(asked.split.as_deref(), &benchmark.queries)?;
    let Some(condition) = &asked.condition else { return Ok(rows) };
    let met = rows_where(condition, benchmark, relevance, &rows)
        .with_context(|| format!("--where {condition}"))?;
    if met.is_empty() {
        let split = asked.split.iter().map(|split| format!(" of the split {split}"));
        bail!("no query{} meets {condition}", split.collect::<String>());
    }
    Ok(met)
}

fn rows_where(
    condition: &QueryCondition,
    benchmark: &Benchmark,
    relevance: Option<&str>,
    rows: &[usize],
) -> Result<Vec<usize>> {
    condition.check(&benchmark.queries)?;
    let needed = condition.values();
    let systems = needed.iter().map(|(_, id)| benchmark.system(id)).collect::<Result<Vec<_>>>()?;
    if !condition.needs_judgements() {
        return Ok(condition.rows(&benchmark.dataset, None, rows, |_, _, _| None));
    }
    let relevance = benchmark.relevance_id(relevance)?;
    let mut values = Vec::new();
    for ((measure, _), system) in needed.iter().zip(systems) {
        let board = benchmark.board(&[*measure], &relevance)?;
        values.extend(measured(benchmark, &[system], &board, rows)?);
    }
    let value = |measure: Measure, id: &str, row: usize| {
        let place = needed.iter().position(|pair| *pair == (measure, id))?;
        values.get(place)?.value(0, row)
    };
    let judged = benchmark.relevance(&relevance)?;
    Ok(condition.rows(&benchmark.dataset, Some(judged), rows, value))
}
