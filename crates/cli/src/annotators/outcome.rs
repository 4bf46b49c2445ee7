//! The systems' means under the truth and under what each group saw.

use rankscope_core::analysis::{Effect, SystemMeans};
use rankscope_core::metrics::Mean;

/// The means of all systems, judged by the truth and by what each group saw.
pub(super) struct Outcome(Vec<SystemMeans>);

impl Outcome {
    /// The means in the order of the systems.
    pub(super) fn new(means: Vec<SystemMeans>) -> Self {
        Self(means)
    }

    /// The systems' means under the truth.
    pub(super) fn truth(&self) -> Vec<Option<Mean>> {
        self.0.iter().map(|means| means.truth).collect()
    }

    /// The systems' means under what a group saw, given by its index.
    pub(super) fn seen(&self, group: usize) -> Vec<Option<Mean>> {
        self.0.iter().map(|means| means.seen.get(group).copied().flatten()).collect()
    }

    /// What a group does to the order of the systems.
    pub(super) fn effect(&self, group: usize) -> Option<Effect> {
        Effect::between(&self.truth(), &self.seen(group))
    }
}
