//! `rankscope guide spread`: how much a mean distance depends on which guides were drawn.

use crate::guides::{
    embedders::{Needs, chosen},
    engines::GuideEngine,
    plan::{Given, PlanArgs},
    studio::{Asked, Studio},
};
use crate::{
    benchmark::{open::Benchmark, selection::chosen_queries},
    terminal::{
        arguments::Printed,
        output::{self, ListFormat},
        reporter::progress_bar,
    },
};
use anyhow::{Result, bail};
use rankscope_core::vectors::score;
use rankscope_guide::{N_BOOTSTRAPS, N_POOLED, Slope, SpreadStudy, distance_from_cosine};
use serde::Serialize;
use std::path::PathBuf;

/// Measure how much a picture's mean distance depends on which guides were drawn.
///
/// For each query, 20 guides are pooled, and the nearest picture to all of them is taken. 100 times, m
/// of them are drawn with replacement, and the picture's mean distance to them over the first
/// embedders is computed. Printed is the standard deviation, its mean over queries, with the slope of
/// its logarithm; beside it the share of draws that miss the mean of the pool by the factor γ or more,
/// and what Theorem 1 bounds that by.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  rankscope guide spread public/fieldbook --preset accurate\n  \
    rankscope guide spread public/fieldbook --engines memory --queries 100 --gamma 0.25"
)]
pub(super) struct Args {
    /// The benchmark's folder: the shipped Fieldbook.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// The queries to draw from.
    #[arg(long, value_name = "NAME", default_value = "test")]
    split: String,
    /// How many of them, evenly.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    queries: u32,
    /// The relative error of Theorem 1.
    #[arg(long, default_value_t = 0.5)]
    gamma: f64,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    printed: Printed<ListFormat>,
}

#[derive(Serialize)]
struct Report {
    engine: String,
    embedders: Vec<String>,
    n_queries: usize,
    n_pooled: usize,
    n_bootstraps: usize,
    gamma: f64,
    #[serde(flatten)]
    study: SpreadStudy,
}

pub(super) fn run(args: &Args) -> Result<()> {
    if !(args.gamma > 0.0 && args.gamma.is_finite()) {
        bail!("--gamma {} is a relative error: it must be above 0", args.gamma);
    }
    let benchmark = &Benchmark::open(&args.benchmark)?;
    let mut plan = args.plan.plan(benchmark, Given::TEXT)?;
    plan.engines.truncate(1);
    plan.n_guides = N_POOLED;
    let embedders = chosen(benchmark, &args.plan.embedders, plan.n_embedders, &Needs::of(&plan))?;
    let studio = Studio::new(benchmark, embedders, &plan)?;
    let rows = chosen_queries(Some(&args.split), &benchmark.queries)?;
    let step = rows.len().div_ceil(args.queries as usize).max(1);
    let rows: Vec<usize> = rows.into_iter().step_by(step).collect();
    let progress = progress_bar(rows.len(), "queries");
    // [queries][embedders][pool]
    let mut pools: Vec<Vec<Vec<f64>>> = Vec::new();
    for row in rows {
        progress.inc(1);
        let Some(query) = benchmark.queries.get(row) else { continue };
        let asked = Asked { text: &query.text, query_id: Some(&query.id) };
        let made = studio.guides(&asked, &plan)?;
        if made.guides.len() < N_POOLED {
            continue;
        }
        let Some(nearest) = studio.nearest(&made.vectors, 1)?.first().copied() else { continue };
        let distances = studio.embedders.iter().zip(&made.vectors).map(|(embedder, vectors)| {
            let distance = |vector: &Vec<f32>| {
                let cosine = score(vector, embedder.gallery.vectors().row(nearest.row));
                distance_from_cosine(f64::from(cosine))
            };
            vectors.iter().map(distance).collect()
        });
        pools.push(distances.collect());
    }
    progress.finish_and_clear();
    if pools.is_empty() {
        bail!("no query has {N_POOLED} guides");
    }
    let report = Report {
        engine: plan.engines.first().map_or("", GuideEngine::name).to_owned(),
        embedders: studio.embedders.iter().map(|one| one.id().to_owned()).collect(),
        n_queries: pools.len(),
        n_pooled: N_POOLED,
        n_bootstraps: N_BOOTSTRAPS,
        gamma: args.gamma,
        study: SpreadStudy::new(&pools, args.gamma)?,
    };
    print(&report, args.printed.format)
}

fn print(report: &Report, format: ListFormat) -> Result<()> {
    if format == ListFormat::Json {
        return output::print_json(report);
    }
    let titles = ["embedders", "m", "deviation", "beyond γ", "Theorem 1's bound"];
    let mut rows = vec![titles.map(String::from).to_vec()];
    rows.extend(report.study.cells.iter().map(|cell| {
        vec![
            cell.n_embedders.to_string(),
            cell.n_guides.to_string(),
            format!("{:.5}", cell.deviation),
            format!("{:.3}", cell.share_beyond),
            format!("{:.3}", cell.bound),
        ]
    }));
    let listed = |slopes: &[Slope], what: &str| {
        let shown = |slope: &Slope| {
            let value = slope.slope.map_or("n/a".to_owned(), |value| format!("{value:.3}"));
            format!("{value} at {what} {}", slope.at)
        };
        slopes.iter().map(shown).collect::<Vec<_>>().join(", ")
    };
    output::print(&format!(
        "{}\nslope in m: {}\nslope in embedders: {}\n{} queries, {} guides of {} each, {} draws, γ = {}\n",
        output::table(&rows),
        listed(&report.study.slopes_in_guides, "embedders ="),
        listed(&report.study.slopes_in_embedders, "m ="),
        report.n_queries,
        report.n_pooled,
        report.engine,
        report.n_bootstraps,
        report.gamma
    ))
}
