//! One system of a recipe → its folder.

use super::{
    FirstPairs, Pairs, Plan, Progress, SystemRecipe, Towers, TowersRecipe, TrainError, TrainRecipe,
    Training, World, n_tokens, vocabulary,
};
use rankscope_core::{benchmark::TrainingFacts, digits::in_groups};
use rankscope_encode::{ClipTextConfig, ClipVisionConfig, Encoder, training::Tokens};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Drawn to 0 this strongly.
const WEIGHT_DECAY: f32 = 0.05;
/// The longest gradient.
const LONGEST_GRADIENT: f32 = 1.0;
/// The share of steps over which the learning rate rises, as one in so many.
const WARM_UP_SHARE: usize = 20;
/// The share of steps before hardest negatives are mined, as one in so many: by then vectors
/// have some order and the learning rate falls. Begun after a quarter, every vector went to
/// one point and the loss stayed at twice the margin.
const EARLY_SHARE: usize = 2;
/// A feed-forward block is this much wider than its tower.
const WIDENING: usize = 4;

/// The facts of a trained system, in its folder.
pub const FACTS_FILE: &str = "training.json";

/// What became of a system.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What the training took and gave.
    pub facts: TrainingFacts,
    /// Floating point operations to encode a text as long as the check texts are on average.
    pub flops_per_query: f64,
    /// Length of its vectors.
    pub dim: usize,
}

/// The vocabulary that a recipe's systems share, as a `tokenizer.json`.
///
/// # Errors
/// Fewer images than the recipe wants to learn from, or too few tokens.
pub fn vocabulary_of(recipe: &TrainRecipe, world: &impl World) -> Result<Vec<u8>, TrainError> {
    let kind = super::CaptionKind::Clean;
    let pairs = FirstPairs::new(world, recipe.vocabulary_images, kind)?;
    let captions = (0..pairs.len())
        .flat_map(|row| (0..pairs.n_captions(row)).map(move |which| (row, which)))
        .map(|(row, which)| pairs.caption(row, which));
    vocabulary(captions, recipe.vocabulary)
}

/// Trains a system of a recipe and writes its folder: a pack, and [`FACTS_FILE`]. An
/// unfinished training goes on from `checkpoint`; `report` hears of every step and says
/// whether to go on.
///
/// # Errors
/// As [`Training::run`] and [`Training::write_pack`], or a recipe that cannot be.
pub fn train_system(
    recipe: &TrainRecipe,
    system: &SystemRecipe,
    world: &impl World,
    tokenizer: &[u8],
    checkpoint: PathBuf,
    out: &Path,
    report: impl FnMut(Progress) -> bool,
) -> Result<Outcome, TrainError> {
    let pairs = FirstPairs::new(world, system.pairs, system.captions)?;
    let n_pairs = in_groups(system.pairs as u64);
    let data = format!("{n_pairs} images, {}", system.captions.name());
    let (id, title, texts) = (&system.id, &system.title, &recipe.check_texts);
    let facts = match (&system.towers, system.baseline) {
        (Some(towers), None) => {
            let plan = plan_from_recipe(recipe, system, towers, world.image_size(), tokenizer)?;
            let mut training = Training::new(plan, &pairs, tokenizer)?.resumed(&checkpoint)?;
            training.run(Some(checkpoint), report)?;
            training.write_pack(out, id, title, texts)?;
            training.facts(&data)
        }
        (None, Some(baseline)) => {
            let fitted =
                baseline.fit(&pairs, world.image_size(), tokenizer, recipe.max_tokens, &data)?;
            fitted.write_pack(out, id, title, texts)?;
            fitted.facts().clone()
        }
        _ => return Err(TrainError::Plan(format!("system {id}: give either towers or baseline"))),
    };
    let encoder = Encoder::load_dir(out)?;
    let manifest = encoder.manifest();
    let n_texts = manifest.checks.len().max(1) as u64;
    let flops: u64 =
        manifest.checks.iter().map(|check| manifest.architecture.flops(check.ids.len())).sum();
    #[expect(clippy::cast_precision_loss, reason = "far below 2⁵³")]
    let flops_per_query = flops as f64 / n_texts as f64;
    let path = out.join(FACTS_FILE);
    let failed = |source| TrainError::File { path: path.display().to_string(), source };
    let json = serde_json::to_string_pretty(&facts)
        .map_err(|error| failed(std::io::Error::other(error)))?;
    fs::write(&path, json).map_err(failed)?;
    Ok(Outcome { facts, flops_per_query, dim: manifest.dim })
}

/// A system's plan in full.
///
/// # Errors
/// A tokenizer that cannot be read.
pub fn plan_from_recipe(
    recipe: &TrainRecipe,
    system: &SystemRecipe,
    towers: &TowersRecipe,
    image_size: usize,
    tokenizer: &[u8],
) -> Result<Plan, TrainError> {
    let text = ClipTextConfig {
        hidden_size: towers.width,
        num_hidden_layers: towers.text_layers.unwrap_or(towers.layers),
        num_attention_heads: towers.heads,
        intermediate_size: WIDENING * towers.width,
        vocab_size: n_tokens(tokenizer)?,
        max_position_embeddings: recipe.max_tokens,
        projection_dim: towers.dim,
        layer_norm_eps: 1e-5,
        hidden_act: towers.activation,
    };
    let vision = ClipVisionConfig {
        hidden_size: towers.width,
        num_hidden_layers: towers.layers,
        num_attention_heads: towers.heads,
        intermediate_size: WIDENING * towers.width,
        image_size,
        patch_size: towers.patch,
        projection_dim: towers.dim,
        layer_norm_eps: 1e-5,
        hidden_act: towers.activation,
        image_mean: [0.5; 3],
        image_std: [0.25; 3],
    };
    let n_steps = towers.pairs_seen.div_ceil(towers.batch.max(1));
    Ok(Plan {
        towers: Towers { text, vision },
        loss: towers.loss,
        batch: towers.batch,
        n_steps,
        n_warm_up: n_steps / WARM_UP_SHARE,
        n_before_mining: n_steps / EARLY_SHARE,
        learning_rate: towers.learning_rate,
        weight_decay: WEIGHT_DECAY,
        longest_gradient: LONGEST_GRADIENT,
        augment: towers.augment,
        seed: system.seed.unwrap_or(recipe.seed),
    })
}

/// Tokens of a caption, on average, rounded up.
///
/// # Errors
/// A tokenizer that cannot be read.
pub fn mean_tokens(
    pairs: &impl Pairs,
    tokenizer: &[u8],
    max_tokens: usize,
) -> Result<usize, TrainError> {
    let tokens = Tokens::from_json(tokenizer, max_tokens)?;
    let lens = (0..pairs.len()).map(|row| tokens.ids(&pairs.caption(row, 0)).len());
    Ok(lens.sum::<usize>().div_ceil(pairs.len().max(1)))
}
