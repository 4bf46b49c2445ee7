//! `rankscope eval`: how good each system is, query by query.

use super::{
    evaluation::{Judged, Measured, Values, values},
    open::Benchmark,
    output::{self, Format},
    rank,
    run_files::{RunFile, RunReader, check_names},
    shards::progress_bar,
};
use crate::benchmark::{Query, System};
use crate::metrics::{Measure, default_measures};
use anyhow::{Context, Result, bail};
use serde::Serialize;
use std::{collections::BTreeMap, path::PathBuf};

/// Measure the systems of a benchmark, or runs against qrels.
///
/// With --benchmark every query is ranked exactly, from the systems' stored vectors; no
/// encoder and no GPU is needed. With --qrels and --run TREC files are read, in gzip or not
/// (qrels also in BEIR's form, if the name ends in .tsv).
///
/// A measure is protocol:measure, because libraries differ in silence: trec:R@5 is a share of
/// all relevant images, eccv:R@5 is a hit rate. Queries without a relevant image are left out
/// of the means, judged queries that a run lacks count as nothing found, and n says how many
/// queries are in.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope eval --benchmark coco5k --measures eccv:mAP@R,eccv:R@1\n  \
    rankscope eval --benchmark inquire --split test --by supercategory\n  \
    rankscope eval --qrels test.qrels --run bm25.run --run clip=clip.run.gz --format json")]
pub(super) struct Args {
    /// The benchmark's folder.
    #[arg(long, value_name = "DIR", required_unless_present = "qrels")]
    benchmark: Option<PathBuf>,
    /// Judgements, in place of a benchmark.
    #[arg(long, value_name = "FILE", conflicts_with = "benchmark", requires = "runs")]
    qrels: Option<PathBuf>,
    /// A run to measure against the qrels; may be given several times.
    #[arg(long = "run", value_name = "[NAME=]FILE", requires = "qrels", value_parser = RunFile::parse, num_args = 1..)]
    runs: Vec<RunFile>,
    /// A system to measure; may be given several times. All, if not given.
    #[arg(long = "system", value_name = "ID", conflicts_with = "qrels")]
    systems: Vec<String>,
    /// The definition of relevance; the benchmark's default, if not given.
    #[arg(long, value_name = "ID", conflicts_with = "qrels")]
    relevance: Option<String>,
    /// Only the queries of this split.
    #[arg(long, value_name = "NAME", conflicts_with = "qrels")]
    split: Option<String>,
    /// Also the means over the queries of each value of this facet, such as category.
    #[arg(long, value_name = "FACET", conflicts_with = "qrels")]
    by: Option<String>,
    /// Measures by full name, such as eccv:R@1,eccv:mAP@R,trec:nDCG@10.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<Measure>,
    /// How to print them; JSON has the values of every query.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// Measure → mean and values, for each run.
type Runs = BTreeMap<String, BTreeMap<String, Measured>>;

#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    relevance: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<String>,
    runs: Runs,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// For each value of the facet.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    groups: BTreeMap<String, Runs>,
}

/// Every value of the named runs, in the order in which they were asked for.
struct Evaluated {
    judged: Judged,
    runs: Vec<(String, Vec<Values>)>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let (report, names, measures) = match (&args.benchmark, &args.qrels) {
        (Some(folder), _) => of_benchmark(args, &Benchmark::open(folder)?)?,
        (None, Some(qrels)) => of_files(args, RunReader::open(qrels)?)?,
        (None, None) => bail!("give --benchmark DIR, or --qrels FILE and --run FILE"),
    };
    match args.format {
        Format::Json => output::print_json(&report),
        Format::Csv => output::print(&csv(&report, &names, &measures)?),
        Format::Table => output::print(&table(&report, &names, &measures)),
    }
}

