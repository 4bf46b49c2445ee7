//! `rankscope rerank`: what a second stage gains over a first, and what could be gained.

mod report;
mod second_stage;

use crate::{
    benchmark::{
        open::Benchmark,
        selection::{chosen_measures, grouped},
    },
    ranking::{
        asked_queries::{asked_queries, opened},
        rank,
    },
    ready::ready,
    terminal::{
        arguments::{Printed, QueryArgs},
        output::Format,
        reporter::{self, progress_bar},
    },
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::{Board, FirstStage, RelevantRange, Rescored};
use rankscope_core::benchmark::Relevance;
use rankscope_core::metrics::Measure;
use rankscope_core::ranking::{Hit, Unscored};
use rankscope_core::report::{CurveOver, Orders, RerankCurves};
use second_stage::SecondStage;
use std::{collections::BTreeMap, path::PathBuf};

const UNFINISHED: &str = "measuring did not finish";

/// Reorder a system's first hits by a second stage, and measure the order.
///
/// The first N hits of the system, and nothing after them, are measured in four orders: as found; in
/// random order, which is the expected value over all orders; in the best order, highest grade first;
/// and by the second stage's scores. Equal scores of the second stage keep the first stage's order.
/// Hits that it does not score come last in their old order, and are counted. Under a relevance that
/// ranks only candidates, such as INQUIRE's hundred, the first N of these are taken.
///
/// With --depths, each list is measured whole: its first N hits are reordered, and the others follow in
/// their own order, so that a measure's values at several depths can be compared. The gain of the second
/// stage, re-ranked - found, has a 95 % bootstrap interval, the p-value of the randomisation test (both of
/// 10,000 draws), and the paired t-test.
///
/// The expected value is exact; measures for which no closed form is known (trec:IPrec) have the mean of
/// 1000 shuffles instead, which the output says.
#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("second").required(true),
    after_help = "Examples:\n  \
    rankscope rerank fieldbook --first base --by large --depth 100 --measures inquire:AP@50\n  \
    rankscope rerank fieldbook --first base --by large --depths 10,50,100 --by-facet supercategory\n  \
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
    /// Reorder so many hits, one number after the other, and measure the whole list.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        conflicts_with = "depth",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    depths: Vec<u32>,
    /// Measure only queries with so many relevant images among those reordered, such as 1-50 [default
    /// without a range: 1 to half of those reordered, the rule of INQUIRE-Rerank].
    #[arg(long, value_name = "MIN-MAX", num_args = 0..=1)]
    positives: Option<Option<RelevantRange>>,
    /// Measure the queries of each value of a facet, too.
    #[arg(long, value_name = "FACET", requires = "depths")]
    by_facet: Option<String>,
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

/// What both reports start from.
struct Stages<'a> {
    args: &'a Args,
    benchmark: &'a Benchmark,
    board: Board,
    measures: Vec<Measure>,
    /// The queries to measure, by row.
    queries: Vec<usize>,
    second: SecondStage<'a>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let benchmark = opened(&args.benchmark, &args.queries)?;
    let relevance_id = benchmark.relevance_id(args.relevance.as_deref())?;
    let measures = chosen_measures(&args.measures, &benchmark, &relevance_id)?;
    let queries = asked_queries(&args.queries, &benchmark, Some(&relevance_id))?;
    let board = benchmark.board(&measures, &relevance_id)?;
    let second = match (&args.by, &args.by_run, &args.logits) {
        (Some(system), ..) => SecondStage::System(system),
        (None, Some(run), _) => SecondStage::Run(run),
        (None, None, Some(logits)) => SecondStage::Logits(logits),
        (None, None, None) => bail!("give --by ID, --by-run FILE or --logits FILE"),
    };
    let stages = Stages { args, benchmark: &benchmark, board, measures, queries, second };
    let relevance = benchmark.relevance(&relevance_id)?;
    if args.depths.is_empty() { stages.at_one_depth(relevance) } else { stages.curve(relevance) }
}

