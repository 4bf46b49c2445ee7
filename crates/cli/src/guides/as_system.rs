//! Search by guide images as a system: `guides(balanced)`.

use super::{
    embedders::{Needs, chosen},
    gathered::gathered,
    plan::{Given, PlanArgs},
    setup::Setup,
    studio::Studio,
};
use crate::benchmark::{
    open::Benchmark,
    space::{self, Wanted},
};
use anyhow::{Error, Result};
use rankscope_core::analysis::Board;
use rankscope_core::ranking::Hit;

/// What `rankscope guide --eval` ranks by rank with the choices of a preset: the queries whose depth is
/// above 0. Those without guides keep the texts' fused list, or have none where an embedder knows no
/// text.
pub(crate) fn rankings(
    benchmark: &Benchmark,
    preset: &str,
    depths: &[usize],
) -> Result<Vec<Vec<Hit>>> {
    let preset = preset.parse().map_err(Error::msg)?;
    let mut plan = PlanArgs::of_preset(preset).plan(benchmark, Given::TEXT)?;
    let embedders = chosen(benchmark, &[], plan.n_embedders, &Needs::of(&plan))?;
    plan.n_embedders = embedders.len();
    let asked: Vec<usize> =
        (0..).zip(depths).filter(|(_, n)| **n > 0).map(|(row, _)| row).collect();
    let text_depths: Vec<usize> =
        depths.iter().map(|depth| if *depth > 0 { plan.depth } else { 0 }).collect();
    let knows_text = embedders.iter().all(|embedder| embedder.system.queries.is_some());
    let by_text = embedders
        .iter()
        .filter(|_| knows_text)
        .map(|embedder| space::rankings(benchmark, embedder.system, Wanted::First(&text_depths)));
    let of_text = by_text.collect::<Result<Vec<_>>>()?;
    let weights = vec![1.0 / embedders.len().max(1) as f64; embedders.len()];
    let studio = Studio::new(benchmark, embedders, &plan)?;
    let all = gathered(&benchmark.queries, &studio, &plan, &asked, None, false)?;
    let board = Board::new(benchmark.dataset.clone(), Vec::new());
    let setup =
        Setup { benchmark, plan: &plan, weights: &weights, board: &board, of_text: &of_text };
    let whole = setup.whole(&weights);
    Ok(setup.rankings(&all, |of| of.fused(&whole, &[])))
}
