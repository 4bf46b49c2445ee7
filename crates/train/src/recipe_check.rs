//! Checks a training recipe: its systems, and the limits of its numbers. Sizes multiply, so that a
//! digit too many would need more memory than exists, and NaN would train for hours.

use crate::{
    augment::Augment,
    baseline::Baseline,
    error::TrainError,
    loss::Loss,
    training_recipe::{SystemRecipe, TowersRecipe, TrainingRecipe},
};
use rankscope_core::benchmark::is_plain_id;
use rankscope_encode::Features;
use std::{collections::BTreeSet, fmt::Display, ops::RangeInclusive};

/// Parameters of both towers together: with gradients and moments 8 GB.
const MOST_PARAMETERS: u64 = 500_000_000;

/// Values of a baseline's token vectors: 1 GB in float64.
const MOST_ROW_VALUES: u64 = 1 << 27;

/// Tokens that ridge regression can solve for: their products take 2 GB.
const MOST_FITTED_TOKENS: usize = 1 << 14;

const DIMS: RangeInclusive<usize> = 1..=65_536;

impl TrainingRecipe {
    /// Refuses a system with neither towers nor baseline or with both, an id that occurs twice or
    /// cannot be a file name, a recipe without systems, and a number outside its limits.
    pub fn check(&self) -> Result<(), TrainError> {
        let wrong = |reason: String| Err(TrainError::Plan(reason));
        let mut ids = BTreeSet::new();
        for system in &self.systems {
            let id = &system.id;
            // A dot would let a system's folder be taken for another's checkpoint.
            if !is_plain_id(id) || id.contains('.') {
                return wrong(format!(
                    "system id {id:?}: use letters, digits, '-' and '_', a letter or digit first"
                ));
            }
            if !ids.insert(id.to_ascii_lowercase()) {
                return wrong(format!("the system id {id:?} occurs twice, ignoring case"));
            }
            if system.towers.is_some() == system.baseline.is_some() {
                return wrong(format!("system {id}: give either towers or baseline"));
            }
        }
        if self.systems.is_empty() {
            return wrong("it has no [[systems]]".into());
        }
        check_numbers(self)
    }
}

/// Refuses numbers outside their limits, by key.
fn check_numbers(recipe: &TrainingRecipe) -> Result<(), TrainError> {
    within("vocabulary", recipe.vocabulary, 1..=65_536)?;
    within("vocabulary_images", recipe.vocabulary_images, 1..=10_000_000)?;
    // Start, end and one token.
    within("max_tokens", recipe.max_tokens, 3..=4096)?;
    for system in &recipe.systems {
        check_system(recipe, system).map_err(|error| match error {
            TrainError::Plan(reason) => TrainError::Plan(format!("system {}: {reason}", system.id)),
            other => other,
        })?;
    }
    Ok(())
}

fn check_system(recipe: &TrainingRecipe, system: &SystemRecipe) -> Result<(), TrainError> {
    within("pairs", system.pairs, 1..=10_000_000)?;
    if let Some(towers) = &system.towers {
        check_towers(recipe, towers)?;
    }
    match system.baseline {
        None => Ok(()),
        Some(baseline) => check_baseline(recipe, baseline),
    }
}

fn check_towers(recipe: &TrainingRecipe, towers: &TowersRecipe) -> Result<(), TrainError> {
    within("width", towers.width, 1..=8192)?;
    within("layers", towers.layers, 1..=64)?;
    let text_layers = towers.text_layers.unwrap_or(towers.layers);
    within("text_layers", text_layers, 1..=64)?;
    within("heads", towers.heads, 1..=towers.width)?;
    within("patch", towers.patch, 1..=1024)?;
    within("dim", towers.dim, DIMS)?;
    // The scores of a batch are a square matrix.
    within("batch", towers.batch, 2..=8192)?;
    within("pairs_seen", towers.pairs_seen, 1..=1_000_000_000_000)?;
    within("learning_rate", towers.learning_rate, 1e-9..=1.0)?;
    match towers.loss {
        Loss::Contrastive { temperature } => within("temperature", temperature, 1e-4..=100.0)?,
        // Cosines differ by at most 2.
        Loss::Triplet { margin, .. } => within("margin", margin, 0.0..=2.0)?,
    }
    let Augment { shift, flip: _, brightness } = towers.augment;
    within("augment.shift", shift, 0..=1024)?;
    within("augment.brightness", brightness, 0.0..=1.0)?;
    let of_blocks =
        12 * (towers.width * towers.width) as u64 * (towers.layers + text_layers) as u64;
    let rows = recipe.vocabulary + recipe.max_tokens + 3 * towers.patch * towers.patch;
    let of_ends = towers.width as u64 * (rows + 2 * towers.dim) as u64;
    if of_blocks + of_ends > MOST_PARAMETERS {
        return Err(TrainError::Plan(format!(
            "width = {}, layers = {} and dim = {} make {} million parameters, and {} million are \
             the most: lower one of them",
            towers.width,
            towers.layers,
            towers.dim,
            (of_blocks + of_ends) / 1_000_000,
            MOST_PARAMETERS / 1_000_000
        )));
    }
    Ok(())
}

fn check_baseline(recipe: &TrainingRecipe, baseline: Baseline) -> Result<(), TrainError> {
    let dim = match baseline {
        Baseline::Tags { dim, seed: _ } => dim,
        Baseline::Fitted { features, ridge } => {
            within("ridge", ridge, 0.0..=1e12)?;
            within("vocabulary of a fitted baseline", recipe.vocabulary, 1..=MOST_FITTED_TOKENS)?;
            match features {
                Features::ColourHistogram { steps, parts } => {
                    within("steps", steps, 1..=64)?;
                    within("parts", parts, 1..=64)?;
                }
                Features::RandomProjection { thumbnail, .. } => {
                    within("thumbnail", thumbnail, 1..=256)?;
                }
            }
            features.dim()
        }
    };
    within("dim", dim, DIMS)?;
    if recipe.vocabulary as u64 * dim as u64 > MOST_ROW_VALUES {
        return Err(TrainError::Plan(format!(
            "vocabulary = {} and vectors of {dim} values make more than {MOST_ROW_VALUES} values: \
             lower one of them",
            recipe.vocabulary
        )));
    }
    Ok(())
}

/// Refuses a value outside its limits; NaN is outside all.
fn within<T: PartialOrd + Display>(
    key: &str,
    value: T,
    limits: RangeInclusive<T>,
) -> Result<(), TrainError> {
    if limits.contains(&value) {
        return Ok(());
    }
    let (least, most) = limits.into_inner();
    Err(TrainError::Plan(format!("{key} = {value}: it must be from {least} to {most}")))
}
