//! Training recipes: TOML files that say which systems to train, and how.
//!
//! (Build recipes, which `rankscope build` reads, are another kind of file.)

use crate::{augment::Augment, baseline::Baseline, loss::Loss, world::CaptionKind};
use rankscope_encode::Activation;
use serde::Deserialize;

/// A training recipe.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingRecipe {
    /// The size of the vocabulary that all systems share.
    pub vocabulary: usize,
    /// The number of images whose clean captions the vocabulary is learnt from.
    pub vocabulary_images: usize,
    /// The greatest length of a text in tokens, start and end included; longer texts are cut.
    pub max_tokens: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Texts that every pack stores with their vectors, for checks on other devices.
    pub check_texts: Vec<String>,
    /// The systems, in the order in which they are trained.
    pub systems: Vec<SystemRecipe>,
}

/// A system: either two towers or a baseline.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SystemRecipe {
    /// Its name in links and commands.
    pub id: String,
    /// Its title, for people.
    pub title: String,
    /// The number of images to learn from.
    pub pairs: usize,
    /// The kind of captions to learn from.
    #[serde(default)]
    pub captions: CaptionKind,
    /// A seed instead of the recipe's.
    pub seed: Option<u64>,
    /// Two towers to train.
    pub towers: Option<TowersRecipe>,
    /// A baseline without a network.
    pub baseline: Option<Baseline>,
}

/// Two towers, and how to train them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TowersRecipe {
    /// Width of both towers.
    pub width: usize,
    /// Transformer blocks of each tower.
    pub layers: usize,
    /// Attention heads of each tower.
    pub heads: usize,
    /// Blocks of the text tower, if not as many as the vision tower's.
    pub text_layers: Option<usize>,
    /// Width and height of a patch in pixels.
    pub patch: usize,
    /// Length of the vectors.
    pub dim: usize,
    /// The loss to minimise.
    pub loss: Loss,
    /// Pairs of a batch.
    #[serde(default = "default_batch")]
    pub batch: usize,
    /// Pairs seen in the whole training, repetitions included.
    pub pairs_seen: usize,
    /// The highest learning rate.
    #[serde(default = "default_learning_rate")]
    pub learning_rate: f32,
    /// The activation of feed-forward blocks.
    #[serde(default = "default_activation")]
    pub activation: Activation,
    /// Changes to images.
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
