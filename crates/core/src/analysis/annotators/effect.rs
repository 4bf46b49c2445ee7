//! What a group's judgements do to the order of the systems.

use super::Group;
use crate::metrics::Mean;
use crate::statistics::{descending_ranks, kendall_tau_b};

/// The order of the systems under what a group saw, and their order under the truth.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// Kendall's τ-b of the systems' means under both; `None` where all means of one are equal.
    pub tau_b: Option<f64>,
    /// By system: its rank under the truth minus its rank here, positive if it gained. Equal means
    /// share the mean of their ranks.
    pub gained: Vec<f64>,
}

impl Effect {
    /// Compares the systems' means; `None` where a system has no mean, as all have if nobody saw a
    /// relevant picture.
    pub fn between(truth: &[Option<Mean>], seen: &[Option<Mean>]) -> Option<Self> {
        let means = |of: &[Option<Mean>]| {
            of.iter().map(|mean| mean.map(|mean| mean.mean)).collect::<Option<Vec<f64>>>()
        };
        let (truth, seen) = (means(truth)?, means(seen)?);
        let before_and_after = descending_ranks(&truth).into_iter().zip(descending_ranks(&seen));
        Some(Self {
            tau_b: kendall_tau_b(&truth, &seen).map(|tau| tau.tau_b),
            gained: before_and_after.map(|(before, after)| before - after).collect(),
        })
    }

    /// The mean of the places that these systems gained; `None` for no system.
    pub fn mean_gained(&self, systems: Group) -> Option<f64> {
        let gained = systems.places().map(|place| self.gained.get(place).copied());
        Mean::of(gained).map(|mean| mean.mean)
    }
}
