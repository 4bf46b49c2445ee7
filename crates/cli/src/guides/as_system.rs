//! Search by guide images as a system: `guides(balanced)`.

use super::{
    embedders::{Needs, chosen, usual_weights},
    gathered::gathered,
    plan::{Given, PlanArgs},
    setup::Setup,
    studio::Studio,
};
use crate::benchmark::{
    open::Benchmark,
    space::{self, Wanted},
};
use anyhow::{Context, Error, Result};
use rankscope_core::analysis::{Board, GuidedSystem};
use rankscope_core::benchmark::System;
use rankscope_core::ranking::Hit;
use rankscope_guide::{CheapList, features};

/// What `rankscope guide --eval` ranks by rank with the choices of a preset: the queries of which anything is
/// wanted. Where candidates are, each guide ranks these. Those without guides keep the texts' fused list, or have none where an embedder knows no
/// text.
pub(crate) fn rankings(
    benchmark: &Benchmark,
    of: &GuidedSystem,
    wanted: Wanted<'_>,
) -> Result<Vec<Vec<Hit>>> {
    let (n_wanted, candidates): (Vec<usize>, _) = match wanted {
        Wanted::First(depths) => (depths.to_vec(), None),
        Wanted::Candidates(all) => (all.iter().map(Vec::len).collect(), Some(all)),
    };
    let preset = of.preset.parse().map_err(Error::msg)?;
    let m = of.n_guides.map(u32::try_from).transpose()?;
    let mut plan = PlanArgs { m, ..PlanArgs::of_preset(preset) }.plan(benchmark, Given::TEXT)?;
    plan.n_embedders = of.n_embedders.unwrap_or(plan.n_embedders);
    let embedders = chosen(benchmark, &[], plan.n_embedders, &Needs::of(&plan))?;
    plan.n_embedders = embedders.len();
    let easy = match of.gamma {
        Some(gamma) => easy_queries(benchmark, gamma, wanted, &n_wanted)?,
        None => Vec::new(),
    };
    let is_easy = |row: usize| easy.get(row).is_some_and(Option::is_some);
    let asked: Vec<usize> = (0..)
        .zip(&n_wanted)
        .filter(|(row, n)| **n > 0 && !is_easy(*row))
        .map(|(row, _)| row)
        .collect();
    let text_depths: Vec<usize> =
        n_wanted.iter().map(|n| if *n > 0 { plan.depth } else { 0 }).collect();
    let of_text = candidates.map_or(Wanted::First(&text_depths), Wanted::Candidates);
    let knows_text = embedders.iter().all(|embedder| embedder.system.queries.is_some());
    let by_text = embedders
        .iter()
        .filter(|_| knows_text)
        .map(|embedder| space::rankings(benchmark, embedder.system, of_text));
    let of_text = by_text.collect::<Result<Vec<_>>>()?;
    let weights = usual_weights(benchmark, &embedders);
    let studio = Studio::new(benchmark, embedders, &plan)?;
    let all = gathered(&benchmark.queries, &studio, &plan, &asked, None, false, candidates)?;
    let board = Board::new(benchmark.dataset.clone(), Vec::new());
    let setup =
        Setup { benchmark, plan: &plan, weights: &weights, board: &board, of_text: &of_text };
    let whole = setup.whole(&weights);
    let mut rankings = setup.rankings(&all, |of| of.fused(&whole, &[]));
    for (hits, easy) in rankings.iter_mut().zip(easy) {
        if let Some(by_text) = easy {
            *hits = by_text;
        }
    }
    Ok(rankings)
}

/// By query, what the text alone finds where the benchmark's model predicts an average precision of at
/// least γ: by the system whose precision it predicts.
fn easy_queries(
    benchmark: &Benchmark,
    gamma: f64,
    wanted: Wanted<'_>,
    n_wanted: &[usize],
) -> Result<Vec<Option<Vec<Hit>>>> {
    let model = benchmark.complexity()?.context(
        "gamma needs a model of how hard queries are, which the benchmark lacks: fit one by rankscope guide \
         complexity DIR --store",
    )?;
    let first = benchmark.system(model.methods.first().context("the model has no methods")?)?;
    let by_text = space::rankings(benchmark, first, wanted)?;
    let rows: Vec<usize> =
        (0..).zip(n_wanted).filter(|(_, n)| **n > 0).map(|(row, _)| row).collect();
    let found = model
        .methods
        .iter()
        .map(|id| top_of(benchmark, benchmark.system(id)?, model.top, &rows))
        .collect::<Result<Vec<_>>>()?;
    let mut easy = vec![None; benchmark.queries.len()];
    for row in rows {
        let list = |of: &Vec<Vec<Hit>>| CheapList::of(of.get(row).map_or(&[][..], Vec::as_slice));
        let lists: Vec<CheapList<u32>> = found.iter().map(list).collect();
        let predicted = model.predicted(&features(&lists, model.top));
        if let (true, Some(place)) = (predicted.is_some_and(|own| own >= gamma), easy.get_mut(row))
        {
            *place = Some(by_text.get(row).cloned().unwrap_or_default());
        }
    }
    Ok(easy)
}

/// The `k` best images for these queries, none for the others.
fn top_of(
    benchmark: &Benchmark,
    system: &System,
    k: usize,
    rows: &[usize],
) -> Result<Vec<Vec<Hit>>> {
    let mut depths = vec![0; benchmark.queries.len()];
    for row in rows {
        if let Some(depth) = depths.get_mut(*row) {
            *depth = k;
        }
    }
    let mut found = space::rankings(benchmark, system, Wanted::First(&depths))?;
    found.iter_mut().for_each(|hits| hits.truncate(k));
    Ok(found)
}
