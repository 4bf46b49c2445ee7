//! The other direction: a benchmark's images ask for its texts.
//!
//! The texts are the benchmark's captions if systems have vectors of them, and else its queries, by
//! their stored vectors. An image's relevant texts are those of a file of judgements from images to
//! texts, and without one its own captions or the queries that it is relevant to. Texts that only
//! such a file names cannot be found, and count in R.

use crate::{
    benchmark::open::Benchmark, ranking::measured::measured, reading::list_files,
    terminal::arguments::Direction,
};
use anyhow::Result;
use rankscope_core::benchmark::System;
use rankscope_core::metrics::Measure;
use rankscope_core::report::{EvalReport, RunValues, means_of_both, summarised};
use std::path::Path;

/// The values from images to texts, by judgements of a file or the benchmark's own.
pub(super) fn of_images(
    benchmark: &Benchmark,
    systems: &[&System],
    measures: &[Measure],
    relevance: &str,
    judged_by: Option<&Path>,
) -> Result<RunValues> {
    let reversed = match judged_by {
        None => benchmark.reversed()?,
        Some(path) => {
            let mut list = list_files::open(path)?;
            let qrels = list.qrels()?;
            benchmark.reversed_by(relevance, &list.name, &qrels)?
        }
    };
    let board = reversed.board(measures, relevance)?;
    let systems: Vec<&System> =
        systems.iter().map(|system| reversed.system(&system.id)).collect::<Result<_>>()?;
    let images = reversed.query_rows();
    Ok(summarised(&board, &measured(&reversed, &systems, &board, &images)?, &images))
}

/// Adds the other direction to a report, or puts it in place of the first one.
pub(super) fn add(report: &mut EvalReport, reverse: RunValues, direction: Direction) {
    match direction {
        Direction::T2i => {}
        Direction::I2t => report.runs = reverse,
        Direction::Mean => {
            report.both = means_of_both(&report.runs, &reverse);
            report.reverse = reverse;
        }
    }
}
