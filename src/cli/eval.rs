//! `rankscope eval`: how good each system is, query by query.

use super::{
    open::Benchmark,
    output::{self, Format},
    rank,
    shards::progress_bar,
};
use crate::benchmark::System;
use crate::metrics::{Mean, Measure, default_measures};
use anyhow::{Context, Result};
use serde::Serialize;
use std::{collections::BTreeMap, path::PathBuf};

/// Measure the systems of a benchmark.
///
/// Every query is ranked exactly, from the systems' stored vectors; no encoder and no GPU is
/// needed. Queries without a relevant image are left out of the means, and n says how many
/// are in.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The benchmark's folder.
    #[arg(long, value_name = "DIR")]
    benchmark: PathBuf,
    /// A system to measure; may be given several times. All, if not given.
    #[arg(long = "system", value_name = "ID")]
    systems: Vec<String>,
    /// The definition of relevance; the benchmark's default, if not given.
    #[arg(long, value_name = "ID")]
    relevance: Option<String>,
    /// Measures by full name, such as eccv:R@1,eccv:mAP@R,trec:nDCG@10.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    measures: Vec<Measure>,
    /// How to print them; JSON has the values of every query.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Serialize)]
struct Report {
    relevance: String,
    runs: BTreeMap<String, BTreeMap<String, Measured>>,
}

#[derive(Serialize)]
struct Measured {
    /// `None` where no query has a value.
    mean: Option<f64>,
    n: usize,
    per_query: BTreeMap<String, f64>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let benchmark = Benchmark::open(&args.benchmark)?;
    let relevance_id = match &args.relevance {
        Some(id) => id.clone(),
        None => {
            let default = benchmark.manifest.default_definition();
            default.context("the benchmark has no judgements")?.id.clone()
        }
    };
    let relevance = benchmark.relevance(&relevance_id)?;
    let measures = chosen_measures(&args.measures, &benchmark, &relevance_id)?;
    let systems = chosen_systems(&args.systems, &benchmark)?;
    let depth = rank::depth(measures.iter().map(|measure| (measure, &relevance)));

    let progress = progress_bar(systems.len(), "systems");
    let mut runs = BTreeMap::new();
    for system in &systems {
        let rankings = rank::rankings(&benchmark, system, depth)?;
        let measured = measures.iter().map(|measure| {
            let values = rank::values(measure, &rankings, &relevance, &benchmark.image_ids);
            let mean = Mean::of(values.iter().copied());
            let ids = benchmark.queries.iter().map(|query| query.id.clone());
            let per_query = ids.zip(values).filter_map(|(id, value)| Some((id, value?))).collect();
            let measured =
                Measured { mean: mean.map(|m| m.mean), n: mean.map_or(0, |m| m.n), per_query };
            (measure.to_string(), measured)
        });
        runs.insert(system.id.clone(), measured.collect::<BTreeMap<_, _>>());
        progress.inc(1);
    }
    progress.finish_and_clear();
    let report = Report { relevance: relevance_id, runs };
    match args.format {
        Format::Json => output::print_json(&report),
        Format::Csv => output::print(&csv(&report, &systems, &measures)),
        Format::Table => output::print(&table(&report, &systems, &measures)),
    }
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

impl Report {
    fn get(&self, system: &System, measure: &Measure) -> Option<&Measured> {
        self.runs.get(&system.id)?.get(&measure.to_string())
    }
}

fn table(report: &Report, systems: &[&System], measures: &[Measure]) -> String {
    let mut header = vec![format!("relevance {}", report.relevance)];
    header.extend(measures.iter().map(Measure::to_string));
    header.push("n".into());
    let mut rows = vec![header];
    for system in systems {
        let mut row = vec![system.id.clone()];
        let mut n = 0;
        for measure in measures {
            let measured = report.get(system, measure);
            n = measured.map_or(0, |m| m.n);
            let mean = measured.and_then(|m| m.mean);
            row.push(mean.map_or("n/a".into(), |mean| format!("{mean:.4}")));
        }
        // Which queries count depends on the relevance alone, so n is the same for all measures.
        row.push(n.to_string());
        rows.push(row);
    }
    output::table(&rows)
}

fn csv(report: &Report, systems: &[&System], measures: &[Measure]) -> String {
    let mut text = String::from("system,relevance,measure,mean,n\n");
    for system in systems {
        for measure in measures {
            let Some(Measured { mean, n, .. }) = report.get(system, measure) else { continue };
            let mean = mean.map_or(String::new(), |mean| mean.to_string());
            text.push_str(&format!("{},{},{measure},{mean},{n}\n", system.id, report.relevance));
        }
    }
    text
}
