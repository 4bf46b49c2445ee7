//! Fewer annotators: the curve over their number, and each of them alone.

use rankscope_core::analysis::{Effect, Outcome, Pool, SweepPoint};
use serde::Serialize;
use std::collections::BTreeMap;

/// The places that each system gained under each single annotator: annotator → system → places.
pub(super) type Matrix = BTreeMap<String, BTreeMap<String, Option<f64>>>;

#[derive(Serialize)]
pub(super) struct SweepReport {
    pub(super) sweep: Vec<Point>,
    pub(super) matrix: Matrix,
}

/// The groups of one size.
#[derive(Serialize)]
pub(super) struct Point {
    pub(super) annotators: usize,
    pub(super) tau_b_mean: Option<f64>,
    pub(super) tau_b_min: Option<f64>,
    pub(super) tau_b_max: Option<f64>,
    /// The mean over the groups of the mean of their members' places gained.
    pub(super) gained_mean: Option<f64>,
    /// How many groups were looked at.
    pub(super) subsets: usize,
    /// Whether these are all groups of this size, not a sample.
    pub(super) exhaustive: bool,
}

impl SweepReport {
    /// `ids` are those of all systems.
    pub(super) fn new(pool: &Pool, outcome: &Outcome, ids: &[String]) -> Self {
        let row = |(place, effect): (usize, Option<Effect>)| {
            let gained = |place: usize| effect.as_ref().and_then(|e| e.gained.get(place).copied());
            let of_systems = ids.iter().enumerate().map(|(place, id)| (id.clone(), gained(place)));
            Some((ids.get(place)?.clone(), of_systems.collect()))
        };
        Self {
            sweep: pool.curve(outcome).into_iter().map(Point::from).collect(),
            matrix: pool.alone(outcome).into_iter().filter_map(row).collect(),
        }
    }
}

impl From<SweepPoint> for Point {
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
