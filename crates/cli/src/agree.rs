//! `rankscope agree`: do two measures order the systems in the same way?

use super::{
    agree_table,
    evaluation::{Judged, Values, values},
    open::Benchmark,
    output::{self, Format},
    rank,
    shards::progress_bar,
};
use anyhow::{Context, Result, bail};
use rankscope_core::metrics::{Mean, Measure, default_measures};
use rankscope_core::statistics::{Interval, Resampling, tau_b_intervals, tau_b_matrix};
use serde::Serialize;
use std::{collections::BTreeMap, path::PathBuf};

/// Compare measures by how they order the systems: Kendall's tau-b between any two.
///
/// 1 means the same order, -1 the opposite one, n/a that a measure cannot tell the systems
/// apart. The columns are the benchmark's own, or every one of --measures under every one of
/// --relevance. Each coefficient has the interval that holds 95 % of resamples of the queries
/// (COCO 1K's means are over folds, those of its resamples over queries).
///
/// With --table the figures are those of a published table: a CSV with a row for each system
/// and a column for each measure.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope agree --benchmark coco5k\n  \
    rankscope agree --benchmark coco5k --measures eccv:R@1,eccv:mAP@R --relevance coco --relevance eccv\n  \
    rankscope agree --table table4.csv --published table5.csv --format json")]
