//! `rankscope fuse`: the lists of several systems as one, measured and written as a run.

mod inputs;
mod method;

use crate::{
    reading::run_files::{RunFile, trec_run},
    terminal::{
        arguments::{Printed, QueryArgs},
        output::{self, Format, Layout},
    },
    writing::files::Destination,
};
use anyhow::{Result, bail};
use inputs::{Inputs, Selection};
use method::Method;
use rankscope_core::analysis::{Column, split_ids};
use rankscope_core::metrics::Measure;
use rankscope_core::ranking::{Hit, RRF_K};
use rankscope_core::report::{Measured, Summary};
use std::{collections::BTreeMap, path::PathBuf};

/// Fuse the lists of two or more systems, and measure the result.
///
/// rrf adds 1 / (k + rank) over the lists that have an image, wrrf the same with a weight for each list.
/// combsum adds scores, each list's scaled to 0 … 1 for the query (min-max; equal scores become 0);
/// combmnz multiplies that sum by the number of lists that have the image. An image gains nothing from a
/// list that lacks it. Scores are rounded to float32, so that a run written here measures the same when
/// it is read.
///
/// With DIR, queries are ranked exactly from the systems' stored vectors; under a relevance that ranks
/// only candidates, lists have these only. A written run has all queries, whichever are measured.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope fuse fieldbook --systems base,small --by rrf --measures inquire:AP@50 --split test\n  \
    rankscope fuse fieldbook --systems base,small --by wrrf --weights 2,1 -o fused.run\n  \
    rankscope fuse --runs a.run,b.run --qrels test.qrels --by combmnz --measures trec:AP")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR", required_unless_present = "runs", requires = "systems", conflicts_with_all = ["runs", "qrels"])]
    benchmark: Option<PathBuf>,
    /// The ids of its systems to fuse, or expressions.
    #[arg(long, value_name = "LIST", requires = "benchmark")]
    systems: Vec<String>,
    /// Runs to fuse instead, gzip or not.
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "qrels", value_parser = RunFile::parse)]
    runs: Vec<RunFile>,
    /// Judgements (qrels) of the runs.
    #[arg(long, value_name = "FILE", requires = "runs", conflicts_with_all = ["split", "condition", "facets"])]
    qrels: Option<PathBuf>,
    /// How lists are fused.
    #[arg(long, value_enum)]
    by: Method,
    /// The weight of each list, for wrrf.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    weights: Vec<f64>,
    /// What rrf and wrrf add to ranks.
    #[arg(long, default_value_t = RRF_K)]
    k: f64,
    /// The hits of each list that are fused.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Measures by full name, such as trec:AP,trec:nDCG@10 [default: the benchmark's].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<Measure>,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID", requires = "benchmark")]
    relevance: Option<String>,
    #[command(flatten)]
    queries: QueryArgs,
    /// Also write the fused lists as a TREC run.
    #[arg(short, long, alias = "run", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace a run that exists.
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    printed: Printed<Format>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let destination = args.out.as_deref().map(|path| Destination::beside(path, args.force));
    let destination = destination.transpose()?;
    // Expressions have commas inside their brackets.
    let systems = args.systems.iter().flat_map(|list| split_ids(list));
    let systems: Vec<String> = systems.map(|id| id.trim().to_owned()).collect();
    let n_lists = systems.len().max(args.runs.len());
    let fusion = args.by.fusion(n_lists, args.k, &args.weights)?;
    let selection = Selection {
        depth: args.depth as usize,
        measures: &args.measures,
        relevance: args.relevance.as_deref(),
        queries: &args.queries,
    };
    let inputs = match (&args.benchmark, &args.qrels) {
        (Some(folder), _) => Inputs::of_benchmark(folder, &systems, &selection)?,
        (None, Some(qrels)) => Inputs::of_files(qrels, &args.runs, &selection)?,
        (None, None) => bail!("give DIR and --systems, or --runs and --qrels"),
    };
    if args.by.adds_scores() {
        inputs.check_scores()?;
    }
    let Inputs { board, names, queries, .. } = &inputs;
    let dataset = &board.dataset;
    let of_query = |query: usize| fusion.fused(&inputs.lists_of(query));
    let fused: Vec<Vec<Hit>> = (0..dataset.queries.len()).map(of_query).collect();
    if let Some(destination) = destination {
        let (text, n_lines) = trec_run(&args.by.to_string(), dataset, &fused)?;
        let n_queries = dataset.queries.len();
        destination.write(&text, format_args!("{n_queries} queries, {n_lines} lines"))?;
    }
    let title = format!("{} of {}", args.by, names.join(", "));
    let values = board.values(&title, &fused);
    let mean = |(index, column): (usize, &Column)| {
        let measured = Measured::over(board, &values, index, queries);
        (column.measure.to_string(), measured.summary)
    };
    let means = board.columns.iter().enumerate().map(mean).collect();
    let measures: Vec<Measure> = board.columns.iter().map(|column| column.measure).collect();
    print(&means, &measures, &title, args.printed.format)
}

fn print(
    means: &BTreeMap<String, Summary>,
    measures: &[Measure],
    title: &str,
    format: Format,
) -> Result<()> {
    let rows = |title: &str, number: fn(f64) -> String, none: &str| {
        let mut rows = vec![[title, "mean", "n"].map(String::from).to_vec()];
        for measure in measures.iter().map(Measure::to_string) {
            let Some(Summary { mean, n }) = means.get(&measure) else { continue };
            let mean = mean.map_or(none.to_owned(), number);
            rows.push(vec![measure, mean, n.to_string()]);
        }
        rows
    };
    match format {
        Format::Json => output::print_json(means),
        Format::Csv => output::print(&output::csv(&rows("measure", |mean| mean.to_string(), ""))?),
        Format::Table | Format::Latex | Format::Markdown => {
            let layout = format.layout().unwrap_or(Layout::Columns);
            let rows = rows(title, |mean| format!("{mean:.4}"), "n/a");
            output::print(&output::laid_out(layout, "measure", &rows))
        }
    }
}
