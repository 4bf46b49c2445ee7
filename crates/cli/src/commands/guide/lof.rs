//! `rankscope guide lof`: local outlier factors of points in a file.

use super::files::parsed;
use crate::{
    terminal::{arguments::AlwaysJson, output, reporter},
    writing::files,
};
use anyhow::{Context, Result, bail};
use rankscope_guide::{LEAST_GUIDES, euclidean_distances, local_outlier_factors, n_neighbours};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Compute the local outlier factor of points.
///
/// About 1 within a cluster, above 1 for a point that lies apart: the mean density of its k nearest
/// neighbours over its own, with Euclidean distances, as scikit-learn computes it.
///
/// FILE is JSON: {"points": [[0, 0], [1, 0], [0, 1], [5, 5]], "k": 2}. Without k there are
/// min(4, n − 1) neighbours among n points. Prints [score].
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  rankscope guide lof points.json")]
pub(super) struct Args {
    /// The file of points; - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    json: AlwaysJson,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    points: Vec<Vec<f64>>,
    k: Option<usize>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let path = &args.file;
    let written: Written = parsed(path)?;
    output::print_json(&factors(path, &written).with_context(|| files::name(path))?)
}

fn factors(path: &Path, Written { points, k }: &Written) -> Result<Vec<f64>> {
    let n = points.len();
    let k = match *k {
        Some(0) => bail!("k is 0: give at least one neighbour"),
        Some(k) => k,
        None => n_neighbours(n).with_context(|| {
            format!("{n} points: fewer than {LEAST_GUIDES} are not judged unless k is given")
        })?,
    };
    if k >= n && n > 1 {
        let path = files::name(path);
        reporter::warn(format_args!(
            "{path}: k is {k}, and {n} points have {} neighbours each: all count",
            n - 1
        ));
    }
    Ok(local_outlier_factors(&euclidean_distances(points)?, k)?)
}
