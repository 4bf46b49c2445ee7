//! Systems of a benchmark, ranked and measured.

use crate::{
    benchmark::open::Benchmark,
    ranking::rank,
    terminal::reporter::{self, progress_bar},
};
use anyhow::Result;
use rankscope_core::analysis::{Board, SystemValues};
use rankscope_core::benchmark::System;
use rankscope_core::ranking::Hit;

/// The values of each system on these queries, given by row. The others are not ranked and have none.
pub(crate) fn measured(
    benchmark: &Benchmark,
    systems: &[&System],
    board: &Board,
    queries: &[usize],
) -> Result<Vec<SystemValues>> {
    let progress = progress_bar(systems.len(), "systems");
    let mut all = Vec::new();
    for system in systems {
        warn_of_banks(benchmark, system, queries);
        all.push(values(benchmark, system, board, queries)?.over(&board.dataset, queries));
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(all)
}

/// Where judgements rank candidates only, these are ranked apart, and no other image is scored.
fn values(
    benchmark: &Benchmark,
    system: &System,
    board: &Board,
    queries: &[usize],
) -> Result<SystemValues> {
    let rankings = rank::rankings(benchmark, system, &rank::only(board.depths_apart(), queries))?;
    let mut apart: Vec<(usize, Vec<Vec<Hit>>)> = Vec::new();
    for (definition, mut candidates) in board.candidates() {
        let all: Vec<usize> = candidates.iter().map(Vec::len).collect();
        for (of_query, n) in candidates.iter_mut().zip(rank::only(all, queries)) {
            of_query.truncate(n);
        }
        apart.push((definition, rank::candidates(benchmark, system, &candidates)?));
    }
    Ok(board.values_apart(&system.id, &rankings, &apart))
}

/// Says so if queries are measured that scores are normalised over.
fn warn_of_banks(benchmark: &Benchmark, system: &System, queries: &[usize]) {
    for (bank, n) in benchmark.dataset.in_own_banks(&system.id, queries) {
        reporter::warn(format_args!(
            "{}: {n} of the {} queries measured are in its bank, the split {bank}; measure another \
             split (--split)",
            system.id,
            queries.len()
        ));
    }
}
