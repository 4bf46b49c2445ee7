//! `rankscope export`: a system's rankings as a TREC run, for other programs to measure.

use crate::{files::Destination, open::Benchmark, rank, run_files::trec_run};
use anyhow::Result;
use std::path::PathBuf;

/// Write a system's rankings of the benchmark's queries as a TREC run.
///
/// Every query is ranked exactly, from the system's stored vectors. Images with equal scores
/// stand in corpus order. The tag of the run is the system's id.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    rankscope export --benchmark coco5k --system minilm-mean --run minilm.run -k 1000")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(long, value_name = "DIR")]
    benchmark: PathBuf,
    /// The system's id.
    #[arg(long, value_name = "ID")]
    system: String,
    /// The file to write; - for standard output.
    #[arg(long, value_name = "FILE")]
    run: PathBuf,
    /// Images for each query.
    #[arg(short, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    /// Replace a file that exists.
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let destination = Destination::new(Some(&args.run), args.force)?;
    let benchmark = Benchmark::open(&args.benchmark)?;
    let system = benchmark.system(&args.system)?;
    let rankings = rank::top_k(&benchmark, system, args.k as usize)?;
    let query_ids = benchmark.query_ids();
    let (text, n_lines) = trec_run(&system.id, &query_ids, &benchmark.image_ids, &rankings)?;
    destination.write(&text, format_args!("{} queries, {n_lines} lines", query_ids.len()))
}
