//! `rankscope compare`: is one run better than another, and on which queries?

use crate::{
    evaluation::{Values, values},
    open::Benchmark,
    output::{self, Format},
    rank,
    run_files::{ReadRun, RunFile, RunReader, check_names},
};
use anyhow::{Result, bail};
use rankscope_core::metrics::{Mean, Measure, default_measures};
use rankscope_core::statistics::{Resampling, holm, paired_bootstrap, paired_randomisation};
use serde::Serialize;
use std::{collections::BTreeMap, path::PathBuf};

/// Compare two runs, or two systems of a benchmark, query by query.
///
/// For each measure: the means over the queries where both have a value, their difference
/// A − B with the interval that holds 95 % of resamples of the queries, and the two-sided
/// p-value of the paired randomisation test (exact if at most 16 queries differ). Since several
/// measures are several tests, p is also given with Holm's correction.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope compare a.run b.run --qrels test.qrels --measures trec:AP,trec:nDCG@10\n  \
    rankscope compare minilm-mean lsa300 --benchmark coco5k --relevance eccv")]
pub(crate) struct Args {
    /// The first run file, or system id.
    #[arg(value_name = "A", value_parser = RunFile::parse)]
    a: RunFile,
    /// The second run file, or system id.
    #[arg(value_name = "B", value_parser = RunFile::parse)]
    b: RunFile,
    /// Judgements (qrels); A and B are run files.
    #[arg(long, value_name = "FILE", required_unless_present = "benchmark")]
    qrels: Option<PathBuf>,
    /// A benchmark's folder; A and B are ids of its systems.
    #[arg(long, value_name = "DIR", conflicts_with = "qrels")]
    benchmark: Option<PathBuf>,
    /// The relevance definition [default: the benchmark's].
    #[arg(long, value_name = "ID", requires = "benchmark")]
    relevance: Option<String>,
    /// Measures by full name, such as trec:AP,trec:nDCG@10.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<Measure>,
    /// Resamples for the interval, and random exchanges for the test.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    resamples: u32,
    /// Output format; JSON has the difference on every query.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

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
    let pair = match (&args.benchmark, &args.qrels) {
        (Some(folder), _) => of_benchmark(args, &Benchmark::open(folder)?, &measures)?,
        (None, Some(qrels)) => of_files(args, RunReader::open(qrels)?, &measures)?,
        (None, None) => bail!("give --qrels FILE or --benchmark DIR"),
    };
    let mut compared = Vec::new();
    for (a, b) in pair.a.iter().zip(&pair.b) {
        compared.push(compare(a, b, &pair.query_ids, args.resamples)?);
    }
    correct(&mut compared)?;
    let names = measures.iter().map(Measure::to_string);
    let report = Report {
        runs: [args.a.name.clone(), args.b.name.clone()],
        measures: names.zip(compared).collect(),
    };
    match args.format {
        Format::Json => output::print_json(&report),
        Format::Csv => output::print(&csv(&report)?),
        Format::Table => output::print(&table(&report, &measures)),
    }
}

fn of_files(args: &Args, mut reader: RunReader, measures: &[Measure]) -> Result<Pair> {
    check_names(&[args.a.clone(), args.b.clone()])?;
    let mut both = Vec::new();
    for read in ReadRun::open_all(&[args.a.clone(), args.b.clone()]) {
        let rankings = reader.rankings(read?)?;
        both.push(values(measures, &rankings, reader.judged()));
    }
    let (b, a) = (both.pop().unwrap_or_default(), both.pop().unwrap_or_default());
    Ok(Pair { query_ids: reader.judged().query_ids.clone(), a, b })
}

fn of_benchmark(args: &Args, benchmark: &Benchmark, measures: &[Measure]) -> Result<Pair> {
    let judged = benchmark.judged(&benchmark.relevance_id(args.relevance.as_deref())?)?;
    let columns = measures.iter().map(|measure| (measure, &judged.relevance));
    let depths = rank::depths(columns, benchmark.queries.len());
    let ranked = |run: &RunFile| {
        let rankings = rank::rankings(benchmark, benchmark.system(&run.name)?, &depths)?;
        Ok::<_, anyhow::Error>(values(measures, &rankings, &judged))
    };
    let (a, b) = (ranked(&args.a)?, ranked(&args.b)?);
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

fn table(report: &Report, measures: &[Measure]) -> String {
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
    output::table(&rows)
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
