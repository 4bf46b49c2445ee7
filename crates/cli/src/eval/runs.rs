//! Runs from TREC files, measured against qrels, in one direction or both.

use super::{
    image_to_text,
    report::{Report, RunValues, summarised},
};
use crate::{
    evaluation::values_of_run,
    reporter::progress_bar,
    run_files::{ReadRun, RunFile, RunReader, check_names},
    selection::names_of,
};
use anyhow::{Result, bail};
use rankscope_core::metrics::Measure;
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
) -> Result<Report> {
    let mut report = Report {
        names: forward.runs.iter().map(|run| run.name.clone()).collect(),
        runs: measured(forward, measures)?,
        ..Report::default()
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
            let rankings = reader.rankings(read?)?;
            runs.push((file.name.clone(), values_of_run(measures, &rankings, reader.judged())));
            progress.inc(1);
        }
    }
    progress.finish_and_clear();
    let ids = &reader.judged().query_ids;
    let all: Vec<usize> = (0..ids.len()).collect();
    Ok(summarised(&runs, &all, ids))
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
    Ok(image_to_text::means_of_both(forward, reverse))
}
