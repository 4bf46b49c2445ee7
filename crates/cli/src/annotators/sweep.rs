//! Fewer annotators: the curve over their number, and each of them alone.

use super::outcome::Outcome;
use rankscope_core::analysis::{
    Effect, Group, GroupsOfSize, SweepPoint, groups_of_size, sweep_point,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The index of the first group of the sweep in the outcome, behind that of the whole pool.
const FIRST: usize = 1;

/// The groups to look at, by size.
pub(super) struct Sweep(Vec<GroupsOfSize>);

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

impl Sweep {
    pub(super) fn new(pool: Group, at_most: usize, seed: u64) -> Self {
        let of_size = |size| groups_of_size(pool, size, at_most, seed);
        Self((1..=pool.len()).map(of_size).collect())
    }

    /// All groups, the smallest first.
    pub(super) fn groups(&self) -> impl Iterator<Item = Group> {
        self.0.iter().flat_map(|of_size| of_size.groups.iter().copied())
    }

    /// `ids` are those of all systems.
    pub(super) fn report(&self, outcome: &Outcome, ids: &[String]) -> SweepReport {
        let mut sweep = Vec::new();
        let mut matrix = Matrix::new();
        let mut index = FIRST;
        for of_size in &self.0 {
            let indices = index..index + of_size.groups.len();
            index = indices.end;
            let effects: Vec<Option<Effect>> = indices.map(|index| outcome.effect(index)).collect();
            sweep.push(Point::from(sweep_point(of_size, &effects)));
            if of_size.size == 1 {
                matrix = alone(of_size, &effects, ids);
            }
        }
        SweepReport { sweep, matrix }
    }
}

/// The places gained under groups of one.
fn alone(singles: &GroupsOfSize, effects: &[Option<Effect>], ids: &[String]) -> Matrix {
    let row = |(group, effect): (&Group, &Option<Effect>)| {
        let annotator = group.places().next().and_then(|place| ids.get(place))?;
        let gained = |place: usize| effect.as_ref().and_then(|e| e.gained.get(place).copied());
        let of_systems = ids.iter().enumerate().map(|(place, id)| (id.clone(), gained(place)));
        Some((annotator.clone(), of_systems.collect()))
    };
    singles.groups.iter().zip(effects).filter_map(row).collect()
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
