//! `rankscope compare`: is one run better than another, and on which queries?

use crate::{
    benchmark::open::Benchmark,
    ranking::{
        asked_queries::{asked_queries, opened},
        measured::measured,
    },
    reading::run_files::{ReadRun, RunFile, RunReader, check_names},
    ready::ready,
    terminal::{
        arguments::{Direction, Printed, QueryArgs},
        limits::{MayLose, with_limited},
        output::{self, Format, Layout},
    },
};
use anyhow::{Context, Error, Result, bail};
use rankscope_core::analysis::{
    Board, Column, OnQuery, SystemValues, tested_pairs, tested_pairs_of_both,
};
use rankscope_core::metrics::{Measure, default_measures};
use rankscope_core::report::CompareReport;
use rankscope_core::table::{Kind, Table, Value};
use std::path::{Path, PathBuf};

/// Compare two runs, or two systems of a benchmark, query by query.
///
/// For each measure: the means over the queries where both have a value, their difference
/// A − B with the interval that holds 95 % of resamples of the queries, and the two-sided
/// p-value of the paired randomisation test (exact if at most 16 queries differ). Since several
/// measures are several tests, p is also given with Holm's correction. Detectable is the smallest
/// difference that these queries show with power 0.8 in a paired t-test at the level 0.05.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "rankscope compare [OPTIONS] <DIR> <A> <B>\n       \
    rankscope compare [OPTIONS] --qrels <FILE> <A> <B>",
    after_help = "Examples:\n  \
    rankscope compare coco5k minilm-mean lsa300 --relevance eccv\n  \
    rankscope compare fieldbook base 'rerank(base,large,100)'\n  \
    rankscope compare a.run b.run --qrels test.qrels --measures trec:AP,trec:nDCG@10\n  \
    rankscope compare new.run old.run --qrels test.qrels --fail-if-worse trec:nDCG@10:0.01"
)]
pub(crate) struct Args {
    /// The benchmark's folder; left out with --qrels.
    #[arg(value_name = "DIR")]
    first: String,
    /// The id of a system or an expression, or with --qrels a run file.
    #[arg(value_name = "A")]
    second: String,
    /// The other one.
    #[arg(value_name = "B", required_unless_present_any = ["qrels", "benchmark"])]
    third: Option<String>,
    /// Judgements (qrels); A and B are run files.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["split", "condition", "facets"])]
    qrels: Option<PathBuf>,
    // How the folder used to be given.
    #[arg(long, value_name = "DIR", hide = true, conflicts_with = "qrels")]
    benchmark: Option<PathBuf>,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID", conflicts_with = "qrels")]
    relevance: Option<String>,
    #[command(flatten)]
    queries: QueryArgs,
    /// Whether texts ask for images, images for texts, or both, with the mean of both. From images to
    /// texts every image with a relevant text takes part, whatever --split and --where.
    #[arg(long, value_enum, default_value_t = Direction::T2i, conflicts_with = "qrels")]
    direction: Direction,
    /// Measures by full name, such as trec:AP,trec:nDCG@10.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<Measure>,
    /// Resamples for the interval, and random exchanges for the test.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    resamples: u32,
    /// Fail with status 1 after printing if A's mean is below B's by more than the margin, which is 0
    /// without a number: trec:AP:0.01. May be given several times.
    #[arg(long, value_name = "MEASURE[:MARGIN]", value_parser = MayLose::parse)]
    fail_if_worse: Vec<MayLose>,
    #[command(flatten)]
    printed: Printed<Format>,
}

/// What is compared, as the arguments say it: two things of the benchmark, or two runs.
enum Compare<'a> {
    Systems { folder: &'a Path, ids: [&'a str; 2] },
    Runs { qrels: &'a Path, runs: [RunFile; 2] },
}