impl Stages<'_> {
    /// The first hits alone, in four orders.
    fn at_one_depth(&self, relevance: &Relevance) -> Result<()> {
        let Self { args, board, .. } = self;
        let system = self.benchmark.system(&args.first)?;
        let found = rank::first_hits(self.benchmark, system, args.depth as usize, relevance)?;
        let scored = self.second.scored(self.benchmark, &found)?;
        let stage = self.first_stage(found);
        let rescored = stage.by(&scored);
        let unscored = self.checked(&rescored, &stage.n_hits())?;
        let counts = self.counts(&stage);
        let queries: Vec<usize> = match &counts {
            Some(counts) => rows_of(&self.queries, counts),
            None => self.queries.clone(),
        };
        let none = async || ();
        let orders = async {
            let (found, random) = (stage.as_found(none).await, stage.random(none).await);
            let (best, reranked) =
                (stage.best(none).await, stage.tallied(&rescored.hits, none).await);
            let best = best.unwrap_or_default();
            Orders { found: &found, random: &random, best: &best, reranked: &reranked }
                .report(board, &queries)
        };
        let means = ready(orders).context(UNFINISHED)?;
        let title = format!("{} by {}, first {}", args.first, self.second, args.depth);
        report::print(&means, &title, &self.measures, &unscored, args.printed.format)
    }

    /// Whole lists, of which more and more first hits are reordered. The first stage is searched once, and
    /// the second scores the hits of the greatest depth.
    fn curve(&self, relevance: &Relevance) -> Result<()> {
        let Self { args, benchmark, board, .. } = self;
        let mut depths: Vec<usize> = args.depths.iter().map(|depth| *depth as usize).collect();
        depths.sort_unstable();
        depths.dedup();
        let deepest = depths.last().copied().unwrap_or(0);
        let by = match &args.by_facet {
            Some(facet) => grouped(facet, &self.queries, &benchmark.queries)?,
            None => BTreeMap::new(),
        };
        let system = benchmark.system(&args.first)?;
        let found = if relevance.ranks_only_judged() {
            rank::first_hits(benchmark, system, usize::MAX, relevance)?
        } else {
            let depths = board.depths(0).into_iter().map(|read| read.max(deepest)).collect();
            rank::rankings(benchmark, system, &rank::only(depths, &self.queries))?
        };
        let candidates: Vec<Vec<Hit>> =
            found.iter().map(|hits| hits.iter().take(deepest).copied().collect()).collect();
        let scored = self.second.scored(benchmark, &candidates)?;
        let stage = self.first_stage(found);
        let at_deepest = stage.reordering(deepest);
        let unscored = self.checked(&at_deepest.by(&scored), &at_deepest.n_hits())?;

        let none = async || ();
        let over = CurveOver { board, rows: &self.queries, by: &by };
        let curves = async {
            let mut curves = RerankCurves::new();
            let found = stage.as_found(none).await;
            let progress = progress_bar(depths.len(), "depths");
            for depth in depths {
                let stage = stage.reordering(depth);
                let random = stage.random(none).await;
                let best = stage.best(none).await.unwrap_or_default();
                let reranked = stage.tallied(&stage.by(&scored).hits, none).await;
                let orders =
                    Orders { found: &found, random: &random, best: &best, reranked: &reranked };
                let counts = self.counts(&stage);
                over.add(&mut curves, depth, orders, counts.as_deref(), none).await;
                progress.inc(1);
            }
            progress.finish_and_clear();
            curves
        };
        let curves = ready(curves).context(UNFINISHED)?;
        let title = format!("{} by {}", args.first, self.second);
        let facet = args.by_facet.as_deref();
        report::print_curves(
            &curves,
            (&title, facet),
            &self.measures,
            &unscored,
            args.printed.format,
        )
    }

    fn first_stage(&self, found: Vec<Vec<Hit>>) -> FirstStage {
        let Board { dataset, columns } = &self.board;
        FirstStage::new(dataset.clone(), columns.clone(), self.args.first.clone(), found)
    }

    /// Which queries have as many relevant images among those that are reordered as was asked for.
    fn counts(&self, stage: &FirstStage) -> Option<Vec<bool>> {
        let range = self.args.positives.as_ref()?.as_ref();
        let definition = self.board.columns.first()?.definition;
        Some(stage.counts(definition, range))
    }

    /// Warns of hits that the second stage does not score, and fails if there is no other.
    fn checked(&self, rescored: &Rescored, n_hits: &[usize]) -> Result<Unscored> {
        let counts =
            |query: &usize| Some((*rescored.n_unscored.get(*query)?, n_hits.get(*query).copied()?));
        let unscored = Unscored::of(self.queries.iter().filter_map(counts));
        let second = &self.second;
        if unscored.n_hits == unscored.of_hits && unscored.n_hits > 0 {
            bail!(
                "{second} scores none of the {} hits: check that its ids are those of the benchmark",
                unscored.of_hits
            );
        }
        if unscored.n_hits > 0 {
            reporter::warn(format_args!("{second}: {unscored}"));
        }
        Ok(unscored)
    }
}

/// Those of the rows that count.
fn rows_of(rows: &[usize], counts: &[bool]) -> Vec<usize> {
    rows.iter().copied().filter(|row| counts.get(*row).is_some_and(|counts| *counts)).collect()
}
