//! How alike the systems of a benchmark are, whatever the judgements.

use super::matrix::{numbered, square};
use crate::{
    benchmark::open::Benchmark,
    ranking::{asked_queries::asked_queries, rank},
    terminal::{
        arguments::QueryArgs,
        output::{self, Format, Layout},
        reporter::progress_bar,
    },
};
use anyhow::{Result, bail};
use rankscope_core::analysis::{DIVERSITY_DEPTH, DIVERSITY_TOP, Likeness, likeness};
use rankscope_core::benchmark::System;
use rankscope_core::ranking::Hit;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Report {
    systems: Vec<String>,
    /// How many queries the means are over.
    n_queries: usize,
    /// The first hits whose order is compared.
    top: usize,
    /// A first hit is looked for among this many.
    depth: usize,
    /// `[systems][systems]`: the mean τ-b of the first hits.
    tau_b: Vec<Vec<Option<f64>>>,
    /// `[systems][systems]`: the mean rank of the row's first hit in the column's list.
    rank_of_first: Vec<Vec<Option<f64>>>,
}

/// Every pair of systems over the queries that are asked for.
pub(super) fn report(
    benchmark: &Benchmark,
    systems: &[&System],
    queries: &QueryArgs,
) -> Result<Report> {
    if systems.len() < 2 {
        bail!("there are fewer than two systems: there is nothing to compare");
    }
    let queries = asked_queries(queries, benchmark, None)?;
    let bar = progress_bar(systems.len(), "systems");
    let mut lists: Vec<Vec<Vec<Hit>>> = Vec::new();
    for system in systems {
        lists.push(rank::top_k(benchmark, system, DIVERSITY_DEPTH)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let list = |system: usize, query: usize| {
        lists.get(system).and_then(|of| of.get(query)).map_or(&[][..], Vec::as_slice)
    };
    let n = systems.len();
    let mut report = Report {
        systems: systems.iter().map(|system| system.id.clone()).collect(),
        n_queries: queries.len(),
        top: DIVERSITY_TOP,
        depth: DIVERSITY_DEPTH,
        tau_b: vec![vec![None; n]; n],
        rank_of_first: vec![vec![None; n]; n],
    };
    for (a, b) in (0..n).flat_map(|a| (a..n).map(move |b| (a, b))) {
        let pairs = queries.iter().map(|query| (list(a, *query), list(b, *query)));
        let Likeness { tau_b, rank_of_a, rank_of_b, .. } = likeness(pairs);
        for (row, column, rank) in [(a, b, rank_of_a), (b, a, rank_of_b)] {
            set(&mut report.tau_b, row, column, tau_b);
            set(&mut report.rank_of_first, row, column, rank);
        }
    }
    Ok(report)
}

fn set(matrix: &mut [Vec<Option<f64>>], row: usize, column: usize, value: Option<f64>) {
    if let Some(place) = matrix.get_mut(row).and_then(|row| row.get_mut(column)) {
        *place = value;
    }
}

impl Report {
    pub(super) fn print(&self, format: Format) -> Result<()> {
        match format {
            Format::Json => output::print_json(self),
            Format::Csv => output::print(&output::csv(&square(&self.systems, &self.tau_b))?),
            Format::Table | Format::Latex | Format::Markdown => {
                output::print(&self.table(format.layout().unwrap_or(Layout::Columns)))
            }
        }
    }

    fn table(&self, layout: Layout) -> String {
        let Self { top, depth, n_queries, .. } = self;
        let title = format!("tau-b of the first {top}, {n_queries} queries");
        let mut text = numbered(&title, &self.systems, &self.tau_b, layout);
        let title = format!("rank of the row's first among the column's first {depth}");
        text.push('\n');
        text.push_str(&numbered(&title, &self.systems, &self.rank_of_first, layout));
        text
    }
}
