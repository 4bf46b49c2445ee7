//! Runs from TREC files, measured against qrels, in one direction or both.

use crate::{
    benchmark::selection::names_of,
    reading::run_files::{ReadRun, RunFile, RunReader, check_names},
    terminal::reporter::progress_bar,
};
use anyhow::{Result, bail};
use rankscope_core::metrics::Measure;
use rankscope_core::report::{self, EvalReport, RunValues, summarised};
use std::{num::NonZero, path::Path, thread};

/// Judgements and the runs to measure against them.
pub(super) struct Direction<'a> {
    pub(super) qrels: &'a Path,
    pub(super) runs: &'a [RunFile],
}

/// Measures the runs of one direction, or of both together with their means.
pub(super) fn report(
    forward: &Direction<'_>,
    reverse: Option<&Direction<'_>>,
    measures: &[Measure],
) -> Result<EvalReport> {
    let mut report = EvalReport {
        names: forward.runs.iter().map(|run| run.name.clone()).collect(),
        runs: measured(forward, measures)?,
        ..EvalReport::default()
    };
    if let Some(reverse) = reverse {
        report.reverse = measured(reverse, measures)?;
        report.both = means_of_both(&report.runs, &report.reverse)?;
    }
    Ok(report)
}

fn measured(direction: &Direction<'_>, measures: &[Measure]) -> Result<RunValues> {
    check_names(direction.runs)?;
    let mut reader = RunReader::open(direction.qrels)?;
    let progress = progress_bar(direction.runs.len(), "runs");
    let mut runs = Vec::new();
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    for files in direction.runs.chunks(n_threads) {
        for (file, read) in files.iter().zip(ReadRun::open_all(files)) {
            let run = reader.rankings(read?)?;
            runs.push(reader.board(measures).values_of_run(&file.name, &run));
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    let board = reader.board(measures);
    let all: Vec<usize> = (0..board.dataset.queries.len()).collect();
    Ok(summarised(&board, &runs, &all))
}

/// The mean of both directions for each run. Both must have the same runs.
fn means_of_both(forward: &RunValues, reverse: &RunValues) -> Result<RunValues> {
    if !forward.keys().eq(reverse.keys()) {
        let names = |runs: &RunValues| names_of(runs.keys().map(String::as_str));
        bail!(
            "the runs are {}, those of the reverse direction {}: give both the same names, as \
             NAME=FILE",
            names(forward),
            names(reverse)
        );
    }
    Ok(report::means_of_both(forward, reverse))
}
