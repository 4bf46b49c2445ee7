//! `rankscope pairs`: do two captions and two images find each other?

use crate::{
    benchmark::open::Benchmark,
    ranking::rank,
    reading::score_files::{self, ScoreIds},
    terminal::{
        arguments::{BenchmarkArgs, Printed},
        output::{self, ListFormat},
        reporter,
    },
    writing::files::inflated_text,
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::System;
use rankscope_core::formats::{FormatError, IdTable, PairCase, ScoreSide, pairs_from_text};
use rankscope_core::imported::{CaseRows, IdsOf};
use rankscope_core::metrics::PairScores;
use rankscope_core::report::{CHANCE_OF_PAIRS, PairsReport};
use rankscope_core::vectors::score;
use std::path::{Path, PathBuf};

/// Measure two captions and two images at a time, as Winoground and Needle do.
///
/// A case is two queries and two images, the first of the first and the second of the second. text:
/// each image scores its query above the other one (chance 1/4). image: each query scores its image
/// above the other one (1/4). group: both (1/6). pairing is Needle's pairing accuracy, which is the
/// image score. one_to_one: the right pairs together score above the wrong ones (1/2). Ties are wrong.
///
/// Scores are those of a system of a benchmark, or of a matrix. A stored run has scores of the images
/// that it lists; cases with one that it does not list are left out, and counted in a warning.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "rankscope pairs [OPTIONS] --pairs <FILE> --system <ID> <DIR>\n       \
    rankscope pairs [OPTIONS] --pairs <FILE> --sims <FILE>",
    after_help = "Examples:\n  \
    rankscope pairs winoground --pairs pairs.jsonl --system clip\n  \
    rankscope pairs --sims sims.npy --pairs pairs.csv --query-ids captions.txt \\\n    \
    --image-ids images.txt --json"
)]
pub(crate) struct Args {
    #[command(flatten)]
    benchmark: BenchmarkArgs,
    /// The cases: a table or JSON lines with the columns query_0, query_1, image_0 and image_1, or
    /// JSON lines with the lists queries and images. Captions is another word for queries.
    #[arg(long, value_name = "FILE")]
    pairs: PathBuf,
    /// The system of the benchmark.
    #[arg(long, value_name = "ID", conflicts_with = "sims")]
    system: Option<String>,
    /// A matrix of scores in place of a benchmark, with a row for each query and a column for each
    /// image (.npy, .npz, .safetensors, Parquet). FILE#NAME names an array, sims unless it is the
    /// only one.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["benchmark", "benchmark_by_name"])]
    sims: Option<PathBuf>,
    #[command(flatten)]
    score_ids: ScoreIds,
    #[command(flatten)]
    printed: Printed<ListFormat>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let (name, text) = inflated_text(&args.pairs)?;
    let cases = Cases { cases: pairs_from_text(&name, &text)?, name };
    let scores = match (&args.sims, args.benchmark.given()) {
        (Some(sims), _) => of_matrix(sims, &args.score_ids, &cases)?,
        (None, Some(folder)) => {
            let benchmark = Benchmark::open(folder)?;
            let system =
                args.system.as_deref().context("name the system to measure: --system ID")?;
            of_system(&benchmark, benchmark.system(system)?, &cases)?
        }
        (None, None) => bail!("give a benchmark's DIR and --system ID, or --sims FILE"),
    };
    let report = PairsReport::of(&scores);
    match args.printed.format {
        ListFormat::Json => output::print_json(&report),
        ListFormat::Table => output::print(&table(&report)),
    }
}

fn table(report: &PairsReport) -> String {
    let PairsReport { n, text, image, group, pairing, one_to_one } = report;
    let share = |share: &Option<f64>| share.map_or("n/a".to_owned(), |share| format!("{share:.4}"));
    let header = ["", "text", "image", "group", "pairing", "one_to_one", "n"].map(str::to_owned);
    let shares = [text, image, group, pairing, one_to_one].map(share);
    let row = |title: &str, values: &[String], n: &str| {
        let ends = [title.to_owned(), n.to_owned()];
        [&ends[..1], values, &ends[1..]].concat()
    };
    let chance = CHANCE_OF_PAIRS.map(str::to_owned);
    output::table(&[
        header.to_vec(),
        row("share of right cases", &shares, &n.to_string()),
        row("by chance", &chance, ""),
    ])
}

struct Cases {
    /// The file's.
    name: String,
    cases: Vec<PairCase>,
}

impl Cases {
    fn rows(&self, queries: IdsOf<'_>, images: IdsOf<'_>) -> Result<Vec<CaseRows>, FormatError> {
        CaseRows::of(&self.name, &self.cases, queries, images)
    }
}

fn table_of<'a>(ids: impl IntoIterator<Item = &'a str>) -> IdTable {
    let mut table = IdTable::default();
    for id in ids {
        table.row(id);
    }
    table
}

fn of_matrix(path: &Path, ids: &ScoreIds, cases: &Cases) -> Result<Vec<PairScores>> {
    let mut matrix = score_files::open(path)?;
    let named = ids.of(&matrix)?;
    let queries = table_of(named.queries.iter().map(String::as_str));
    let images = table_of(named.images.iter().map(String::as_str));
    let of = path.display().to_string();
    let rows = cases.rows((&queries, &of), (&images, &of));
    let rows = match ids.advice() {
        Some(advice) => rows.context(advice)?,
        None => rows?,
    };
    let mut all = Vec::new();
    for CaseRows { queries, images } in rows {
        let mut scores: PairScores = [[0.0; 2]; 2];
        for (scores, query) in scores.iter_mut().zip(queries) {
            let lists = matrix.lists(ScoreSide::Queries, &[query as usize])?;
            let list = lists.first().context("the matrix has no such row")?;
            *scores = images.map(|image| list.score(image as usize));
        }
        all.push(scores);
    }
    Ok(all)
}

fn of_system(benchmark: &Benchmark, system: &System, cases: &Cases) -> Result<Vec<PairScores>> {
    let queries = table_of(benchmark.queries.iter().map(|query| query.id.as_str()));
    let ids = benchmark.image_ids();
    let mut images = IdTable::default();
    for id in (0..ids.len()).filter_map(|row| ids.get(row)) {
        images.row(&id);
    }
    let of = "the benchmark";
    let rows = cases.rows((&queries, of), (&images, of))?;
    if system.queries.is_some() && system.remote.is_none() {
        let (gallery, queries) = (benchmark.gallery(system)?, benchmark.query_vectors(system)?);
        let scores = |CaseRows { queries: asking, images }: &CaseRows| {
            asking.map(|query| {
                let query: Vec<f32> = queries.row(query as usize).collect();
                images.map(|image| f64::from(score(&query, gallery.row(image as usize))))
            })
        };
        return Ok(rows.iter().map(scores).collect());
    }
    // Only the rankings say what a run's scores are.
    let asked: Vec<usize> =
        rows.iter().flat_map(|case| case.queries.map(|query| query as usize)).collect();
    let depths = rank::only(vec![usize::MAX; benchmark.queries.len()], &asked);
    let rankings = rank::rankings(benchmark, system, &depths)?;
    let listed: Vec<PairScores> = rows.iter().filter_map(|case| case.scores(&rankings)).collect();
    if listed.is_empty() {
        bail!("{} lists all four scores of none of the {} cases", system.id, rows.len());
    }
    if listed.len() < rows.len() {
        reporter::warn(format_args!(
            "{} of {} cases are left out: {} does not list both images for both queries",
            rows.len() - listed.len(),
            rows.len(),
            system.id
        ));
    }
    Ok(listed)
}
