//! Trains one system of a training recipe, and writes its folder.

use crate::{
    error::TrainError,
    parameters::Towers,
    plan::Plan,
    training::{Progress, Training},
    training_recipe::{SystemRecipe, TowersRecipe, TrainingRecipe},
    vocabulary::{n_tokens, vocabulary},
    world::{CaptionKind, FirstPairs, Pairs, World},
};
use rankscope_core::{benchmark::TrainingFacts, digits::in_groups};
use rankscope_encode::{ClipTextConfig, ClipVisionConfig, Encoder, training::Tokens};
use rankscope_publish::{Published, Stage};
use std::{fs, path::PathBuf};

/// Of matrices.
const WEIGHT_DECAY: f32 = 0.05;
/// The greatest norm of the gradient.
const LONGEST_GRADIENT: f32 = 1.0;
/// The learning rate rises over one in this many steps.
const WARM_UP_SHARE: usize = 20;
/// Hardest negatives are mined after one in this many steps: by then vectors have some order and
/// the learning rate falls. With mining after a quarter of the steps, all vectors collapsed into one
/// point and the loss stayed at twice the margin.
const EARLY_SHARE: usize = 2;
/// The hidden width of a feed-forward block, in widths of its tower.
const FEED_FORWARD_FACTOR: usize = 4;

/// The facts about a system's training, in its folder.
pub const FACTS_FILE: &str = "training.json";

#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    pub facts: TrainingFacts,
    /// To encode a text of the check texts' mean length.
    pub flops_per_query: f64,
    pub dim: usize,
}

/// Learns the vocabulary that a recipe's systems share, as a `tokenizer.json`.
pub fn vocabulary_of(recipe: &TrainingRecipe, world: &impl World) -> Result<Vec<u8>, TrainError> {
    let kind = CaptionKind::Clean;
    let pairs = FirstPairs::new(world, recipe.vocabulary_images, kind)?;
    let captions = (0..pairs.len())
        .flat_map(|row| (0..pairs.n_captions(row)).map(move |which| (row, which)))
        .map(|(row, which)| pairs.caption(row, which));
    vocabulary(captions, recipe.vocabulary)
}

/// Trains a system of a recipe and publishes its folder on `stage`: an encoder pack and
/// [`FACTS_FILE`]. Continues from `checkpoint`, if the file exists. Calls `report` after every
/// step, which returns whether to continue.
pub fn train_system(
    recipe: &TrainingRecipe,
    system: &SystemRecipe,
    world: &impl World,
    tokenizer: &[u8],
    checkpoint: PathBuf,
    stage: Stage,
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
            stage.with_new(|new| training.write_pack(new, id, title, texts))?;
            training.facts(&data)
        }
        (None, Some(baseline)) => {
            let fitted =
                baseline.fit(&pairs, world.image_size(), tokenizer, recipe.max_tokens, &data)?;
            stage.with_new(|new| fitted.write_pack(new, id, title, texts))?;
            fitted.facts().clone()
        }
        _ => return Err(TrainError::Plan(format!("system {id}: give either towers or baseline"))),
    };
    let encoder = stage.with_new(Encoder::load_dir)?;
    let manifest = encoder.manifest();
    let n_texts = manifest.checks.len().max(1) as u64;
    let flops: u64 =
        manifest.checks.iter().map(|check| manifest.architecture.flops(check.ids.len())).sum();
    let flops_per_query = flops as f64 / n_texts as f64;
    let failed = |source| TrainError::File { path: FACTS_FILE.to_owned(), source };
    let json = serde_json::to_string_pretty(&facts)
        .map_err(|error| failed(std::io::Error::other(error)))?;
    stage.with_new(|new| fs::write(new.join(FACTS_FILE), json)).map_err(failed)?;
    let Published { .. } = stage.publish()?;
    Ok(Outcome { facts, flops_per_query, dim: manifest.dim })
}

/// The plan of a system with two towers.
pub fn plan_from_recipe(
    recipe: &TrainingRecipe,
    system: &SystemRecipe,
    towers: &TowersRecipe,
    image_size: usize,
    tokenizer: &[u8],
) -> Result<Plan, TrainError> {
    let text = ClipTextConfig {
        hidden_size: towers.width,
        num_hidden_layers: towers.text_layers.unwrap_or(towers.layers),
        num_attention_heads: towers.heads,
        intermediate_size: FEED_FORWARD_FACTOR * towers.width,
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
        intermediate_size: FEED_FORWARD_FACTOR * towers.width,
        image_size,
        patch_size: towers.patch,
        projection_dim: towers.dim,
        layer_norm_eps: 1e-5,
        hidden_act: towers.activation,
        image_mean: [0.5; 3],
        image_std: [0.25; 3],
        ..ClipVisionConfig::default()
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

/// Of the first captions, rounded up.
pub fn mean_tokens(
    pairs: &impl Pairs,
    tokenizer: &[u8],
    max_tokens: usize,
) -> Result<usize, TrainError> {
    let tokens = Tokens::from_json(tokenizer, max_tokens)?;
    let lens = (0..pairs.len()).map(|row| tokens.ids(&pairs.caption(row, 0)).len());
    Ok(lens.sum::<usize>().div_ceil(pairs.len().max(1)))
}
