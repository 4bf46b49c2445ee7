//! Two systems that swap places between two columns.

use rankscope_core::analysis::{SplitQueries, SystemValues};
use rankscope_core::statistics::DiscordantPair;
use std::sync::Arc;

/// The better one by the first column comes first.
pub(super) struct Swap {
    pub(super) place: usize,
    pub(super) systems: [Arc<SystemValues>; 2],
    pub(super) titles: [String; 2],
    /// First − second under both columns.
    pub(super) differences: [f64; 2],
    pub(super) split: SplitQueries,
}

impl Swap {
    pub(super) fn of(
        (place, pair): (usize, &DiscordantPair),
        systems: &[Arc<SystemValues>],
        titles: &[String],
        columns: [usize; 2],
    ) -> Option<Self> {
        let is_first_better = pair.x_difference < 0.0;
        let (a, b) = if is_first_better { (pair.i, pair.j) } else { (pair.j, pair.i) };
        let sign = if is_first_better { -1.0 } else { 1.0 };
        let systems = [systems.get(a)?.clone(), systems.get(b)?.clone()];
        Some(Self {
            place,
            titles: [titles.get(a)?.clone(), titles.get(b)?.clone()],
            differences: [sign * pair.x_difference, sign * pair.y_difference],
            split: SplitQueries::new(&systems[0], &systems[1], columns),
            systems,
        })
    }

    pub(super) fn ids(&self) -> [&str; 2] {
        [&self.systems[0].system, &self.systems[1].system]
    }
}
