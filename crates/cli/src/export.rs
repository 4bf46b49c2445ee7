//! `rankscope export`: a system's rankings as a TREC run, for other programs to measure.

use crate::{files::Destination, open::Benchmark, rank, reporter::progress_bar};
use anyhow::{Context, Result};
use rankscope_core::formats::{RunEntry, trec_from_run};
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
    let progress = progress_bar(benchmark.queries.len(), "queries");
    let k = args.k as usize;
    let rankings = rank::rankings(&benchmark, system, &vec![k; benchmark.queries.len()])?;
    let mut run = Vec::new();
    for (query, hits) in benchmark.queries.iter().zip(&rankings) {
        for hit in hits.iter().take(k) {
            let document = benchmark.image_ids.get(hit.row_in_corpus as usize);
            run.push(RunEntry {
                query: query.id.clone(),
                document: document.context("a hit outside the corpus")?.into_owned(),
                score: f64::from(hit.score),
                tag: system.id.clone(),
            });
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let text = trec_from_run(&system.id, &run)?;
    let n_queries = benchmark.queries.len();
    destination.write(&text, format_args!("{n_queries} queries, {} lines", run.len()))
}
