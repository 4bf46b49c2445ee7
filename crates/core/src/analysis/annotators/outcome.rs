//! The systems' means under the truth and under what each group saw.

use super::{Effect, SystemMeans};
use crate::metrics::Mean;

/// The means of all systems, by the truth and by what each group saw.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome(Vec<SystemMeans>);

impl Outcome {
    /// The means in the order of the systems.
    pub fn new(means: Vec<SystemMeans>) -> Self {
        Self(means)
    }

    /// The systems' means under the truth.
    pub fn truth(&self) -> Vec<Option<Mean>> {
        self.0.iter().map(|means| means.truth).collect()
    }

    /// The systems' means under what a group saw, given by its index.
    pub fn seen(&self, group: usize) -> Vec<Option<Mean>> {
        self.0.iter().map(|means| means.seen.get(group).copied().flatten()).collect()
    }

    /// What a group does to the order of the systems.
    pub fn effect(&self, group: usize) -> Option<Effect> {
        Effect::between(&self.truth(), &self.seen(group))
    }
}
