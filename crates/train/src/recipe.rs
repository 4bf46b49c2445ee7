//! Which systems to train, as a TOML file says it.

use super::{Augment, Baseline, CaptionKind, Loss, TrainError};
use rankscope_encode::Activation;
use serde::Deserialize;
use std::collections::BTreeSet;

/// A recipe.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainRecipe {
    /// Tokens of the vocabulary that all systems share.
    pub vocabulary: usize,
    /// Images whose clean captions the vocabulary is learnt from.
    pub vocabulary_images: usize,
    /// Longer texts are cut to this many tokens, the two at the ends included.
    pub max_tokens: usize,
    /// Where all random numbers come from.
    pub seed: u64,
    /// Texts that every pack stores with their vectors, to check a device by.
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
    /// What people call it.
    pub title: String,
    /// How many images it learns from.
    pub pairs: usize,
    /// Which captions it learns from.
    #[serde(default)]
    pub captions: CaptionKind,
    /// Another seed than the recipe's.
    pub seed: Option<u64>,
    /// Two trained towers.
    pub towers: Option<TowersRecipe>,
    /// No network.
    pub baseline: Option<Baseline>,
}

/// Two towers and how they are trained.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TowersRecipe {
    /// Width of both towers.
    pub width: usize,
    /// Blocks of each tower.
    pub layers: usize,
    /// Attention heads of both.
    pub heads: usize,
    /// Blocks of the text tower, where it is to have other than the vision tower.
    pub text_layers: Option<usize>,
    /// Width and height of a patch in pixels.
    pub patch: usize,
    /// Length of the vectors.
    pub dim: usize,
    /// What is lowered.
    pub loss: Loss,
    /// Pairs in a batch.
    #[serde(default = "default_batch")]
    pub batch: usize,
    /// Pairs that go through in all, each time one does.
    pub pairs_seen: usize,
    /// The highest learning rate.
    #[serde(default = "default_learning_rate")]
    pub learning_rate: f32,
    /// What stands between the two halves of a feed-forward block.
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

impl TrainRecipe {
    /// Refuses what contradicts itself.
    ///
    /// # Errors
    /// A system that is neither or both, an id twice or one that is no file name.
    pub fn check(&self) -> Result<(), TrainError> {
        let wrong = |reason: String| Err(TrainError::Plan(reason));
        let mut ids = BTreeSet::new();
        for system in &self.systems {
            let id = &system.id;
            let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            if id.is_empty() || !id.chars().all(plain) {
                return wrong(format!("system id {id:?}: use letters, digits, '-' and '_'"));
            }
            if !ids.insert(id.to_ascii_lowercase()) {
                return wrong(format!("the system id {id:?} is there twice"));
            }
            if system.towers.is_some() == system.baseline.is_some() {
                return wrong(format!("system {id}: give either towers or baseline"));
            }
        }
        if self.systems.is_empty() {
            return wrong("it has no [[systems]]".into());
        }
        Ok(())
    }
}