fn of_files(args: &Args, mut reader: RunReader) -> Result<(Report, Vec<String>, Vec<Measure>)> {
    check_names(&args.runs)?;
    let measures =
        if args.measures.is_empty() { default_measures() } else { args.measures.clone() };
    let progress = progress_bar(args.runs.len(), "runs");
    let mut runs = Vec::new();
    for run in &args.runs {
        let rankings = reader.rankings(run)?;
        let values = values(&measures, &rankings, reader.judged());
        runs.push((run.name.clone(), values));
        progress.inc(1);
    }
    progress.finish_and_clear();
    let all: Vec<usize> = (0..reader.judged().query_ids.len()).collect();
    let names = args.runs.iter().map(|run| run.name.clone()).collect();
    let runs = summarised(&runs, &all, &reader.judged().query_ids);
    let report = Report { relevance: None, split: None, runs, by: None, groups: BTreeMap::new() };
    Ok((report, names, measures))
}

fn of_benchmark(args: &Args, benchmark: &Benchmark) -> Result<(Report, Vec<String>, Vec<Measure>)> {
    let relevance_id = benchmark.relevance_id(args.relevance.as_deref())?;
    let measures = chosen_measures(&args.measures, benchmark, &relevance_id)?;
    let systems = chosen_systems(&args.systems, benchmark)?;
    let queries = chosen_queries(args.split.as_deref(), &benchmark.queries)?;
    let groups = match &args.by {
        Some(facet) => grouped(facet, &queries, &benchmark.queries)?,
        None => BTreeMap::new(),
    };
    let evaluated = evaluated(benchmark, &systems, &measures, &relevance_id)?;
    let ids = &evaluated.judged.query_ids;
    let summary = |queries: &[usize]| summarised(&evaluated.runs, queries, ids);
    let report = Report {
        relevance: Some(relevance_id),
        split: args.split.clone(),
        runs: summary(&queries),
        by: args.by.clone(),
        groups: groups.into_iter().map(|(group, queries)| (group, summary(&queries))).collect(),
    };
    Ok((report, systems.iter().map(|system| system.id.clone()).collect(), measures))
}

fn evaluated(
    benchmark: &Benchmark,
    systems: &[&System],
    measures: &[Measure],
    relevance: &str,
) -> Result<Evaluated> {
    let judged = benchmark.judged(relevance)?;
    let depth = rank::depth(measures.iter().map(|measure| (measure, &judged.relevance)));
    let progress = progress_bar(systems.len(), "systems");
    let mut runs = Vec::new();
    for system in systems {
        let rankings = rank::rankings(benchmark, system, depth)?;
        let values = values(measures, &rankings, &judged);
        runs.push((system.id.clone(), values));
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(Evaluated { judged, runs })
}

fn summarised(runs: &[(String, Vec<Values>)], queries: &[usize], ids: &[String]) -> Runs {
    let of_run = |values: &Vec<Values>| {
        values
            .iter()
            .map(|values| (values.measure.to_string(), values.over(queries, ids)))
            .collect()
    };
    runs.iter().map(|(name, values)| (name.clone(), of_run(values))).collect()
}

/// Those asked for; else the benchmark's columns under this relevance; else the usual ones.
fn chosen_measures(
    asked: &[Measure],
    benchmark: &Benchmark,
    relevance: &str,
) -> Result<Vec<Measure>> {
    if !asked.is_empty() {
        return Ok(asked.to_vec());
    }
    let headlines = benchmark.manifest.headlines.iter().filter(|h| h.relevance == relevance);
    let own = headlines.map(|h| h.measure.parse().context("a headline of benchmark.json"));
    let own = own.collect::<Result<Vec<Measure>>>()?;
    Ok(if own.is_empty() { default_measures() } else { own })
}

/// Those asked for, or all.
fn chosen_systems<'a>(asked: &[String], benchmark: &'a Benchmark) -> Result<Vec<&'a System>> {
    if asked.is_empty() {
        return Ok(benchmark.manifest.systems.iter().collect());
    }
    asked.iter().map(|id| benchmark.system(id)).collect()
}

