//! Everything that determines a training: the same plan on the same pairs gives the same bytes.

use crate::{augment::Augment, error::TrainError, loss::Loss, parameters::Towers};
use serde::{Deserialize, Serialize};

/// Patches of an image: attention has a score for any two.
const MOST_PATCHES: usize = 4096;

/// Counts are in steps; a step is one batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    pub towers: Towers,
    pub loss: Loss,
    /// Pairs per batch; each is a negative of all others.
    pub batch: usize,
    pub n_steps: usize,
    /// Steps over which the learning rate rises.
    pub n_warm_up: usize,
    /// Steps before hardest negatives are mined; until then all negatives count.
    pub n_before_mining: usize,
    pub learning_rate: f32,
    /// Of matrices only.
    pub weight_decay: f32,
    /// The greatest norm of the gradient of all parameters together.
    pub longest_gradient: f32,
    pub augment: Augment,
    pub seed: u64,
}

impl Plan {
    /// Refuses towers that do not fit each other, a batch of the wrong size, and a rate that is not
    /// above 0.
    pub fn check(&self, n_pairs: usize) -> Result<(), TrainError> {
        self.towers.text.check("the text tower")?;
        self.towers.vision.check("the vision tower")?;
        let wrong = |reason: String| Err(TrainError::Plan(reason));
        let (text, vision) = (self.towers.text.projection_dim, self.towers.vision.projection_dim);
        if text != vision {
            return wrong(format!("vectors of texts have {text} values, those of images {vision}"));
        }
        if self.batch < 2 || self.batch > n_pairs {
            return wrong(format!(
                "a batch of {} pairs cannot be drawn from {n_pairs}",
                self.batch
            ));
        }
        let n_patches = self.towers.vision.n_patches();
        if n_patches > MOST_PATCHES {
            return wrong(format!(
                "patches of {} pixels are {n_patches} in an image of {} pixels, and {MOST_PATCHES} \
                 are the most: raise patch",
                self.towers.vision.patch_size, self.towers.vision.image_size
            ));
        }
        if !(self.learning_rate > 0.0 && self.longest_gradient > 0.0) {
            return wrong("the learning rate and the longest gradient must be above 0".into());
        }
        Ok(())
    }
}
