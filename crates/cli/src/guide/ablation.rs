//! Parts of the method, measured one by one: the paper's Figures 7 to 10.

use super::{
    arguments::SearchArgs,
    embedders::{Embedder, Needs, chosen},
    engines::GuideEngine,
    gathered::{Gathered, Part, gathered},
    plan::Plan,
    setup::Setup,
    studio::Studio,
    tables::Way,
};
use anyhow::Result;
use rankscope_fieldbook::Engine;
use rankscope_guide::Size;

/// m of Fig. 7.
const N_GUIDES: [usize; 3] = [1, 2, 3];
/// ℓ of Fig. 7.
const N_EMBEDDERS: [usize; 4] = [1, 2, 4, 6];

/// Guides and embedders in several numbers, engines alone and together, and sizes.
pub(super) fn ways(setup: &Setup<'_>, args: &SearchArgs, rows: &[usize]) -> Result<Vec<Way>> {
    let most_embedders = N_EMBEDDERS.into_iter().max().unwrap_or(1);
    let manifest = &setup.benchmark.manifest;
    let needs = Needs::of(setup.plan);
    let embedders = chosen(setup.benchmark, &args.plan.embedders, most_embedders, &needs)?;
    let n_embedders = embedders.len();
    let weights = vec![1.0 / n_embedders as f64; n_embedders];
    let draws = setup.plan.engines.iter().any(GuideEngine::draws);
    // Those that can stand beside the plan's: all that draw, or all whose guides the benchmark carries.
    let of_text = if draws {
        Engine::OF_TEXT.map(GuideEngine::Drawn).to_vec()
    } else {
        let has_all = |engine: &GuideEngine| {
            let has =
                |one: &Embedder<'_>| manifest.guide_vectors(one.system, engine.name()).is_some();
            embedders.iter().all(has)
        };
        GuideEngine::stored_in(setup.benchmark).into_iter().filter(has_all).collect()
    };
    let mut engines = of_text.clone();
    engines.extend(setup.plan.engines.iter().filter(|one| !of_text.contains(one)).cloned());
    let most_guides = N_GUIDES.into_iter().max().unwrap_or(1);
    let plan = Plan { engines, n_guides: most_guides, n_embedders, ..setup.plan.clone() };
    let studio = Studio::new(setup.benchmark, embedders, &plan)?;
    let all = gathered(&setup.benchmark.queries, &studio, &plan, rows, false)?;
    let fuse = |name: String, all: &[Gathered], part: &Part<'_>| {
        setup.way(name, all, |of| of.fused(part, &[]))
    };
    let part = Part {
        n_embedders: setup.plan.n_embedders,
        engines: &setup.plan.engines,
        n_guides: setup.plan.n_guides,
        weights: &weights,
        depth: plan.depth,
    };
    let mut ways = Vec::new();
    for n_guides in N_GUIDES {
        for n_embedders in N_EMBEDDERS.into_iter().filter(|n| *n <= n_embedders) {
            let name = format!("m = {n_guides}, embedders = {n_embedders}");
            ways.push(fuse(name, &all, &Part { n_guides, n_embedders, ..part }));
        }
    }
    for place in 0..plan.engines.len() {
        let Some(engine) = plan.engines.get(place..=place) else { continue };
        let name = engine.first().map_or("", GuideEngine::name);
        ways.push(fuse(format!("{name} alone"), &all, &Part { engines: engine, ..part }));
    }
    for n in 2..=of_text.len() {
        let Some(engines) = of_text.get(..n) else { continue };
        let names: Vec<&str> = engines.iter().map(GuideEngine::name).collect();
        ways.push(fuse(names.join(" + "), &all, &Part { engines, ..part }));
    }
    if !draws {
        return Ok(ways);
    }
    for size in Size::ALL {
        let plan = Plan { size, n_embedders, ..setup.plan.clone() };
        let all = gathered(&setup.benchmark.queries, &studio, &plan, rows, false)?;
        ways.push(fuse(format!("size {}", size.name()), &all, &part));
    }
    Ok(ways)
}
