//! `rankscope agree`: do two measures order the systems in the same way?

mod benchmark;
mod diversity;
mod matrix;
mod published;

use crate::{open::Benchmark, output::Format};
use anyhow::{Result, bail};
use std::path::PathBuf;

/// Compare measures by how they order the systems: Kendall's tau-b between any two.
///
/// 1 means the same order, -1 the reverse, n/a that a measure does not tell the systems apart.
/// The columns are the benchmark's own, or each of --measures under each --relevance. Every
/// coefficient comes with the interval that holds 95 % of resamples of the queries. (The means of
/// COCO 1K are over folds, those of its resamples over queries.)
///
/// With --table, the figures come from a published table instead: a CSV with a row for each
/// system and a column for each measure.
///
/// With --diversity, the systems are compared instead, whatever the judgements: tau-b of any two
/// systems' first 25 hits, and the mean rank of one's first hit in the other's list.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope agree --benchmark coco5k\n  \
    rankscope agree --benchmark coco5k --measures eccv:R@1,eccv:mAP@R \\\n    \
    --relevance coco --relevance eccv\n  \
    rankscope agree --benchmark coco5k --diversity --split test\n  \
    rankscope agree --table table4.csv --published table5.csv --format json")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(long, value_name = "DIR", required_unless_present = "table")]
    benchmark: Option<PathBuf>,
    /// A published table of systems and measures, instead of a benchmark.
    #[arg(long, value_name = "FILE", conflicts_with = "benchmark")]
    table: Option<PathBuf>,
    /// A published matrix of coefficients, to compare with the recomputed ones.
    #[arg(long, value_name = "FILE", requires = "table")]
    published: Option<PathBuf>,
    /// Compare the systems' lists instead of the measures.
    #[arg(long, requires = "benchmark", conflicts_with_all = ["table", "measures", "relevance", "resamples"])]
    diversity: bool,
    /// With --diversity, over the queries of this split only.
    #[arg(long, value_name = "NAME", requires = "diversity")]
    split: Option<String>,
    /// Measures by full name, such as eccv:R@1,eccv:mAP@R; with --table, names of columns.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<String>,
    /// A relevance definition; may be given several times.
    #[arg(long, value_name = "ID", conflicts_with = "table")]
    relevance: Vec<String>,
    /// Resamples of the queries for the intervals; 0 for no intervals.
    #[arg(long, value_name = "N", default_value_t = 2000, conflicts_with = "table")]
    resamples: u32,
    /// Output format; CSV has tau-b alone.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    match (&args.benchmark, &args.table) {
        (Some(folder), _) if args.diversity => {
            diversity::report(&Benchmark::open(folder)?, args.split.as_deref())?.print(args.format)
        }
        (Some(folder), _) => {
            let benchmark = Benchmark::open(folder)?;
            let columns = benchmark::columns(&benchmark, &args.measures, &args.relevance)?;
            benchmark::report(&benchmark, &columns, args.resamples)?.print(args.format)
        }
        (None, Some(table)) => {
            published::report(table, args.published.as_deref(), &args.measures)?.print(args.format)
        }
        (None, None) => bail!("give --benchmark DIR or --table FILE"),
    }
}
