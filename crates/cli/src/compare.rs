//! `rankscope compare`: is one run better than another, and on which queries?

use crate::{
    arguments::Printed,
    evaluation::{Values, values, values_of_run},
    open::Benchmark,
    output::{self, Format, Layout},
    rank,
    run_files::{ReadRun, RunFile, RunReader, check_names},
};
use anyhow::{Error, Result, bail};
use rankscope_core::metrics::{Mean, Measure, default_measures};
use rankscope_core::statistics::{Resampling, holm, paired_bootstrap, paired_randomisation};
use rankscope_core::table::{Kind, Table, Value};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Compare two runs, or two systems of a benchmark, query by query.
///
/// For each measure: the means over the queries where both have a value, their difference
/// A − B with the interval that holds 95 % of resamples of the queries, and the two-sided
/// p-value of the paired randomisation test (exact if at most 16 queries differ). Since several
/// measures are several tests, p is also given with Holm's correction.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "rankscope compare [OPTIONS] <DIR> <A> <B>\n       \
    rankscope compare [OPTIONS] --qrels <FILE> <A> <B>",
    after_help = "Examples:\n  \
    rankscope compare coco5k minilm-mean lsa300 --relevance eccv\n  \
    rankscope compare a.run b.run --qrels test.qrels --measures trec:AP,trec:nDCG@10"
)]
pub(crate) struct Args {
    /// The benchmark's folder; left out with --qrels.
    #[arg(value_name = "DIR")]
    first: String,
    /// The id of a system, or with --qrels a run file.
    #[arg(value_name = "A")]
    second: String,
    /// The other one.
    #[arg(value_name = "B", required_unless_present_any = ["qrels", "benchmark"])]
    third: Option<String>,
    /// Judgements (qrels); A and B are run files.
    #[arg(long, value_name = "FILE")]
    qrels: Option<PathBuf>,
    // How the folder used to be given.
    #[arg(long, value_name = "DIR", hide = true, conflicts_with = "qrels")]
    benchmark: Option<PathBuf>,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID", conflicts_with = "qrels")]
    relevance: Option<String>,
    /// Measures by full name, such as trec:AP,trec:nDCG@10.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<Measure>,
    /// Resamples for the interval, and random exchanges for the test.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    resamples: u32,
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

impl Compare<'_> {
    /// The names of both.
    fn names(&self) -> [String; 2] {
        match self {
            Self::Systems { ids, .. } => ids.map(str::to_owned),
            Self::Runs { runs, .. } => runs.clone().map(|run| run.name),
        }
    }
}

/// The largest p-value that counts as significant in a printed table.
const ALPHA: f64 = 0.05;

#[derive(Serialize)]
struct Report {
    runs: [String; 2],
    measures: BTreeMap<String, Compared>,
}

#[derive(Serialize)]
struct Compared {
    mean_a: Option<f64>,
    mean_b: Option<f64>,
    /// Mean of A − B.
    difference: Option<f64>,
    /// The ends of 95 % of resamples of the queries.
    interval: Option<[f64; 2]>,
    /// The two-sided p-value of the paired randomisation test.
    p: Option<f64>,
    /// Whether all exchanges were counted, not a random sample of them.
    is_exact: bool,
    /// `p` after Holm's correction over the measures.
    p_holm: Option<f64>,
    /// How many queries have a value in both.
    n: usize,
    n_a_better: usize,
    n_b_better: usize,
    per_query: BTreeMap<String, OnQuery>,
}

#[derive(Serialize)]
struct OnQuery {
    a: f64,
    b: f64,
    difference: f64,
}

/// The values of both runs, for the same measures and queries.
struct Pair {
    query_ids: Vec<String>,
    a: Vec<Values>,
    b: Vec<Values>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let measures =
        if args.measures.is_empty() { default_measures() } else { args.measures.clone() };
    let of = args.compared()?;
    let pair = match &of {
        Compare::Systems { folder, ids } => {
            of_benchmark(&Benchmark::open(folder)?, *ids, args.relevance.as_deref(), &measures)?
        }
        Compare::Runs { qrels, runs } => of_files(RunReader::open(qrels)?, runs, &measures)?,
    };
    let mut compared = Vec::new();
    for (a, b) in pair.a.iter().zip(&pair.b) {
        compared.push(compare(a, b, &pair.query_ids, args.resamples)?);
    }
    correct(&mut compared)?;
    let names = measures.iter().map(Measure::to_string);
    let report = Report { runs: of.names(), measures: names.zip(compared).collect() };
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
    }
}

