//! `rankscope rerank`: what a second stage gains over a first, and what could be gained.

mod report;
mod second_stage;

use crate::{
    benchmark::{
        open::Benchmark,
        rank,
        selection::{asked_queries, chosen_measures},
    },
    ready::ready,
    terminal::{
        arguments::{Printed, QueryArgs},
        output::Format,
        reporter,
    },
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::FirstStage;
use rankscope_core::metrics::Measure;
use rankscope_core::ranking::{Hit, Reranked, Unscored, reranked};
use rankscope_core::report::Orders;
use second_stage::SecondStage;
use std::path::PathBuf;

/// Reorder a system's first hits by a second stage, and measure the order.
///
/// The first N hits of the system, and nothing after them, are measured in four orders: as found; in
/// random order, which is the expected value over all orders; in the best order, highest grade first;
/// and by the second stage's scores. Equal scores of the second stage keep the first stage's order.
/// Hits that it does not score come last in their old order, and are counted. Under a relevance that
/// ranks only candidates, such as INQUIRE's hundred, the first N of these are taken.
///
/// The expected value is exact; measures for which no closed form is known (trec:IPrec) have the mean of
/// 1000 shuffles instead, which the output says.
#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("second").required(true),
    after_help = "Examples:\n  \
    rankscope rerank fieldbook --first base --by large --depth 100 --measures inquire:AP@50\n  \
    rankscope rerank inquire --first clip --by-run vlm.run.gz --split test\n  \
    rankscope rerank inquire --first clip --by stored-vlm --depth 50\n  \
    rankscope rerank inquire --first clip --logits vlm.tsv --format json"
)]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// The id of the system that finds the hits, or an expression.
    #[arg(long, value_name = "ID")]
    first: String,
    /// The id of the system that reorders them, by its stored vectors, or of a stored run, or an
    /// expression.
    #[arg(long, value_name = "ID", group = "second")]
    by: Option<String>,
    /// A run whose scores reorder them: TREC's lines or JSON, gzip or not.
    #[arg(long, value_name = "FILE", group = "second")]
    by_run: Option<PathBuf>,
    /// A table with the columns query, image, yes and no, separated by tabs or commas: the logits of
    /// both answers. The score is 1 / (1 + exp(no − yes)).
    #[arg(long, value_name = "FILE", group = "second")]
    logits: Option<PathBuf>,
    /// The hits to reorder for each query.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Measures by full name, such as inquire:AP@50,eccv:R@1 [default: the benchmark's].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<Measure>,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID")]
    relevance: Option<String>,
    #[command(flatten)]
    queries: QueryArgs,
    #[command(flatten)]
    printed: Printed<Format>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let benchmark = Benchmark::open(&args.benchmark)?;
    let relevance_id = benchmark.relevance_id(args.relevance.as_deref())?;
    let measures = chosen_measures(&args.measures, &benchmark, &relevance_id)?;
    let queries = asked_queries(&args.queries, &benchmark, Some(&relevance_id))?;
    let board = benchmark.board(&measures, &relevance_id)?;
    let relevance = benchmark.relevance(&relevance_id)?;
    let second = match (&args.by, &args.by_run, &args.logits) {
        (Some(system), ..) => SecondStage::System(system),
        (None, Some(run), _) => SecondStage::Run(run),
        (None, None, Some(logits)) => SecondStage::Logits(logits),
        (None, None, None) => bail!("give --by ID, --by-run FILE or --logits FILE"),
    };

    let system = benchmark.system(&args.first)?;
    let found = rank::first_hits(&benchmark, system, args.depth as usize, relevance)?;
    let scored = second.scored(&benchmark, &found)?;
    let ordered: Vec<Reranked> =
        found.iter().zip(&scored).map(|(found, scored)| reranked(found, scored)).collect();
    let of_queries = queries.iter().filter_map(|query| ordered.get(*query));
    let unscored = Unscored::of(of_queries.map(|order| (order.n_unscored, order.hits.len())));
    if unscored.n_hits == unscored.of_hits && unscored.n_hits > 0 {
        bail!(
            "{second} scores none of the {} hits: check that its ids are those of the benchmark",
            unscored.of_hits
        );
    }
    if unscored.n_hits > 0 {
        reporter::warn(format_args!("{second}: {unscored}"));
    }

    let dataset = board.dataset.clone();
    let stage = FirstStage::new(dataset, board.columns.clone(), args.first.clone(), found);
    let by_second: Vec<Vec<Hit>> = ordered.into_iter().map(|order| order.hits).collect();
    let none = async || ();
    let orders = async {
        let (found, random) = (stage.as_found(none).await, stage.random(none).await);
        let (best, reranked) = (stage.best(none).await, stage.tallied(&by_second, none).await);
        let best = best.unwrap_or_default();
        Orders { found: &found, random: &random, best: &best, reranked: &reranked }
            .report(&board, &queries)
    };
    let means = ready(orders).context("measuring did not finish")?;
    let title = format!("{} by {second}, first {}", args.first, args.depth);
    report::print(&means, &title, &measures, &unscored, args.printed.format)
}