/// The rows of the queries of a split, or of all.
fn chosen_queries(split: Option<&str>, queries: &[Query]) -> Result<Vec<usize>> {
    let wanted = |query: &Query| split.is_none_or(|split| query.split == split);
    let rows: Vec<usize> =
        (0..).zip(queries).filter(|(_, q)| wanted(q)).map(|(row, _)| row).collect();
    if rows.is_empty()
        && let Some(split) = split
    {
        let known = named(queries.iter().map(|query| query.split.as_str()));
        bail!("no query is of the split {split}: there is {known}");
    }
    Ok(rows)
}

/// The rows of the queries by their value of a facet.
fn grouped(facet: &str, rows: &[usize], queries: &[Query]) -> Result<BTreeMap<String, Vec<usize>>> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for &row in rows {
        if let Some(value) = queries.get(row).and_then(|query| query.facets.get(facet)) {
            groups.entry(value.clone()).or_default().push(row);
        }
    }
    if groups.is_empty() {
        let known = named(queries.iter().flat_map(|query| query.facets.keys()).map(String::as_str));
        bail!("no query has the facet {facet}: there is {known}");
    }
    Ok(groups)
}

/// The different names, for a message.
fn named<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let all: std::collections::BTreeSet<&str> = names.filter(|name| !name.is_empty()).collect();
    if all.is_empty() { "none".into() } else { all.into_iter().collect::<Vec<_>>().join(", ") }
}

impl Report {
    /// The runs over all queries under an empty name, then those of each group.
    fn blocks(&self) -> impl Iterator<Item = (&str, &Runs)> {
        let groups = self.groups.iter().map(|(group, runs)| (group.as_str(), runs));
        std::iter::once(("", &self.runs)).chain(groups)
    }

    fn title(&self) -> String {
        let relevance = self.relevance.iter().map(|id| format!("relevance {id}"));
        let split = self.split.iter().map(|split| format!("split {split}"));
        relevance.chain(split).collect::<Vec<_>>().join(", ")
    }
}

fn table(report: &Report, names: &[String], measures: &[Measure]) -> String {
    let mut header = vec![report.title()];
    header.extend(measures.iter().map(Measure::to_string));
    header.push("n".into());
    let mut rows = vec![header];
    for (group, runs) in report.blocks() {
        for name in names {
            let title = if group.is_empty() { name.clone() } else { format!("{group}: {name}") };
            let measured = |measure: &Measure| runs.get(name)?.get(&measure.to_string());
            let mut row = vec![title];
            row.extend(measures.iter().map(|measure| {
                let mean = measured(measure).and_then(|m| m.mean);
                mean.map_or("n/a".into(), |mean| format!("{mean:.4}"))
            }));
            // Nearly always one n; measures that do not apply to some queries have their own.
            let ns = measures.iter().filter_map(|measure| Some(measured(measure)?.n));
            let (least, most) = (ns.clone().min().unwrap_or(0), ns.max().unwrap_or(0));
            row.push(if least == most { most.to_string() } else { format!("{least}–{most}") });
            rows.push(row);
        }
    }
    output::table(&rows)
}

fn csv(report: &Report, names: &[String], measures: &[Measure]) -> Result<String> {
    let header = ["run", "relevance", "group", "measure", "mean", "n", "judged"];
    let mut rows = vec![header.map(String::from).to_vec()];
    for (group, runs) in report.blocks() {
        for name in names {
            for measure in measures.iter().map(Measure::to_string) {
                let Some(measured) = runs.get(name).and_then(|run| run.get(&measure)) else {
                    continue;
                };
                let number = |value: Option<f64>| value.map_or(String::new(), |v| v.to_string());
                rows.push(vec![
                    name.clone(),
                    report.relevance.clone().unwrap_or_default(),
                    group.to_owned(),
                    measure,
                    number(measured.mean),
                    measured.n.to_string(),
                    number(measured.judged),
                ]);
            }
        }
    }
    output::csv(&rows)
}
