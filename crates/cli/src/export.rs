//! `rankscope export`: a system's rankings as a TREC run, for other programs to measure.

use super::{open::Benchmark, output, rank, shards::progress_bar};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::{RunEntry, trec_from_run};
use std::{fs, path::PathBuf};

/// Write a system's rankings of the benchmark's queries as a TREC run.
///
/// Every query is ranked exactly, from the system's stored vectors; equal scores stand in
/// corpus order. The tag of the run is the system's id.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    rankscope export --benchmark coco5k --system minilm-mean --run minilm.run -k 1000")]
pub(super) struct Args {
    /// The benchmark's folder.
    #[arg(long, value_name = "DIR")]
    benchmark: PathBuf,
    /// The system.
    #[arg(long, value_name = "ID")]
    system: String,
    /// The file to write; - for standard output.
    #[arg(long, value_name = "FILE")]
    run: PathBuf,
    /// How many images for each query.
    #[arg(short, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    /// Replace the file if it is there.
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let is_stdout = args.run.as_os_str() == "-";
    if !is_stdout && args.run.exists() && !args.force {
        bail!("{} exists already: choose another name, or give --force", args.run.display());
    }
    let benchmark = Benchmark::open(&args.benchmark)?;
    let system = benchmark.system(&args.system)?;
    let progress = progress_bar(benchmark.queries.len(), "queries");
    let rankings = rank::rankings(&benchmark, system, args.k as usize)?;
    let mut run = Vec::new();
    for (query, hits) in benchmark.queries.iter().zip(&rankings) {
        for hit in hits {
            let document = benchmark.image_ids.get(hit.row_in_corpus as usize);
            run.push(RunEntry {
                query: query.id.clone(),
                document: document.context("a hit outside the corpus")?.clone(),
                score: f64::from(hit.score),
                tag: system.id.clone(),
            });
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let text = trec_from_run(&system.id, &run)?;
    if is_stdout {
        return output::print(&text);
    }
    fs::write(&args.run, text).with_context(|| format!("cannot write {}", args.run.display()))?;
    eprintln!("{}: {} queries, {} lines", args.run.display(), benchmark.queries.len(), run.len());
    Ok(())
}
