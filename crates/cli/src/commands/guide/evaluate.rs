//! `rankscope guide DIR --eval`: guides against the text alone, on the queries of a split.

use super::{
    ablation,
    arguments::{EvalArgs, SearchArgs},
    embedders::{Embedder, Needs, chosen},
    gathered::{Gathered, gathered},
    learning,
    plan::Given,
    setup::Setup,
    studio::{Studio, Timings},
    tables::{Groups, Report},
};
use crate::benchmark::{
    measured::measured,
    open::Benchmark,
    rank,
    selection::{chosen_queries, grouped, names_of},
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::{Board, SystemValues};
use rankscope_core::benchmark::System;
use rankscope_core::ranking::{Hit, hits_in_order};
use serde::Serialize;

/// What a report is of.
#[derive(Serialize)]
pub(super) struct Setting {
    split: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<String>,
    relevance: String,
    preset: &'static str,
    embedders: Vec<String>,
    engines: Vec<String>,
    m: usize,
    size: &'static str,
    k: usize,
    n_queries: usize,
    /// Queries of which nothing was understood: they keep the text's list.
    n_without_guides: usize,
    /// Queries with words that were not understood.
    n_with_unknown_words: usize,
    /// The mean of each stage.
    timings: Timings,
}

pub(super) fn run(args: &SearchArgs, benchmark: &Benchmark) -> Result<()> {
    let of = &args.evaluation;
    let mut plan = args.plan.plan(benchmark, Given::TEXT)?;
    let relevance = benchmark.relevance_id(of.relevance.as_deref())?;
    if benchmark.relevance(&relevance)?.ranks_only_judged() {
        bail!("relevance {relevance} ranks its candidates only, and guides rank the whole gallery");
    }
    let measures = match of.measures.as_slice() {
        [] => vec!["inquire:AP@50".parse()?, "trec:AP@50".parse()?],
        given => given.to_vec(),
    };
    let board = benchmark.board(&measures, &relevance)?;
    let rows = rows(of, benchmark)?;
    let needs = Needs::of(&plan);
    let embedders = chosen(benchmark, &args.plan.embedders, plan.n_embedders, &needs)?;
    plan.n_embedders = embedders.len();
    let weights = args.weights(embedders.len())?;
    let of_text = text_rankings(benchmark, &embedders, &board)?;
    let groups = Groups { hard: hard_half(benchmark, &needs, &board, &rows)?, all: rows };
    let studio = Studio::new(benchmark, embedders, &plan)?;
    let setup =
        Setup { benchmark, plan: &plan, weights: &weights, board: &board, of_text: &of_text };
    let all = gathered(&benchmark.queries, &studio, &plan, &groups.all, true)?;
    let mut ways = ways(&setup, &studio, &all);
    if of.learn {
        ways.extend(learning::ways(&setup, &studio, &all)?);
    }
    if of.ablate {
        ways.extend(ablation::ways(&setup, args, &groups.all)?);
    }
    let setting = setting(args, &setup, &studio, &relevance, &all);
    let notes = notes(&setting);
    let title = format!("{} on {}", args.plan.preset.name(), of.split);
    Report::new(setting, &board, &ways, &groups).print(
        &title,
        &measures,
        &notes,
        args.printed.format,
    )
}

/// The queries of the split, or those of them that have a value of a facet.
fn rows(of: &EvalArgs, benchmark: &Benchmark) -> Result<Vec<usize>> {
    let rows = chosen_queries(Some(&of.split), &benchmark.queries)?;
    let Some(only) = &of.only else { return Ok(rows) };
    let (facet, value) = only
        .split_once('=')
        .with_context(|| format!("--only {only}: give FACET=VALUE, such as family=question"))?;
    let mut groups = grouped(facet, &rows, &benchmark.queries)?;
    groups.remove(value).with_context(|| {
        let known = names_of(groups.keys().map(String::as_str));
        format!("--only {only}: no query has it; there is {known}")
    })
}

/// The text of the best embedder first: gains are over it.
fn ways(setup: &Setup<'_>, studio: &Studio<'_>, all: &[Gathered]) -> Vec<SystemValues> {
    let whole = setup.whole(setup.weights);
    let text_of = |embedder: usize| {
        move |of: &Gathered| {
            let hits = setup.of_text.get(embedder).and_then(|of_text| of_text.get(of.query));
            hits.cloned().unwrap_or_default()
        }
    };
    let mut ways = Vec::new();
    for (place, embedder) in studio.embedders.iter().enumerate() {
        let mut rankings = vec![Vec::new(); setup.benchmark.queries.len()];
        for of in all {
            if let Some(ranking) = rankings.get_mut(of.query) {
                *ranking = text_of(place)(of);
            }
        }
        let name = format!("text, {}", embedder.id());
        ways.push(setup.board.values(&name, &rankings));
    }
    let fused = |of: &Gathered| setup.fused_text(of.query);
    let mut rankings = vec![Vec::new(); setup.benchmark.queries.len()];
    for of in all {
        if let Some(ranking) = rankings.get_mut(of.query) {
            *ranking = fused(of);
        }
    }
    ways.push(setup.board.values("text, fused", &rankings));
    ways.push(setup.way("guides, by rank", all, |of| of.fused(&whole, &[])));
    ways.push(setup.way("guides, by distance", all, |of| {
        let rows = of.nearest.iter().filter_map(|hit| u32::try_from(hit.row).ok());
        hits_in_order(&rows.collect::<Vec<u32>>())
    }));
    ways.push(setup.way("guides and text, by rank", all, |of| {
        let text = setup.text_lists(of.query);
        let text: Vec<&[u32]> = text.iter().map(Vec::as_slice).collect();
        of.fused(&whole, &text)
    }));
    ways
}

/// Each embedder's ranking of every query by its stored text vector.
fn text_rankings(
    benchmark: &Benchmark,
    embedders: &[Embedder<'_>],
    board: &Board,
) -> Result<Vec<Vec<Vec<Hit>>>> {
    let depths = board.depths(0);
    embedders.iter().map(|embedder| rank::rankings(benchmark, embedder.system, &depths)).collect()
}

/// The half of the queries that texts answer worst: by the mean of the first measure over all systems
/// that could be compared here (those with towers, where guides are drawn).
fn hard_half(
    benchmark: &Benchmark,
    needs: &Needs,
    board: &Board,
    rows: &[usize],
) -> Result<Vec<usize>> {
    let first = board.columns.first().context("give a measure")?;
    let first = Board::new(board.dataset.clone(), vec![first.clone()]);
    let systems: Vec<&System> = needs.candidates(benchmark);
    let all = benchmark.query_rows();
    let runs = measured(benchmark, &systems, &first, &all)?;
    let mean = |row: usize| {
        let values: Vec<f64> = runs.iter().filter_map(|of| of.value(0, row)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let mut means: Vec<(f64, usize)> =
        rows.iter().filter_map(|row| Some((mean(*row)?, *row))).collect();
    means.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    means.truncate(means.len() / 2);
    Ok(means.into_iter().map(|(_, row)| row).collect())
}

fn setting(
    args: &SearchArgs,
    setup: &Setup<'_>,
    studio: &Studio<'_>,
    relevance: &str,
    all: &[Gathered],
) -> Setting {
    let mut timings = Timings::default();
    all.iter().for_each(|of| timings.add(&of.timings));
    Setting {
        split: args.evaluation.split.clone(),
        only: args.evaluation.only.clone(),
        relevance: relevance.to_owned(),
        preset: args.plan.preset.name(),
        embedders: studio.embedders.iter().map(|one| one.id().to_owned()).collect(),
        engines: setup.plan.engines.iter().map(|engine| engine.name().to_owned()).collect(),
        m: setup.plan.n_guides,
        size: setup.plan.size_name(),
        k: setup.plan.depth,
        n_queries: all.len(),
        n_without_guides: all.iter().filter(|of| of.lists.guides.is_empty()).count(),
        n_with_unknown_words: all.iter().filter(|of| of.n_unknown > 0).count(),
        timings: timings.divided_by(all.len()),
    }
}

fn notes(of: &Setting) -> Vec<String> {
    let Timings { understand_ms, draw_ms, encode_ms, search_ms, .. } = of.timings;
    vec![
        format!(
            "{} queries{}, relevance {}; embedders {}; engines {}, m = {}, {}; k = {}",
            of.n_queries,
            of.only.as_ref().map_or(String::new(), |only| format!(" with {only}")),
            of.relevance,
            of.embedders.join(", "),
            of.engines.join(", "),
            of.m,
            of.size,
            of.k
        ),
        format!(
            "{} queries had no guide and keep the fused text's list; {} have unknown words",
            of.n_without_guides, of.n_with_unknown_words
        ),
        format!(
            "a query: understand {understand_ms:.1} ms, draw {draw_ms:.1} ms, encode \
             {encode_ms:.1} ms, search {search_ms:.1} ms"
        ),
        "the hard half has the lowest mean of the first measure over the texts of all systems that \
         can compare these guides, so the texts' low values there are in part chance"
            .to_owned(),
    ]
}
