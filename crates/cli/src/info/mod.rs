//! `rankscope info`: what is in a benchmark. `contents` finds it out, `tables` prints it for people;
//! `bibtex` cites it; `visit` says what a saved visit holds.

mod bibtex;
mod contents;
mod tables;
mod visit;

use crate::{open::Benchmark, output};
use anyhow::{Result, ensure};
use contents::Contents;
use std::path::PathBuf;

/// Say what is in a benchmark: queries, images, judgements, systems, and what else it carries; or what a
/// visit holds that the page has saved.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope info shapes\n  \
    rankscope info shapes --json\n  \
    rankscope info shapes --bibtex\n  \
    rankscope info shapes-visit.zip")]
pub(crate) struct Args {
    /// The benchmark's folder, or a saved visit (.zip).
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Print BibTeX of the benchmark and of the publications behind its measures.
    #[arg(long, conflicts_with = "json")]
    bibtex: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.benchmark.is_file() && args.benchmark.extension().is_some_and(|own| own == "zip") {
        ensure!(!args.bibtex, "a visit is not cited: give the benchmark's folder to --bibtex");
        return visit::print(&args.benchmark, args.json);
    }
    let benchmark = Benchmark::open(&args.benchmark)?;
    if args.bibtex {
        return output::print(&bibtex::text(&benchmark.manifest));
    }
    let contents = Contents::of(&benchmark)?;
    if args.json { output::print_json(&contents) } else { output::print(&tables::text(&contents)) }
}
