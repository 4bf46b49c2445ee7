//! What a training is to do, all of it: the same plan on the same pairs gives the same bytes.

use super::{Augment, Loss, Towers, TrainError};
use serde::{Deserialize, Serialize};

/// A plan. Times and counts are in steps of one batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The shapes of both towers.
    pub towers: Towers,
    /// What is lowered.
    pub loss: Loss,
    /// Pairs in a batch; each is a negative of all others.
    pub batch: usize,
    /// Batches in all.
    pub n_steps: usize,
    /// Batches over which the learning rate rises.
    pub n_warm_up: usize,
    /// Batches before hardest negatives are mined; until then all negatives count.
    pub n_before_mining: usize,
    /// The highest learning rate.
    pub learning_rate: f32,
    /// How strongly matrices are drawn to 0.
    pub weight_decay: f32,
    /// The longest gradient, all parameters together.
    pub longest_gradient: f32,
    /// Changes to images.
    pub augment: Augment,
    /// Where all random numbers come from.
    pub seed: u64,
}

impl Plan {
    /// Refuses what cannot be trained.
    ///
    /// # Errors
    /// Towers that do not fit each other, or an empty batch.
    pub fn check(&self, n_pairs: usize) -> Result<(), TrainError> {
        self.towers.text.check("the text tower")?;
        self.towers.vision.check("the vision tower")?;
        let wrong = |reason: String| Err(TrainError::Plan(reason));
        let (text, vision) = (self.towers.text.projection_dim, self.towers.vision.projection_dim);
        if text != vision {
            return wrong(format!("texts have {text} values and images {vision}"));
        }
        if self.batch < 2 || self.batch > n_pairs {
            return wrong(format!("a batch of {} pairs out of {n_pairs}", self.batch));
        }
        if !(self.learning_rate > 0.0 && self.longest_gradient > 0.0) {
            return wrong("the learning rate and the longest gradient must be above 0".into());
        }
        Ok(())
    }
}
