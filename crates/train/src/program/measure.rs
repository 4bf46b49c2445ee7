//! `rankscope train --measure`: how long each system of a recipe would take.

use anyhow::Result;
use rankscope_cli::output;
use rankscope_encode::Architecture;
use rankscope_train::{
    CaptionKind, FirstPairs, SystemRecipe, Training, TrainingRecipe, World, plan_from_recipe,
};

/// After one step that does not count.
const MEASURED_STEPS: usize = 8;

/// Trains each system for a few steps, and prints its speed and the time for all steps.
pub(super) fn measure(
    recipe: &TrainingRecipe,
    systems: &[&SystemRecipe],
    world: &impl World,
    tokenizer: &[u8],
) -> Result<()> {
    let head = ["system", "MFLOP image", "MFLOP text", "pairs/s", "GFLOP/s", "minutes"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let mut minutes = 0.0;
    for system in systems {
        let Some(towers) = &system.towers else { continue };
        let mut plan = plan_from_recipe(recipe, system, towers, world.image_size(), tokenizer)?;
        let n_pairs = plan.n_steps * plan.batch;
        // The speed does not depend on the number of pairs, so fewer will do.
        let pairs = FirstPairs::new(world, system.pairs.min(world.len()), system.captions)?;
        plan.n_steps = MEASURED_STEPS;
        let image = plan.towers.vision.flops();
        let text = Architecture::Clip(plan.towers.text.clone())
            .flops(mean_tokens(recipe, world, tokenizer)?);
        let mut training = Training::new(plan, &pairs, tokenizer)?;
        training.one_step()?;
        let mut rate = 0.0;
        training.run(None, |progress| {
            rate = progress.pairs_per_second;
            true
        })?;
        let (image, text, n_pairs) = (image as f64, text as f64, n_pairs as f64);
        minutes += n_pairs / rate / 60.0;
        rows.push(vec![
            system.id.clone(),
            format!("{:.1}", image / 1e6),
            format!("{:.1}", text / 1e6),
            format!("{rate:.0}"),
            // The backward pass takes about twice the operations of the forward pass.
            format!("{:.1}", 3.0 * (image + text) * rate / 1e9),
            format!("{:.1}", n_pairs / rate / 60.0),
        ]);
    }
    output::print(&output::table(&rows))?;
    output::print(&format!("all: {minutes:.1} minutes"))
}

/// Of a caption, over some images.
fn mean_tokens(recipe: &TrainingRecipe, world: &impl World, tokenizer: &[u8]) -> Result<usize> {
    let pairs = FirstPairs::new(world, world.len().min(500), CaptionKind::Clean)?;
    Ok(rankscope_train::mean_tokens(&pairs, tokenizer, recipe.max_tokens)?)
}
