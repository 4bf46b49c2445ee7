//! What judging by the hits of some systems changes: `rankscope annotators`.

use crate::analysis::{Effect, Outcome, Pool, SweepPoint, WHOLE};
use crate::metrics::Mean;
use serde::Serialize;
use std::collections::BTreeMap;

/// A number of each system; null where it has none.
pub type BySystem = BTreeMap<String, Option<f64>>;

/// The people who were simulated.
#[derive(Debug, Serialize)]
pub struct ErringPeople {
    #[serde(rename = "error")]
    pub probability: f64,
    pub seed: u64,
}

/// What was asked.
#[derive(Debug, Serialize)]
pub struct AnnotatorsAsked {
    pub measure: String,
    pub relevance: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<String>,
    pub depth: u32,
    pub annotators: Vec<String>,
    /// The definitions whose relevant images are seen in any case.
    #[serde(rename = "keep", skip_serializing_if = "Vec::is_empty")]
    pub kept: Vec<String>,
    #[serde(flatten)]
    pub error: Option<ErringPeople>,
}

#[derive(Debug, Serialize)]
pub struct AnnotatorsReport {
    #[serde(flatten)]
    pub asked: AnnotatorsAsked,
    /// The systems in the order of the benchmark.
    #[serde(skip)]
    pub systems: Vec<String>,
    /// τ-b of the systems' means under the truth and under what was seen; null where all means of
    /// one are equal.
    pub tau_b: Option<f64>,
    /// The systems' means.
    pub truth: BySystem,
    pub seen: BySystem,
    /// Each system's rank under the truth minus its rank under what was seen.
    pub places: BySystem,
    /// How many queries have a relevant image.
    pub n_truth: usize,
    /// Of how many of these somebody saw one.
    pub n_seen: usize,
    #[serde(flatten)]
    pub sweep: Option<SweepReport>,
}

impl AnnotatorsReport {
    /// The effect of the whole pool on the systems of these ids, and a sweep if there is one.
    pub fn new(
        asked: AnnotatorsAsked,
        outcome: &Outcome,
        ids: &[String],
        sweep: Option<SweepReport>,
    ) -> Self {
        let (truth, seen) = (outcome.truth(), outcome.seen(WHOLE));
        let effect = outcome.effect(WHOLE);
        let by_system = |values: &mut dyn Iterator<Item = Option<f64>>| -> BySystem {
            ids.iter().cloned().zip(values).collect()
        };
        let means = |of: &[Option<Mean>]| by_system(&mut of.iter().map(|m| m.map(|m| m.mean)));
        let n = |of: &[Option<Mean>]| of.iter().flatten().map(|mean| mean.n).max().unwrap_or(0);
        let gained = |place: usize| effect.as_ref().and_then(|e| e.gained.get(place).copied());
        Self {
            asked,
            systems: ids.to_vec(),
            tau_b: effect.as_ref().and_then(|effect| effect.tau_b),
            truth: means(&truth),
            seen: means(&seen),
            places: by_system(&mut (0..ids.len()).map(gained)),
            n_truth: n(&truth),
            n_seen: n(&seen),
            sweep,
        }
    }
}

/// The places that each system gained under each single annotator: annotator → system → places.
pub type GainMatrix = BTreeMap<String, BTreeMap<String, Option<f64>>>;

#[derive(Debug, Serialize)]
pub struct SweepReport {
    pub sweep: Vec<PointOfSweep>,
    pub matrix: GainMatrix,
}

/// The groups of one size.
#[derive(Debug, Serialize)]
pub struct PointOfSweep {
    pub annotators: usize,
    pub tau_b_mean: Option<f64>,
    pub tau_b_min: Option<f64>,
    pub tau_b_max: Option<f64>,
    /// The mean over the groups of the mean of their members' places gained.
    pub gained_mean: Option<f64>,
    /// How many groups were looked at.
    pub subsets: usize,
    /// Whether these are all groups of this size, not a sample.
    pub exhaustive: bool,
}

impl SweepReport {
    /// `ids` are those of all systems.
    pub fn new(pool: &Pool, outcome: &Outcome, ids: &[String]) -> Self {
        let row = |(place, effect): (usize, Option<Effect>)| {
            let gained = |place: usize| effect.as_ref().and_then(|e| e.gained.get(place).copied());
            let of_systems = ids.iter().enumerate().map(|(place, id)| (id.clone(), gained(place)));
            Some((ids.get(place)?.clone(), of_systems.collect()))
        };
        Self {
            sweep: pool.curve(outcome).into_iter().map(PointOfSweep::from).collect(),
            matrix: pool.alone(outcome).into_iter().filter_map(row).collect(),
        }
    }
}

impl From<SweepPoint> for PointOfSweep {
    fn from(point: SweepPoint) -> Self {
        Self {
            annotators: point.n_annotators,
            tau_b_mean: point.tau_b.map(|tau| tau.mean),
            tau_b_min: point.tau_b.map(|tau| tau.min),
            tau_b_max: point.tau_b.map(|tau| tau.max),
            gained_mean: point.mean_gained,
            subsets: point.n_groups,
            exhaustive: point.is_exhaustive,
        }
    }
}
