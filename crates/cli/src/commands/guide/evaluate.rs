//! `rankscope guide DIR --eval`: guides against the text alone, on the queries of a split.

use super::{
    ablation,
    arguments::{EvalArgs, SearchArgs},
    learning,
    tables::{Groups, Report},
};
use crate::guides::{
    embedders::{Embedder, Needs, chosen},
    gathered::{Gathered, gathered},
    plan::Given,
    setup::Setup,
    studio::{Studio, Timings},
};
use crate::{
    benchmark::{
        open::Benchmark,
        selection::{chosen_queries, grouped, names_of},
    },
    ranking::{measured::measured, rank},
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
    /// The system over whose texts gains are.
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline: Option<String>,
    engines: Vec<String>,
    m: usize,
    size: &'static str,
    k: usize,
    n_queries: usize,
    /// Queries of which nothing was understood: they keep the text's list.
    n_without_guides: usize,
    /// Queries with words that were not understood.
    n_with_unknown_words: usize,
    /// Guides that were dropped as outliers, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    n_dropped: Option<usize>,
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
    let weights = args.weights(benchmark, &embedders)?;
    let of_text = text_rankings(benchmark, &embedders, &board)?;
    let baseline = baseline(of.baseline.as_deref(), benchmark, &embedders, &board)?;
    let hard = hard_half(benchmark, &needs, &board, &rows, baseline.as_ref().map(|of| of.0))?;
    let groups = Groups { hard, all: rows };
    let studio = Studio::new(benchmark, embedders, &plan)?;
    let setup =
        Setup { benchmark, plan: &plan, weights: &weights, board: &board, of_text: &of_text };
    let dropping = args.dropping(&weights);
    let all = gathered(&benchmark.queries, &studio, &plan, &groups.all, dropping, true, None)?;
    let mut ways = ways(&setup, &studio, &all, baseline.as_ref());
    if of.learn {
        ways.extend(learning::ways(&setup, &studio, &all, dropping)?);
    }
    if of.ablate {
        ways.extend(ablation::ways(&setup, args, &groups.all)?);
    }
    let baseline = baseline.map(|(system, _)| system.id.clone());
    let setting = setting(args, &setup, &studio, &relevance, &all, baseline);
    let notes = notes(&setting, &setup, !groups.hard.is_empty());
    let title = format!("{} on {}", args.plan.preset.name(), of.split);
    let has_baseline = setting.baseline.is_some();
    Report::new(setting, &board, &ways, has_baseline, &groups).print(
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

/// The baseline first, then the texts of the embedders that know texts, then guides.
fn ways(
    setup: &Setup<'_>,
    studio: &Studio<'_>,
    all: &[Gathered],
    baseline: Option<&Baseline<'_>>,
) -> Vec<SystemValues> {
    let whole = setup.whole(setup.weights);
    let measured = |name: &str, ranking: &dyn Fn(usize) -> Vec<Hit>| {
        let mut rankings = vec![Vec::new(); setup.benchmark.queries.len()];
        for of in all {
            if let Some(place) = rankings.get_mut(of.query) {
                *place = ranking(of.query);
            }
        }
        setup.board.values(name, &rankings)
    };
    let of = |rankings: &[Vec<Hit>], query: usize| rankings.get(query).cloned().unwrap_or_default();
    let mut ways = Vec::new();
    if let Some((system, rankings)) = baseline {
        ways.push(measured(&format!("text, {}", system.id), &|query| of(rankings, query)));
    }
    for (embedder, rankings) in studio.embedders.iter().zip(setup.of_text) {
        let is_first = baseline.is_some_and(|(system, _)| system.id == embedder.id());
        if !is_first && !rankings.is_empty() {
            ways.push(measured(&format!("text, {}", embedder.id()), &|query| of(rankings, query)));
        }
    }
    if setup.has_text() {
        ways.push(measured("text, fused", &|query| setup.fused_text(query)));
    }
    ways.push(setup.way("guides, by rank", all, |of| of.fused(&whole, &[])));
    ways.push(setup.way("guides, by distance", all, |of| {
        let rows = of.nearest.iter().filter_map(|hit| u32::try_from(hit.row).ok());
        hits_in_order(&rows.collect::<Vec<u32>>())
    }));
    if setup.has_text() {
        ways.push(setup.way("guides and text, by rank", all, |of| {
            let text = setup.text_lists(of.query);
            let text: Vec<&[u32]> = text.iter().map(Vec::as_slice).collect();
            of.fused(&whole, &text)
        }));
    }
    ways
}

/// A system with its ranking of every query.
type Baseline<'a> = (&'a System, Vec<Vec<Hit>>);

/// The system of this id, or else the first embedder that knows texts.
fn baseline<'a>(
    asked: Option<&str>,
    benchmark: &'a Benchmark,
    embedders: &[Embedder<'a>],
    board: &Board,
) -> Result<Option<Baseline<'a>>> {
    let mut systems = embedders.iter().map(|embedder| embedder.system);
    let system = match asked {
        Some(id) => Some(benchmark.system(id).context("--baseline")?),
        None => systems.find(|system| system.queries.is_some()),
    };
    let ranked = |system| {
        let rankings = rank::rankings(benchmark, system, &board.depths(0)).context("--baseline")?;
        Ok((system, rankings))
    };
    system.map(ranked).transpose()
}