pub(super) struct Args {
    /// The benchmark's folder.
    #[arg(long, value_name = "DIR", required_unless_present = "table")]
    benchmark: Option<PathBuf>,
    /// A published table of systems and measures, in place of a benchmark.
    #[arg(long, value_name = "FILE", conflicts_with = "benchmark")]
    table: Option<PathBuf>,
    /// A published matrix of coefficients, to set the recomputed ones against.
    #[arg(long, value_name = "FILE", requires = "table")]
    published: Option<PathBuf>,
    /// Measures by full name, such as eccv:R@1,eccv:mAP@R; columns by name with --table.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<String>,
    /// A definition of relevance; may be given several times.
    #[arg(long, value_name = "ID", conflicts_with = "table")]
    relevance: Vec<String>,
    /// How often the queries are resampled for the intervals; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 2000, conflicts_with = "table")]
    resamples: u32,
    /// How to print them; CSV has tau-b alone.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Serialize)]
struct Report {
    /// The measure of each column.
    measures: Vec<String>,
    /// The relevance of each column.
    relevance: Vec<String>,
    systems: Vec<String>,
    /// `[systems][columns]`.
    means: Vec<Vec<Option<f64>>>,
    /// `[columns][columns]`; null where a column is constant.
    tau_b: Vec<Vec<Option<f64>>>,
    /// `[columns][columns]`, 95 % of resamples of the queries.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    intervals: Vec<Vec<Option<[f64; 2]>>>,
    /// How many systems the coefficients are over.
    n: usize,
    /// How many queries the means of each column are over.
    n_queries: Vec<usize>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    match (&args.benchmark, &args.table) {
        (Some(folder), _) => of_benchmark(args, &Benchmark::open(folder)?),
        (None, Some(table)) => {
            agree_table::run(table, args.published.as_deref(), &args.measures, args.format)
        }
        (None, None) => bail!("give --benchmark DIR or --table FILE"),
    }
}

fn of_benchmark(args: &Args, benchmark: &Benchmark) -> Result<()> {
    let columns = columns(args, benchmark)?;
    let measured = measured(benchmark, &columns)?;
    let intervals = if args.resamples == 0 {
        Vec::new()
    } else {
        let resampling = Resampling { n_resamples: args.resamples, ..Resampling::default() };
        let per_query = |index: usize| {
            let of =
                |row: &Vec<Values>| row.get(index).map(|v| v.values.clone()).unwrap_or_default();
            measured.iter().map(of).collect()
        };
        let columns: Vec<Vec<Vec<Option<f64>>>> = (0..columns.len()).map(per_query).collect();
        // One system or one query has no interval; the coefficients say n/a themselves.
        let found = tau_b_intervals(&columns, &resampling).unwrap_or_default();
        let ends = |interval: Option<Interval>| interval.map(|i| [i.low, i.high]);
        found.into_iter().map(|row| row.into_iter().map(ends).collect()).collect()
    };
    let means: Vec<Vec<Option<Mean>>> =
        measured.iter().map(|row| row.iter().map(Values::mean).collect()).collect();
    // A column without a mean is NaN throughout, which has no τ-b.
    let series = |index: usize| {
        let of_system = |row: &Vec<Option<Mean>>| row.get(index).copied().flatten();
        means.iter().map(|row| of_system(row).map_or(f64::NAN, |m| m.mean)).collect()
    };
    let series: Vec<Vec<f64>> = (0..columns.len()).map(series).collect();
    let report = Report {
        measures: columns.iter().map(|(measure, _)| measure.to_string()).collect(),
        relevance: columns.iter().map(|(_, relevance)| relevance.clone()).collect(),
        systems: benchmark.manifest.systems.iter().map(|system| system.id.clone()).collect(),
        means: means.iter().map(|row| row.iter().map(|m| m.map(|m| m.mean)).collect()).collect(),
        tau_b: tau_b_matrix(&series),
        intervals,
        n: means.len(),
        n_queries: means
            .first()
            .map(|row| row.iter().map(|m| m.map_or(0, |m| m.n)).collect())
            .unwrap_or_default(),
    };
    match args.format {
        Format::Json => output::print_json(&report),
        Format::Csv => output::print(&output::csv(&square(&names(&report), &report.tau_b))?),
        Format::Table => output::print(&table(&report)),
    }
}

/// Every column's values per query, `[systems][columns]`.
fn measured(benchmark: &Benchmark, columns: &[(Measure, String)]) -> Result<Vec<Vec<Values>>> {
    // By relevance, so that a ranking is judged once by each.
    let mut groups: BTreeMap<&str, (Judged, Vec<usize>)> = BTreeMap::new();
    for (index, (_, id)) in columns.iter().enumerate() {
        if !groups.contains_key(id.as_str()) {
            groups.insert(id, (benchmark.judged(id)?, Vec::new()));
        }
        groups.entry(id).and_modify(|(_, of_group)| of_group.push(index));
    }
    let by = |(measure, id): &(Measure, String)| Some((*measure, &groups.get(id.as_str())?.0));
    let resolved: Vec<(Measure, &Judged)> = columns.iter().filter_map(by).collect();
    let depth = rank::depth(resolved.iter().map(|(measure, by)| (measure, &by.relevance)));
    let progress = progress_bar(benchmark.manifest.systems.len(), "systems");
    let mut measured = Vec::new();
    for system in &benchmark.manifest.systems {
        let rankings = rank::rankings(benchmark, system, depth)?;
        let mut of_system: Vec<(usize, Values)> = Vec::new();
        for (by, of_group) in groups.values() {
            let measures: Vec<Measure> =
                of_group.iter().filter_map(|index| Some(columns.get(*index)?.0)).collect();
            of_system.extend(of_group.iter().copied().zip(values(&measures, &rankings, by)));
        }
        of_system.sort_by_key(|(index, _)| *index);
        measured.push(of_system.into_iter().map(|(_, values)| values).collect());
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(measured)
}

fn columns(args: &Args, benchmark: &Benchmark) -> Result<Vec<(Measure, String)>> {
    let manifest = &benchmark.manifest;
    if args.measures.is_empty() {
        let wanted = |id: &String| args.relevance.is_empty() || args.relevance.contains(id);
        let mut own = Vec::new();
        for headline in manifest.headlines.iter().filter(|h| wanted(&h.relevance)) {
            let measure = headline.measure.parse().context("a headline of benchmark.json")?;
            own.push((measure, headline.relevance.clone()));
        }
        if !own.is_empty() {
            return Ok(own);
        }
    }
    let measures = if args.measures.is_empty() {
        default_measures()
    } else {
        args.measures.iter().map(|name| name.parse()).collect::<Result<_, _>>()?
    };
    let relevance = if args.relevance.is_empty() {
        manifest.default_definition().map(|definition| definition.id.clone()).into_iter().collect()
    } else {
        args.relevance.clone()
    };
    if relevance.is_empty() {
        bail!("the benchmark has no judgements");
    }
    let of = |id: &String| measures.iter().map(|m| (*m, id.clone())).collect::<Vec<_>>();
    Ok(relevance.iter().flat_map(of).collect())
}

fn names(report: &Report) -> Vec<String> {
    let pairs = report.measures.iter().zip(&report.relevance);
    pairs.map(|(measure, relevance)| format!("{measure} ({relevance})")).collect()
}

fn table(report: &Report) -> String {
    let mut text = numbered(&names(report), &report.tau_b, report.n);
    if !report.intervals.is_empty() {
        let ends = |ends: &Option<[f64; 2]>| {
            ends.map_or("n/a".into(), |[low, high]| format!("{low:.2}…{high:.2}"))
        };
        let mut rows = vec![vec![String::from("95 % of resampled queries")]];
        rows[0].extend((1..=report.intervals.len()).map(|number| format!("[{number}]")));
        for (number, row) in (1..).zip(&report.intervals) {
            rows.push(std::iter::once(format!("[{number}]")).chain(row.iter().map(ends)).collect());
        }
        text.push('\n');
        text.push_str(&output::table(&rows));
    }
    text
}

/// A matrix whose columns are numbers, as the names of measures are long.
pub(super) fn numbered(names: &[String], taus: &[Vec<Option<f64>>], n_systems: usize) -> String {
    let mut header = vec![format!("tau-b over {n_systems} systems")];
    let mut rows = Vec::new();
    for ((number, name), taus) in (1..).zip(names).zip(taus) {
        header.push(format!("[{number}]"));
        let mut row = vec![format!("[{number}] {name}")];
        row.extend(taus.iter().map(|tau| tau.map_or("n/a".into(), |tau| format!("{tau:.3}"))));
        rows.push(row);
    }
    rows.insert(0, header);
    output::table(&rows)
}

/// A matrix with its names on both sides.
pub(super) fn square(names: &[String], taus: &[Vec<Option<f64>>]) -> Vec<Vec<String>> {
    let mut header = vec!["measure".to_owned()];
    header.extend(names.iter().cloned());
    let cell = |tau: &Option<f64>| tau.map_or(String::new(), |tau| tau.to_string());
    let row = |(name, taus): (&String, &Vec<Option<f64>>)| {
        std::iter::once(name.clone()).chain(taus.iter().map(cell)).collect()
    };
    std::iter::once(header).chain(names.iter().zip(taus).map(row)).collect()
}
