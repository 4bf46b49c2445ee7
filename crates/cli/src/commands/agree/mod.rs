//! `rankscope agree`: do two measures order the systems in the same way?

mod benchmark;
mod diversity;
mod matrix;
mod published;

use crate::{
    benchmark::selection::{check_distinct, chosen_systems},
    ranking::asked_queries::{asked_queries, opened},
    shares::{partial::Partial, share::Share},
    terminal::{
        arguments::{BenchmarkArgs, Direction, Printed, QueryArgs},
        output::{self, Format},
    },
};
use anyhow::{Error, Result, bail};
use std::path::PathBuf;

/// Compare measures by how they order the systems: Kendall's tau-b between any two.
///
/// 1 means the same order, -1 the reverse, n/a that a measure does not tell the systems apart.
/// The columns are the benchmark's own, or each of --measures under each --relevance. Every
/// coefficient comes with the interval that holds 95 % of resamples of the queries. (The means of
/// COCO 1K are over folds, those of its resamples over queries.) CSV has tau-b alone.
///
/// With --table, the figures come from a table instead, with a row for each system and a column for
/// each measure: CSV, Markdown or LaTeX's tabular, or results in JSON of CLIP_benchmark or mteb.
///
/// With --diversity, the systems are compared instead, whatever the judgements: tau-b of any two
/// systems' first 25 hits, and the mean rank of one's first hit in the other's list.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "rankscope agree [OPTIONS] <DIR>\n       \
    rankscope agree [OPTIONS] --table <FILE>",
    after_help = "Examples:\n  \
    rankscope agree coco5k\n  \
    rankscope agree coco5k --measures eccv:R@1,eccv:mAP@R \\\n    \
    --relevance coco --relevance eccv\n  \
    rankscope agree coco5k --diversity --split test\n  \
    rankscope agree --table table4.csv --published table5.csv --json\n  \
    rankscope agree --table results.md --only group=CLIP"
)]
pub(crate) struct Args {
    #[command(flatten)]
    benchmark: BenchmarkArgs,
    /// A table of systems and measures, instead of a benchmark; several files of results in JSON are joined.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["benchmark", "benchmark_by_name", "split", "condition", "facets"])]
    table: Vec<PathBuf>,
    /// Only the rows of the table with this value, such as "group=Region features".
    #[arg(long, value_name = "COLUMN=VALUE", requires = "table")]
    only: Option<String>,
    /// A published matrix of coefficients, to compare with the recomputed ones.
    #[arg(long, value_name = "FILE", requires = "table")]
    published: Option<PathBuf>,
    /// Compare the systems' lists instead of the measures.
    #[arg(long, conflicts_with_all = ["table", "measures", "relevance", "resamples"])]
    diversity: bool,
    #[command(flatten)]
    queries: QueryArgs,
    /// Measures by full name, such as eccv:R@1,eccv:mAP@R; with --table, names of columns.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<String>,
    /// The id of a system or an expression; may be given several times [default: all].
    #[arg(long = "system", value_name = "ID", conflicts_with = "table")]
    systems: Vec<String>,
    /// A relevance definition; may be given several times.
    #[arg(long, value_name = "ID", conflicts_with = "table")]
    relevance: Vec<String>,
    /// Whether texts ask for images, images for texts, or both, with the mean of both. From images to
    /// texts every image with a relevant text takes part, whatever --split and --where.
    #[arg(long, value_enum, default_value_t = Direction::T2i, conflicts_with_all = ["table", "share"])]
    direction: Direction,
    /// Resamples of the queries for the intervals; 0 for no intervals.
    #[arg(long, value_name = "N", default_value_t = 2000, conflicts_with = "table")]
    resamples: u32,
    /// Measure on the I-th of N shares of the queries, 1/N to N/N, so that several processes divide
    /// the work. The result is JSON for `rankscope merge`.
    #[arg(
        long = "queries",
        value_name = "I/N",
        value_parser = Share::parse,
        conflicts_with_all = ["table", "diversity"]
    )]
    share: Option<Share>,
    #[command(flatten)]
    printed: Printed<Format>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    check_distinct(&args.systems)?;
    match (args.benchmark.given(), args.table.as_slice()) {
        (Some(folder), _) if args.diversity => {
            let mut benchmark = opened(folder, &args.queries)?;
            match args.direction {
                Direction::T2i => {}
                Direction::I2t => benchmark = benchmark.reversed()?,
                Direction::Mean => bail!(
                    "lists of images and of texts have no list between them: give --diversity with \
                     --direction t2i or i2t"
                ),
            }
            let systems = chosen_systems(&args.systems, &benchmark)?;
            diversity::report(&benchmark, &systems, &args.queries)?.print(args.printed.format)
        }
        (Some(folder), _) => {
            let benchmark = opened(folder, &args.queries)?;
            let board = benchmark::columns(&benchmark, &args.measures, &args.relevance)?;
            let systems = chosen_systems(&args.systems, &benchmark)?;
            // A condition asks for values under the first definition that is named.
            let relevance = args.relevance.first().map(String::as_str);
            let queries = asked_queries(&args.queries, &benchmark, relevance)?;
            if let Some(share) = args.share {
                args.printed.format.check_share()?;
                let asked = (&args.queries, queries.as_slice());
                let partial =
                    benchmark::partial(&benchmark, &board, &systems, asked, args.resamples, share)?;
                return output::print_json(&partial);
            }
            let reversed = match args.direction {
                Direction::T2i => None,
                Direction::I2t | Direction::Mean => Some(benchmark.reversed()?),
            };
            let mut sides = Vec::new();
            if args.direction != Direction::I2t {
                sides.push(benchmark::Side::new(&benchmark, &board, &systems, queries)?);
            }
            let reversed_board = reversed.as_ref().map(|of| {
                Ok::<_, Error>((of, benchmark::columns(of, &args.measures, &args.relevance)?))
            });
            if let Some((reversed, board)) = reversed_board.transpose()? {
                let ids: Vec<String> = systems.iter().map(|system| system.id.clone()).collect();
                let systems = chosen_systems(&ids, reversed)?;
                let images = asked_queries(&args.queries, reversed, relevance)?;
                sides.push(benchmark::Side::new(reversed, &board, &systems, images)?);
            }
            let report = benchmark::reported(&board, &sides, args.resamples);
            benchmark::print(&report, args.printed.format)
        }
        (None, []) => bail!("give a benchmark's DIR, or --table FILE"),
        (None, table) => {
            let (printed, only) = (args.published.as_deref(), args.only.as_deref());
            let report = published::report(table, printed, &args.measures, only)?;
            published::print(&report, args.printed.format)
        }
    }
}

/// Prints what shares of the queries have together.
pub(crate) fn print_merged(whole: &Partial, format: Format) -> Result<()> {
    benchmark::print(&benchmark::merged(whole)?, format)
}
