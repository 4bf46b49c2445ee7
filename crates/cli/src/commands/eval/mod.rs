//! `rankscope eval`: how good each system is, query by query.

mod benchmark;
mod hub_results;
mod image_to_text;
mod mteb;
mod paper;
mod printed;
mod runs;
mod shared;
mod sims;

use crate::{
    ranking::{asked_queries::opened, stored_values},
    reading::{run_files::RunFile, score_files::ScoreIds},
    shares::{partial::Partial, share::Share},
    terminal::{
        arguments::{BenchmarkArgs, Direction, Printed, QueryArgs},
        limits::{AtLeast, with_limited},
        output::{self, Format},
    },
};
use anyhow::{Result, bail};
pub(crate) use paper::SignificanceArgs;
use rankscope_core::metrics::{Measure, default_measures};
use std::{path::PathBuf, time::Instant};

/// Measure the systems of a benchmark, or runs against qrels.
///
/// With DIR, every query is ranked exactly from the systems' stored vectors, without an
/// encoder or a GPU. With --qrels and --run, files are read, gzip or not: TREC, JSON of ranx,
/// pytrec_eval or MTEB, qrels of BEIR. With --sims it is a matrix of scores, from which only a block
/// of rows is in memory at once.
///
/// A measure's full name is protocol:measure, since libraries give different things the same
/// name: trec:R@5 is the share of all relevant images that is found, eccv:R@5 a hit rate. Means
/// leave out queries without a relevant image; judged queries that a run lacks count as nothing
/// found; n is the number of queries in the mean. coco-1k measures need the folds that [folds] in
/// a build recipe adds to a benchmark, PMRP measures a relevance definition by classes of objects
/// (coco_instances).
#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("result_files").args(["mteb", "eval_results"]).multiple(true),
    override_usage = "rankscope eval [OPTIONS] <DIR>\n       \
    rankscope eval [OPTIONS] --qrels <FILE> --run <[NAME=]FILE>...\n       \
    rankscope eval [OPTIONS] --qrels <FILE> --sims <[NAME=]FILE>...",
    after_help = "Examples:\n  \
    rankscope eval coco5k --measures eccv:mAP@R,eccv:R@1\n  \
    rankscope eval inquire --split test --by supercategory\n  \
    rankscope eval fieldbook --split test --where \"inquire:AP@50(base) < 0.5\"\n  \
    rankscope eval coco5k --direction mean --measures eccv:mAP@R,eccv:R@1\n  \
    rankscope eval --qrels test.qrels --run bm25.run --run clip=clip.run.gz --json\n  \
    rankscope eval coco5k --measures eccv:mAP@R,eccv:R@1 --format latex --test student\n  \
    rankscope eval --qrels t2i.qrels --run clip=t2i.run \\\n    \
    --reverse-qrels i2t.qrels --reverse-run clip=i2t.run --measures eccv:mAP@R\n  \
    rankscope eval --qrels t2i.qrels --sims clip=sims.npy --query-ids queries.txt \\\n    \
    --image-ids images.txt --direction mean --measures eccv:mAP@R"
)]
pub(crate) struct Args {
    #[command(flatten)]
    benchmark: BenchmarkArgs,
    /// Judgements (qrels), instead of a benchmark.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["benchmark", "benchmark_by_name", "split", "facets"], requires = "ranked")]
    qrels: Option<PathBuf>,
    /// A run to measure against the qrels, optionally with a name; may be given several times.
    #[arg(long = "run", value_name = "[NAME=]FILE", requires = "qrels", group = "ranked", value_parser = RunFile::parse, num_args = 1..)]
    runs: Vec<RunFile>,
    /// A matrix of scores to measure against the qrels, with a row for each query and a column for
    /// each image (.npy, .npz, .safetensors, Parquet); may be given several times, with the same rows
    /// and columns. FILE#NAME names an array, sims unless it is the only one. With --direction i2t
    /// the images rank the texts, by the columns.
    #[arg(long, value_name = "[NAME=]FILE", requires = "qrels", group = "ranked", value_parser = RunFile::parse, num_args = 1..)]
    sims: Vec<RunFile>,
    #[command(flatten)]
    score_ids: ScoreIds,
    /// Judgements of the reverse direction, from images to texts. With --qrels: adds its values, and
    /// the means of both directions. With a benchmark: what --direction judges by, in place of the
    /// benchmark's own judgements from images to texts; also JSON as ECCV Caption has it. Texts of
    /// the file without a vector cannot be found, and count in R. With --sims: the same, in place of
    /// the qrels turned round.
    #[arg(long, value_name = "FILE")]
    reverse_qrels: Option<PathBuf>,
    /// A run of the reverse direction, under the same name as the system's --run.
    #[arg(long = "reverse-run", value_name = "[NAME=]FILE", requires = "reverse_qrels", conflicts_with = "sims", value_parser = RunFile::parse, num_args = 1..)]
    reverse_runs: Vec<RunFile>,
    /// Whether texts of the benchmark ask for images, images for texts, or both, with the mean of
    /// both. The texts are the captions if systems have vectors of them, and else the queries. Every
    /// text and every image with a relevant one takes part, whatever the split.
    #[arg(long, value_enum, default_value_t = Direction::T2i, conflicts_with = "runs")]
    direction: Direction,
    /// Measure the I-th of N shares of the queries (of the split), 1/N to N/N, so that several
    /// processes divide the work. The result is JSON for `rankscope merge`.
    #[arg(
        long = "queries",
        value_name = "I/N",
        value_parser = Share::parse,
        conflicts_with_all = ["qrels", "direction", "reverse_qrels", "store", "mteb"]
    )]
    share: Option<Share>,
    /// The id of a system to measure, or an expression such as 'rerank(a,b,100)'; may be given several times [default: all].
    #[arg(long = "system", value_name = "ID", conflicts_with = "qrels")]
    systems: Vec<String>,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID", conflicts_with = "qrels")]
    relevance: Option<String>,
    #[command(flatten)]
    queries: QueryArgs,
    /// Also print means for each value of this facet of the queries, such as category.
    #[arg(long, value_name = "FACET", conflicts_with = "qrels")]
    by: Option<String>,
    /// Measures by full name, such as eccv:R@1,eccv:mAP@R,trec:nDCG@10.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<Measure>,
    /// Fail with status 1 after printing if a system's mean is less: trec:AP=0.3. May be given several
    /// times.
    #[arg(long, value_name = "MEASURE=VALUE", value_parser = AtLeast::parse, conflicts_with = "share")]
    at_least: Vec<AtLeast>,
    #[command(flatten)]
    printed: Printed<Format>,
    #[command(flatten)]
    significance: SignificanceArgs,
    /// Also write a result file for MTEB's tools for each run into this folder. The first measure
    /// is the main score.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["by", "reverse_qrels"])]
    mteb: Option<PathBuf>,
    /// Also write each system's mean of the first measure as a file for Hugging Face's model pages, to be
    /// put into .eval_results/ of the model's repository; needs --dataset.
    #[arg(long, value_name = "DIR", requires = "dataset")]
    eval_results: Option<PathBuf>,
    /// The benchmark's data set on the hub, org/name, for --eval-results.
    #[arg(long, value_name = "ORG/NAME", requires = "eval_results", value_parser = hub_results::dataset_id)]
    dataset: Option<String>,
    /// Replace result files that exist.
    #[arg(long, requires = "result_files")]
    force: bool,
    /// Also store every system's values by the benchmark's own columns in its folder, under values/,
    /// so that the page shows them at once. `rankscope build` does so by itself.
    #[arg(long, conflicts_with = "qrels")]
    store: bool,
    /// The task's name in result files [default: the name of the benchmark's folder or of the qrels in
    /// MTEB's, default in Hugging Face's].
    #[arg(long, value_name = "NAME", requires = "result_files")]
    task: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let began = Instant::now();
    args.significance.check(args.printed.format)?;
    let folder = args.benchmark.given();
    if args.store
        && let Some(folder) = folder
    {
        stored_values::store(folder)?;
    }
    let has_direction = folder.is_some() || !args.sims.is_empty();
    if args.reverse_qrels.is_some() && has_direction && args.direction == Direction::T2i {
        bail!("--reverse-qrels judges images that ask for texts: add --direction i2t or mean");
    }
    if args.reverse_qrels.is_some() && !has_direction && args.reverse_runs.is_empty() {
        bail!("--reverse-qrels needs the runs to judge: add --reverse-run NAME=FILE");
    }
    let (report, measures) = match (folder, &args.qrels) {
        (Some(folder), _) => {
            let selection = benchmark::Selection {
                systems: &args.systems,
                measures: &args.measures,
                limits: &args.at_least,
                relevance: args.relevance.as_deref(),
                queries: &args.queries,
                facet: args.by.as_deref(),
                direction: args.direction,
                reverse: args.reverse_qrels.as_deref(),
            };
            let benchmark = opened(folder, &args.queries)?;
            if let Some(share) = args.share {
                args.printed.format.check_share()?;
                return output::print_json(&shared::partial(&benchmark, &selection, share)?);
            }
            benchmark::report(&benchmark, &selection)?
        }
        (None, Some(qrels)) => {
            let measures =
                if args.measures.is_empty() { default_measures() } else { args.measures.clone() };
            let measures = with_limited(measures, args.at_least.iter().map(|limit| limit.measure));
            let reverse = args.reverse_qrels.as_deref();
            let condition = args.queries.condition.as_ref();
            let report = if args.sims.is_empty() {
                let reverse =
                    reverse.map(|qrels| runs::Direction { qrels, runs: &args.reverse_runs });
                let forward = runs::Direction { qrels, runs: &args.runs };
                runs::report(&forward, reverse.as_ref(), &measures, condition)?
            } else {
                if condition.is_some() {
                    bail!("--where needs a benchmark or runs: it does not read matrices");
                }
                let sims = sims::Sims {
                    files: &args.sims,
                    ids: &args.score_ids,
                    qrels,
                    reverse_qrels: reverse,
                    direction: args.direction,
                };
                sims::report(&sims, &measures)?
            };
            (report, measures)
        }
        (None, None) => {
            bail!("give a benchmark's DIR, or --qrels FILE and --run FILE or --sims FILE")
        }
    };
    if let Some(results) = &args.mteb {
        let input = folder.or(args.qrels.as_deref());
        let stem = input.and_then(|path| path.file_stem()).unwrap_or_default().to_string_lossy();
        let task = args.task.clone().unwrap_or_else(|| stem.into_owned());
        let target = mteb::Target { folder: results, force: args.force };
        mteb::write(&target, &task, &report, &measures, began.elapsed())?;
    }
    if let (Some(folder), Some(dataset)) = (&args.eval_results, &args.dataset) {
        let task = args.task.as_deref().unwrap_or("default");
        let target = hub_results::Target { folder, dataset, task, force: args.force };
        hub_results::write(&target, &report, &measures)?;
    }
    printed::print(&report, &measures, args.printed.format, &args.significance)?;
    AtLeast::check(&args.at_least, &report)
}

/// Prints what shares of the queries have together.
pub(crate) fn print_merged(
    whole: &Partial,
    format: Format,
    significance: &SignificanceArgs,
) -> Result<()> {
    let (report, measures) = shared::merged(whole)?;
    printed::print(&report, &measures, format, significance)
}
