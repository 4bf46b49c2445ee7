//! `rankscope info`: what is in a benchmark, or in a saved visit.

mod contents;
mod croissant;
mod tables;
mod visit;

use crate::{
    benchmark::open::Benchmark,
    terminal::{output, reporter},
};
use anyhow::{Result, ensure};
use contents::Contents;
use rankscope_core::{
    analysis::own_measures,
    benchmark::Manifest,
    citation::{CitedRelevance, CitedView},
};
use std::path::PathBuf;

/// Say what is in a benchmark (queries, images, judgements, systems, and what else it carries) or in a
/// visit saved by the page.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope info shapes\n  \
    rankscope info shapes --json\n  \
    rankscope info shapes --bibtex\n  \
    rankscope info shapes --croissant > croissant.json\n  \
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
    /// Print Croissant, the JSON-LD by which dataset hubs and search engines find and load data sets.
    #[arg(long, conflicts_with_all = ["json", "bibtex"])]
    croissant: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.benchmark.is_file() && args.benchmark.extension().is_some_and(|ending| ending == "zip")
    {
        ensure!(!args.bibtex, "a visit is not cited: give the benchmark's folder to --bibtex");
        ensure!(
            !args.croissant,
            "a visit is no data set: give the benchmark's folder to --croissant"
        );
        return visit::print(&args.benchmark, args.json);
    }
    let benchmark = Benchmark::open(&args.benchmark)?;
    if args.bibtex {
        return output::print(&bibtex_of(&benchmark.manifest));
    }
    if args.croissant {
        return output::print_json(&croissant::croissant_of(&benchmark.manifest));
    }
    let contents = Contents::of(&benchmark)?;
    if args.json { output::print_json(&contents) } else { output::print(&tables::text(&contents)) }
}

/// A benchmark as BibTeX, with the publications behind its measures: what the page has under *Cite this
/// view*, without a view. Warns if the benchmark's BibTeX cannot be read.
fn bibtex_of(manifest: &Manifest) -> String {
    let relevance = manifest.relevance.iter();
    let view = CitedView {
        manifest,
        page: None,
        query: None,
        systems: Vec::new(),
        relevance: relevance
            .map(|it| CitedRelevance { title: it.title.clone(), path: it.path.clone() })
            .collect(),
        measures: own_measures(manifest),
        publications: Vec::new(),
        address: manifest.homepage.clone(),
        accessed: None,
    };
    let bibliography = view.bibliography();
    if let Some(fault) = bibliography.fault {
        reporter::warn(format!("the benchmark's own BibTeX is left out: {fault}"));
    }
    bibliography.text
}