fn of_files(mut reader: RunReader, runs: &[RunFile], measures: &[Measure]) -> Result<Pair> {
    check_names(runs)?;
    let mut both = Vec::new();
    for read in ReadRun::open_all(runs) {
        let rankings = reader.rankings(read?)?;
        both.push(values_of_run(measures, &rankings, reader.judged()));
    }
    let (b, a) = (both.pop().unwrap_or_default(), both.pop().unwrap_or_default());
    Ok(Pair { query_ids: reader.judged().query_ids.clone(), a, b })
}

fn of_benchmark(
    benchmark: &Benchmark,
    [a, b]: [&str; 2],
    relevance: Option<&str>,
    measures: &[Measure],
) -> Result<Pair> {
    let judged = benchmark.judged(&benchmark.relevance_id(relevance)?)?;
    let columns = measures.iter().map(|measure| (measure, &judged.relevance));
    let depths = rank::depths(columns, benchmark.queries.len());
    let ranked = |id: &str| {
        let rankings = rank::rankings(benchmark, benchmark.system(id)?, &depths)?;
        Ok::<_, anyhow::Error>(values(measures, &rankings, &judged))
    };
    let (a, b) = (ranked(a)?, ranked(b)?);
    Ok(Pair { query_ids: judged.query_ids, a, b })
}

fn compare(a: &Values, b: &Values, query_ids: &[String], n_draws: u32) -> Result<Compared> {
    let both = |((id, a), b): ((&String, &Option<f64>), &Option<f64>)| {
        let (a, b) = ((*a)?, (*b)?);
        Some((id.clone(), OnQuery { a, b, difference: a - b }))
    };
    let queries: Vec<(String, OnQuery)> =
        query_ids.iter().zip(&a.values).zip(&b.values).filter_map(both).collect();
    let (x, y): (Vec<f64>, Vec<f64>) = queries.iter().map(|(_, on)| (on.a, on.b)).unzip();
    let mean = |values: &[f64]| Mean::of(values.iter().copied().map(Some));
    let resampling = Resampling { n_resamples: n_draws, ..Resampling::default() };
    // One query has no interval, no query no test: both are null in the report.
    let interval = paired_bootstrap(&x, &y, &resampling).ok().map(|test| test.interval);
    let test = if x.is_empty() {
        None
    } else {
        Some(paired_randomisation(&x, &y, n_draws, resampling.seed)?)
    };
    let n_better =
        |is_better: fn(&OnQuery) -> bool| queries.iter().filter(|(_, on)| is_better(on)).count();
    Ok(Compared {
        mean_a: mean(&x).map(|m| m.mean),
        mean_b: mean(&y).map(|m| m.mean),
        difference: test.map(|test| test.mean_difference),
        interval: interval.map(|interval| [interval.low, interval.high]),
        p: test.map(|test| test.p),
        is_exact: test.is_some_and(|test| test.is_exact),
        p_holm: None,
        n: queries.len(),
        n_a_better: n_better(|on| on.difference > 0.0),
        n_b_better: n_better(|on| on.difference < 0.0),
        per_query: queries.into_iter().collect(),
    })
}

/// Holm's correction over the measures that have a p-value.
fn correct(compared: &mut [Compared]) -> Result<()> {
    let p_values: Vec<f64> = compared.iter().filter_map(|one| one.p).collect();
    let corrected = holm(&p_values)?;
    let tested = compared.iter_mut().filter(|one| one.p.is_some());
    for (one, p_holm) in tested.zip(corrected) {
        one.p_holm = Some(p_holm);
    }
    Ok(())
}

fn rows(report: &Report, measures: &[Measure]) -> Vec<Vec<String>> {
    let [a, b] = &report.runs;
    let header =
        ["measure", a, b, "difference", "95 % interval", "p", "p (Holm)", "A>B", "B>A", "n"];
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
            one.n_a_better.to_string(),
            one.n_b_better.to_string(),
            one.n.to_string(),
        ]);
    }
    rows
}

/// The rows as a table whose means say which is greater, and significantly so: A is `a`, B is `b`.
fn printed(report: &Report, rows: &[Vec<String>], measures: &[Measure], n_draws: u32) -> Table {
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

fn csv(report: &Report) -> Result<String> {
    let mut rows = vec![["measure", "query", "a", "b", "difference"].map(String::from).to_vec()];
    for (measure, one) in &report.measures {
        for (query, on) in &one.per_query {
            let numbers = [on.a, on.b, on.difference].map(|value| value.to_string());
            rows.push([measure.clone(), query.clone()].into_iter().chain(numbers).collect());
        }
    }
    output::csv(&rows)
}