/// Each embedder's ranking of every query by its stored text vector; empty for one without.
fn text_rankings(
    benchmark: &Benchmark,
    embedders: &[Embedder<'_>],
    board: &Board,
) -> Result<Vec<Vec<Vec<Hit>>>> {
    let depths = board.depths(0);
    let ranked = |embedder: &Embedder<'_>| match embedder.system.queries {
        Some(_) => rank::rankings(benchmark, embedder.system, &depths),
        None => Ok(Vec::new()),
    };
    embedders.iter().map(ranked).collect()
}

/// The half of the queries that texts answer worst: by the mean of the first measure over all systems
/// that could be compared here (those with towers, where guides are drawn) and know texts; without any by
/// the baseline, and without one there is no half.
fn hard_half(
    benchmark: &Benchmark,
    needs: &Needs,
    board: &Board,
    rows: &[usize],
    baseline: Option<&System>,
) -> Result<Vec<usize>> {
    let first = board.columns.first().context("give a measure")?;
    let first = Board::new(board.dataset.clone(), vec![first.clone()]);
    let mut systems: Vec<&System> = needs.candidates(benchmark);
    systems.retain(|system| system.queries.is_some());
    if systems.is_empty() {
        systems.extend(baseline);
    }
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
    baseline: Option<String>,
) -> Setting {
    let mut timings = Timings::default();
    all.iter().for_each(|of| timings.add(&of.timings));
    Setting {
        split: args.evaluation.split.clone(),
        only: args.evaluation.only.clone(),
        relevance: relevance.to_owned(),
        preset: args.plan.preset.name(),
        embedders: studio.embedders.iter().map(|one| one.id().to_owned()).collect(),
        baseline,
        engines: setup.plan.engines.iter().map(|engine| engine.name().to_owned()).collect(),
        m: setup.plan.n_guides,
        size: setup.plan.size_name(),
        k: setup.plan.depth,
        n_queries: all.len(),
        n_without_guides: all.iter().filter(|of| of.lists.guides.is_empty()).count(),
        n_with_unknown_words: all.iter().filter(|of| of.n_unknown > 0).count(),
        n_dropped: args.tau.map(|_| all.iter().map(|of| of.n_dropped).sum()),
        timings: timings.divided_by(all.len()),
    }
}

fn notes(of: &Setting, setup: &Setup<'_>, has_hard_half: bool) -> Vec<String> {
    let Timings { understand_ms, draw_ms, encode_ms, search_ms, .. } = of.timings;
    let without = if setup.has_text() { "keep the fused text's list" } else { "find nothing" };
    let mut notes = vec![
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
            "{} queries had no guide and {without}; {} have unknown words",
            of.n_without_guides, of.n_with_unknown_words
        ),
        format!(
            "a query: understand {understand_ms:.1} ms, draw {draw_ms:.1} ms, encode \
             {encode_ms:.1} ms, search {search_ms:.1} ms"
        ),
    ];
    if let Some(n) = of.n_dropped {
        notes
            .push(format!("{n} guides lie apart from the others of their query and were left out"));
    }
    if has_hard_half {
        notes.push(
            "the hard half has the lowest mean of the first measure over the texts of all systems \
             that can compare these guides, so the texts' low values there are in part chance"
                .to_owned(),
        );
    }
    notes
}
