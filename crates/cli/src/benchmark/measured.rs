//! Systems of a benchmark, ranked and measured.

use crate::{
    benchmark::{open::Benchmark, rank},
    terminal::reporter::progress_bar,
};
use anyhow::Result;
use rankscope_core::analysis::{Board, SystemValues};
use rankscope_core::benchmark::System;

/// The values of each system on these queries, given by row. The others are not ranked, and their
/// values mean nothing.
pub(crate) fn measured(
    benchmark: &Benchmark,
    systems: &[&System],
    board: &Board,
    queries: &[usize],
) -> Result<Vec<SystemValues>> {
    let progress = progress_bar(systems.len(), "systems");
    let mut all = Vec::new();
    for system in systems {
        let rankings = rank::read_by(board, benchmark, system, queries)?;
        all.push(board.values(&system.id, &rankings));
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(all)
}
