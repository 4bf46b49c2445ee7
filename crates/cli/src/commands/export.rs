//! `rankscope export`: a system's rankings as a TREC run, for other programs to measure.

use crate::{
    benchmark::{open::Benchmark, space::derived_of},
    ranking::rank,
    reading::run_files::trec_run,
    shares::share::Share,
    terminal::arguments::BenchmarkArgs,
    writing::files::Destination,
};
use anyhow::Result;
use std::path::PathBuf;

/// Write a system's rankings of the benchmark's queries as a TREC run.
///
/// Every query is ranked exactly, from the system's stored vectors. Images with equal scores
/// stand in corpus order. The tag of the run is the system's id, without spaces.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope export coco5k --system minilm-mean -o minilm.run -k 1000\n  \
    rankscope export coco5k --system minilm-mean --queries 1/4 -o minilm-1.run")]
pub(crate) struct Args {
    #[command(flatten)]
    benchmark: BenchmarkArgs,
    /// The system's id, or an expression.
    #[arg(long, value_name = "ID")]
    system: String,
    /// The file to write; - for standard output.
    #[arg(short, long, alias = "run", value_name = "FILE")]
    out: PathBuf,
    /// Images for each query.
    #[arg(short, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    /// Rank the I-th of N shares of the queries, 1/N to N/N, so that several processes divide the work.
    /// The runs of all shares one after the other are the run of all queries.
    #[arg(long = "queries", value_name = "I/N", value_parser = Share::parse)]
    share: Option<Share>,
    /// Replace a file that exists.
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let destination = Destination::new(Some(&args.out), args.force)?;
    let benchmark = Benchmark::open(args.benchmark.folder()?)?;
    let system = benchmark.system(&args.system)?;
    let all = benchmark.query_rows();
    let queries = args.share.map_or(all.as_slice(), |share| share.of_rows(&all));
    let rankings = rank::top_k_of(&benchmark, system, args.k as usize, queries)?;
    // A tag has no spaces.
    let tag = derived_of(system)?.map_or_else(|| system.id.clone(), |own| own.to_string());
    let (text, n_lines) = trec_run(&tag, &benchmark.dataset, &rankings)?;
    destination.write(&text, format_args!("{} queries, {n_lines} lines", queries.len()))
}
