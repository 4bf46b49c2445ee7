//! Training recipes: TOML files that say which systems to train, and how. (Build recipes, which
//! `rankscope build` reads, are another kind of file.)

use crate::{augment::Augment, baseline::Baseline, loss::Loss, world::CaptionKind};
use rankscope_encode::Activation;
use serde::Deserialize;

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingRecipe {
    /// Of all systems.
    pub vocabulary: usize,
    /// The vocabulary is learnt from the clean captions of this many images.
    pub vocabulary_images: usize,
    /// Start and end included; longer texts are cut.
    pub max_tokens: usize,
    pub seed: u64,
    /// Every pack stores their vectors, for checks on other devices.
    pub check_texts: Vec<String>,
    /// In the order in which they are trained.
    pub systems: Vec<SystemRecipe>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemRecipe {
    /// In links and commands.
    pub id: String,
    pub title: String,
    /// Images to learn from.
    pub pairs: usize,
    #[serde(default)]
    pub captions: CaptionKind,
    /// Instead of the recipe's.
    pub seed: Option<u64>,
    pub towers: Option<TowersRecipe>,
    pub baseline: Option<Baseline>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TowersRecipe {
    /// Of both towers.
    pub width: usize,
    /// Transformer blocks of each tower.
    pub layers: usize,
    /// Attention heads of each tower.
    pub heads: usize,
    /// Blocks of the text tower, if not as many as the vision tower's.
    pub text_layers: Option<usize>,
    /// Width and height of a patch in pixels.
    pub patch: usize,
    /// Of the vectors.
    pub dim: usize,
    pub loss: Loss,
    /// Pairs per batch.
    #[serde(default = "default_batch")]
    pub batch: usize,
    /// In the whole training, repetitions included.
    pub pairs_seen: usize,
    #[serde(default = "default_learning_rate")]
    pub learning_rate: f32,
    #[serde(default = "default_activation")]
    pub activation: Activation,
    #[serde(default)]
    pub augment: Augment,
}

fn default_batch() -> usize {
    128
}

fn default_learning_rate() -> f32 {
    1e-3
}

fn default_activation() -> Activation {
    Activation::Relu
}
