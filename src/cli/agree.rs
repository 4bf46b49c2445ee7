//! `rankscope agree`: do two measures order the systems in the same way?

use super::{
    open::Benchmark,
    output::{self, Format},
    rank,
    shards::progress_bar,
};
use crate::benchmark::Relevance;
use crate::metrics::{Mean, Measure, default_measures};
use crate::statistics::tau_b_matrix;
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::{collections::BTreeMap, path::PathBuf};

/// Compare measures by how they order the systems: Kendall's tau-b between any two.
///
/// 1 means the same order, -1 the opposite one, n/a that a measure cannot tell the systems
/// apart. The columns are the benchmark's own, or every one of --measures under every one of
/// --relevance.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The benchmark's folder.
    #[arg(long, value_name = "DIR")]
    benchmark: PathBuf,
    /// Measures by full name, such as eccv:R@1,eccv:mAP@R,trec:nDCG@10.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<Measure>,
    /// A definition of relevance; may be given several times.
    #[arg(long, value_name = "ID")]
    relevance: Vec<String>,
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
    /// How many systems the coefficients are over.
    n: usize,
    /// How many queries the means of each column are over.
    n_queries: Vec<usize>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let benchmark = Benchmark::open(&args.benchmark)?;
    let columns = columns(args, &benchmark)?;
    let mut judged: BTreeMap<&str, Relevance> = BTreeMap::new();
    for (_, id) in &columns {
        if !judged.contains_key(id.as_str()) {
            judged.insert(id, benchmark.relevance(id)?);
        }
    }
    let column = |(measure, id): &(Measure, String)| Some((*measure, judged.get(id.as_str())?));
    let resolved: Vec<(Measure, &Relevance)> = columns.iter().filter_map(column).collect();
    let depth = rank::depth(resolved.iter().map(|(measure, relevance)| (measure, *relevance)));

    let progress = progress_bar(benchmark.manifest.systems.len(), "systems");
    let mut means: Vec<Vec<Option<Mean>>> = Vec::new();
    for system in &benchmark.manifest.systems {
        let rankings = rank::rankings(&benchmark, system, depth)?;
        let mean = |(measure, relevance): &(Measure, &Relevance)| {
            Mean::of(rank::values(measure, &rankings, relevance, &benchmark.image_ids))
        };
        means.push(resolved.iter().map(mean).collect());
        progress.inc(1);
    }
    progress.finish_and_clear();

    // A column without a mean is NaN throughout, which has no τ-b.
    let series = |index: usize| {
        let of_system = |row: &Vec<Option<Mean>>| row.get(index).copied().flatten();
        means.iter().map(|row| of_system(row).map_or(f64::NAN, |m| m.mean)).collect()
    };
    let series: Vec<Vec<f64>> = (0..resolved.len()).map(series).collect();
    let report = Report {
        measures: columns.iter().map(|(measure, _)| measure.to_string()).collect(),
        relevance: columns.iter().map(|(_, relevance)| relevance.clone()).collect(),
        systems: benchmark.manifest.systems.iter().map(|system| system.id.clone()).collect(),
        means: means.iter().map(|row| row.iter().map(|m| m.map(|m| m.mean)).collect()).collect(),
        tau_b: tau_b_matrix(&series),
        n: means.len(),
        n_queries: means
            .first()
            .map(|row| row.iter().map(|m| m.map_or(0, |m| m.n)).collect())
            .unwrap_or_default(),
    };
    match args.format {
        Format::Json => output::print_json(&report),
        Format::Csv => output::print(&csv(&report)),
        Format::Table => output::print(&table(&report)),
    }
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
    let measures =
        if args.measures.is_empty() { default_measures() } else { args.measures.clone() };
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
    let mut header = vec![format!("tau-b over {} systems", report.n)];
    let mut rows = Vec::new();
    for ((number, name), taus) in (1..).zip(names(report)).zip(&report.tau_b) {
        header.push(format!("[{number}]"));
        let mut row = vec![format!("[{number}] {name}")];
        row.extend(taus.iter().map(|tau| tau.map_or("n/a".into(), |tau| format!("{tau:.3}"))));
        rows.push(row);
    }
    rows.insert(0, header);
    output::table(&rows)
}

fn csv(report: &Report) -> String {
    let names = names(report);
    let mut text = format!("measure,{}\n", names.join(","));
    for (name, taus) in names.iter().zip(&report.tau_b) {
        let cells: Vec<String> =
            taus.iter().map(|tau| tau.map_or(String::new(), |tau| tau.to_string())).collect();
        text.push_str(&format!("{name},{}\n", cells.join(",")));
    }
    text
}