impl Args {
    fn compared(&self) -> Result<Compare<'_>> {
        let (first, second) = (self.first.as_str(), self.second.as_str());
        match (&self.qrels, &self.benchmark, self.third.as_deref()) {
            (Some(qrels), _, None) => {
                let run = |file| RunFile::parse(file).map_err(Error::msg);
                Ok(Compare::Runs { qrels, runs: [run(first)?, run(second)?] })
            }
            (None, Some(folder), None) => Ok(Compare::Systems { folder, ids: [first, second] }),
            (None, None, Some(third)) => {
                Ok(Compare::Systems { folder: Path::new(first), ids: [second, third] })
            }
            (Some(_), _, Some(_)) => bail!("with --qrels give two run files, A and B, and no DIR"),
            (None, Some(_), Some(_)) => {
                bail!("the benchmark's folder is given twice: leave out one")
            }
            (None, None, None) => bail!("give DIR, A and B, or --qrels FILE with A and B"),
        }
    }
}

/// The largest p-value that counts as significant in a printed table.
const ALPHA: f64 = 0.05;

pub(crate) fn run(args: &Args) -> Result<()> {
    let measures =
        if args.measures.is_empty() { default_measures() } else { args.measures.clone() };
    let measures = with_limited(measures, args.fail_if_worse.iter().map(|limit| limit.measure));
    let sides = match &args.compared()? {
        Compare::Systems { folder, ids } => {
            let benchmark = opened(folder, &args.queries)?;
            let side = |benchmark: &Benchmark| of_benchmark(benchmark, *ids, args, &measures);
            match args.direction {
                Direction::T2i => vec![side(&benchmark)?],
                Direction::I2t => vec![side(&benchmark.reversed()?)?],
                Direction::Mean => vec![side(&benchmark)?, side(&benchmark.reversed()?)?],
            }
        }
        Compare::Runs { qrels, runs } => {
            vec![of_files(RunReader::open(qrels)?, runs, &measures)?]
        }
    };
    let columns = |board: &Board| -> Vec<(usize, Column)> {
        board.columns.iter().cloned().enumerate().collect()
    };
    let report = match sides.as_slice() {
        [(board, [a, b])] => {
            let n = Some(args.resamples);
            let tested = |_, on: &[OnQuery]| ready(tested_pairs(on, n, async || ())).flatten();
            CompareReport::new(&board.dataset, &columns(board), [a, b], tested)?
        }
        [(texts, [a, b]), (images, [c, d])] => {
            let datasets = [&*texts.dataset, &*images.dataset];
            let tested = |on: [&[OnQuery]; 2]| tested_pairs_of_both(on, args.resamples);
            CompareReport::of_both(datasets, &columns(texts), [[a, b], [c, d]], tested)?
        }
        _ => bail!("nothing was measured"),
    };
    match args.printed.format {
        Format::Json => output::print_json(&report),
        Format::Csv => output::print(&csv(&report)?),
        Format::Table | Format::Latex | Format::Markdown => {
            let rows = rows(&report, &measures);
            let layout = args.printed.format.layout().unwrap_or(Layout::Columns);
            output::print(&match layout.paper() {
                None => output::table(&rows),
                Some(format) => (format.write)(&printed(&report, &rows, &measures, args.resamples)),
            })
        }
    }?;
    MayLose::check(&args.fail_if_worse, &report)
}

fn of_files(
    mut reader: RunReader,
    runs: &[RunFile],
    measures: &[Measure],
) -> Result<(Board, [SystemValues; 2])> {
    check_names(runs)?;
    let mut both = [SystemValues::default(), SystemValues::default()];
    for ((file, read), values) in runs.iter().zip(ReadRun::open_all(runs)).zip(&mut both) {
        let run = reader.rankings(read?)?;
        *values = reader.board(measures).values_of_run(&file.name, &run);
    }
    Ok((reader.board(measures), both))
}

