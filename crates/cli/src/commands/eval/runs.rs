//! Runs from TREC files, measured against qrels, in one direction or both.

use crate::{
    benchmark::selection::names_of,
    reading::run_files::{ReadRun, RunFile, RunReader, check_names},
    terminal::reporter::progress_bar,
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::QueryCondition;
use rankscope_core::metrics::Measure;
use rankscope_core::report::{self, EvalReport, RunValues, summarised};
use std::{num::NonZero, path::Path, thread};

/// Judgements and the runs to measure against them.
pub(super) struct Direction<'a> {
    pub(super) qrels: &'a Path,
    pub(super) runs: &'a [RunFile],
}

/// Measures the runs of one direction, or of both together with their means. A condition is one on the
/// queries of the first direction.
pub(super) fn report(
    forward: &Direction<'_>,
    reverse: Option<&Direction<'_>>,
    measures: &[Measure],
    condition: Option<&QueryCondition>,
) -> Result<EvalReport> {
    let mut report = EvalReport {
        names: forward.runs.iter().map(|run| run.name.clone()).collect(),
        condition: condition.map(ToString::to_string),
        runs: measured(forward, measures, condition)?,
        ..EvalReport::default()
    };
    if let Some(reverse) = reverse {
        report.reverse = measured(reverse, measures, None)?;
        report.both = means_of_both(&report.runs, &report.reverse)?;
    }
    Ok(report)
}

fn measured(
    direction: &Direction<'_>,
    measures: &[Measure],
    condition: Option<&QueryCondition>,
) -> Result<RunValues> {
    check_names(direction.runs)?;
    let mut reader = RunReader::open(direction.qrels)?;
    // Those that are asked for first, so that they have the same places without the others.
    let mut with_needed = measures.to_vec();
    if let Some(condition) = condition {
        let checked = condition.check(&reader.board(measures).dataset.queries);
        checked.with_context(|| format!("--where {condition}"))?;
        for (measure, id) in condition.values() {
            if !direction.runs.iter().any(|run| run.name == id) {
                let known = names_of(direction.runs.iter().map(|run| run.name.as_str()));
                bail!("--where {condition}: there is no run {id}; there is {known}");
            }
            with_needed.push(measure);
        }
    }
    let progress = progress_bar(direction.runs.len(), "runs");
    let mut runs = Vec::new();
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    for files in direction.runs.chunks(n_threads) {
        for (file, read) in files.iter().zip(ReadRun::open_all(files)) {
            let run = reader.rankings(read?)?;
            runs.push(reader.board(&with_needed).values_of_run(&file.name, &run));
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    let board = reader.board(measures);
    let all: Vec<usize> = (0..board.dataset.queries.len()).collect();
    let Some(condition) = condition else { return Ok(summarised(&board, &runs, &all)) };
    let value = |measure: Measure, id: &str, row: usize| {
        let place = with_needed.iter().position(|own| *own == measure)?;
        runs.iter().find(|run| run.system == id)?.value(place, row)
    };
    let met = condition.rows(&board.dataset, board.relevance(), &all, value);
    if met.is_empty() {
        bail!("no query meets {condition}");
    }
    Ok(summarised(&board, &runs, &met))
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
