//! Groups of one size together: a point of the curve over the number of annotators.

use super::{Effect, GroupsOfSize};
use crate::metrics::Mean;

/// The groups of one size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SweepPoint {
    /// How many systems propose.
    pub n_annotators: usize,
    /// How many groups were looked at.
    pub n_groups: usize,
    /// Whether these are all groups of the size, not a sample.
    pub is_exhaustive: bool,
    /// τ-b with the truth over the groups that have one; `None` if none has.
    pub tau_b: Option<TauRange>,
    /// The mean over the groups of the places that their own members gained.
    pub mean_gained: Option<f64>,
}

/// τ-b over several groups.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TauRange {
    /// The mean.
    pub mean: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
}

/// Sums up groups, `effects` in their order.
pub fn sweep_point(of_size: &GroupsOfSize, effects: &[Option<Effect>]) -> SweepPoint {
    let taus: Vec<f64> = effects.iter().flatten().filter_map(|effect| effect.tau_b).collect();
    let tau_b = Mean::of(taus.iter().copied().map(Some)).map(|mean| TauRange {
        mean: mean.mean,
        min: taus.iter().copied().fold(f64::INFINITY, f64::min),
        max: taus.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    });
    let gained = of_size.groups.iter().zip(effects);
    let gained = gained.map(|(group, effect)| effect.as_ref()?.mean_gained(*group));
    SweepPoint {
        n_annotators: of_size.size,
        n_groups: of_size.groups.len(),
        is_exhaustive: of_size.is_exhaustive,
        tau_b,
        mean_gained: Mean::of(gained).map(|mean| mean.mean),
    }
}