fn of_benchmark(
    benchmark: &Benchmark,
    [a, b]: [&str; 2],
    args: &Args,
    measures: &[Measure],
) -> Result<(Board, [SystemValues; 2])> {
    let relevance = benchmark.relevance_id(args.relevance.as_deref())?;
    let systems = [benchmark.system(a)?, benchmark.system(b)?];
    let queries = asked_queries(&args.queries, benchmark, Some(&relevance))?;
    let board = benchmark.board(measures, &relevance)?;
    let both = measured(benchmark, &systems, &board, &queries)?.try_into();
    let both = both.ok().context("two systems were not measured as two")?;
    Ok((board, both))
}

fn rows(report: &CompareReport, measures: &[Measure]) -> Vec<Vec<String>> {
    let [a, b] = &report.runs;
    let header = [
        "measure",
        a,
        b,
        "difference",
        "95 % interval",
        "p",
        "p (Holm)",
        "detectable",
        "A>B",
        "B>A",
        "n",
    ];
    let mut rows = vec![header.map(String::from).to_vec()];
    let number = |value: Option<f64>| value.map_or("n/a".into(), |value| format!("{value:.4}"));
    for measure in measures.iter().map(Measure::to_string) {
        let Some(one) = report.measures.get(&measure) else { continue };
        let interval =
            one.interval.map_or("n/a".into(), |[low, high]| format!("{low:+.4}…{high:+.4}"));
        rows.push(vec![
            measure,
            number(one.mean_a),
            number(one.mean_b),
            one.difference.map_or("n/a".into(), |value| format!("{value:+.4}")),
            interval,
            number(one.p),
            number(one.p_holm),
            number(one.detectable.map(|of| of.t_noncentral)),
            one.n_a_better.to_string(),
            one.n_b_better.to_string(),
            one.n.to_string(),
        ]);
    }
    rows
}

/// The rows as a table whose means say which is greater, and significantly so: A is `a`, B is `b`.
fn printed(
    report: &CompareReport,
    rows: &[Vec<String>],
    measures: &[Measure],
    n_draws: u32,
) -> Table {
    let head = rows.first().into_iter().flatten();
    let columns = head.map(|title| (title.clone(), Kind::Single)).collect();
    let cell = |cell: &String| match cell.as_str() {
        "n/a" => Value::Missing,
        _ => Value::from(cell),
    };
    let values = rows.iter().skip(1).map(|row| row.iter().map(cell).collect()).collect();
    let mut table = Table::new(columns, values);
    table.printed_as_numbers = (1..table.columns.len()).collect();
    for ((_, kind), letter) in table.columns.iter_mut().skip(1).zip(["a", "b"]) {
        *kind = Kind::Lettered(letter);
    }
    let names = measures.iter().map(Measure::to_string);
    let compared = names.filter_map(|name| report.measures.get(&name));
    for (row, one) in compared.enumerate() {
        let (column, other) = match one.difference {
            Some(by) if by > 0.0 => (1, "b"),
            Some(by) if by < 0.0 => (2, "a"),
            _ => continue,
        };
        table.print.bold.insert((row, column));
        if one.p_holm.is_some_and(|p| p <= ALPHA) {
            table.print.superscripts.insert((row, column), other.to_owned());
        }
    }
    table.print.notes = vec![
        "Bold: the greater mean.".into(),
        format!(
            "A superscript names the system that a mean is significantly better than (two-sided \
             paired randomisation test with {n_draws} random exchanges, exact if at most 16 \
             queries differ; p ≤ {ALPHA} after Holm’s correction over the measures)."
        ),
    ];
    table
}

fn csv(report: &CompareReport) -> Result<String> {
    let mut rows = vec![["measure", "query", "a", "b", "difference"].map(String::from).to_vec()];
    for (measure, one) in &report.measures {
        for (query, on) in one.per_query.iter().chain(&one.per_image) {
            let numbers = [on.a, on.b, on.difference].map(|value| value.to_string());
            rows.push([measure.clone(), query.clone()].into_iter().chain(numbers).collect());
        }
    }
    output::csv(&rows)
}
