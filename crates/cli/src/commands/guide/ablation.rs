//! Parts of the method, measured one by one: the paper's Figures 7 to 10.

use super::arguments::SearchArgs;
use crate::guides::{
    embedders::{Embedder, Needs, chosen, usual_weights},
    engines::GuideEngine,
    gathered::{Gathered, Part, gathered},
    plan::Plan,
    setup::Setup,
    studio::Studio,
};
use anyhow::Result;
use rankscope_core::analysis::SystemValues;
use rankscope_core::ranking::hits_in_order;
use rankscope_fieldbook::Engine;
use rankscope_guide::{N_EMBEDDERS, N_GUIDES, Variation};

/// Guides and embedders in several numbers, engines alone and together, and sizes.
pub(super) fn ways(
    setup: &Setup<'_>,
    args: &SearchArgs,
    rows: &[usize],
) -> Result<Vec<SystemValues>> {
    let most_embedders = N_EMBEDDERS.into_iter().max().unwrap_or(1);
    let manifest = &setup.benchmark.manifest;
    let needs = Needs::of(setup.plan);
    let embedders = chosen(setup.benchmark, &args.plan.embedders, most_embedders, &needs)?;
    let n_embedders = embedders.len();
    // Those that are named have the weights that are given; of others there may be more than in the plan.
    let weights = if args.plan.embedders.is_empty() {
        usual_weights(setup.benchmark, &embedders)
    } else {
        args.weights(setup.benchmark, &embedders)?
    };
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
    let all = gathered(&setup.benchmark.queries, &studio, &plan, rows, None, false, None)?;
    let part = Part {
        n_embedders: setup.plan.n_embedders,
        engines: &setup.plan.engines,
        n_guides: setup.plan.n_guides,
        weights: &weights,
        depth: plan.depth,
    };
    let names = |engines: &mut dyn Iterator<Item = &GuideEngine>| -> Vec<String> {
        engines.map(|engine| engine.name().to_owned()).collect()
    };
    let further = &mut plan.engines.iter().filter(|engine| !of_text.contains(engine));
    let (of_text, further) = (names(&mut of_text.iter()), names(further));
    let named = |name: &String| plan.engines.iter().find(|one| one.name() == name).cloned();
    let mut ways = Vec::new();
    for variation in Variation::all(&of_text, &further, n_embedders) {
        let of_size = match variation {
            // Pictures that the benchmark carries have the sizes that they have.
            Variation::Size(_) if !draws => continue,
            Variation::Size(size) => {
                let plan = Plan { size, n_embedders, ..setup.plan.clone() };
                Some(gathered(&setup.benchmark.queries, &studio, &plan, rows, None, false, None)?)
            }
            _ => None,
        };
        let ranking = |of: &Gathered| hits_in_order(&of.lists.varied(&part, &variation, named));
        ways.push(setup.way(&variation.to_string(), of_size.as_ref().unwrap_or(&all), ranking));
    }
    Ok(ways)
}
