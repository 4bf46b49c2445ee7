//! The groups that are looked at: all who propose, then fewer of them.

use super::{Effect, Group, GroupsOfSize, Outcome, SweepPoint, groups_of_size, sweep_point};

/// The index of the whole pool among the groups of a [`Pool`].
pub const WHOLE: usize = 0;

/// All who propose, and groups of fewer of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    whole: Group,
    fewer: Vec<GroupsOfSize>,
}

impl Pool {
    /// The whole pool alone.
    pub fn whole(whole: Group) -> Self {
        Self { whole, fewer: Vec::new() }
    }

    /// With each of its members alone.
    pub fn with_singles(whole: Group) -> Self {
        Self { whole, fewer: vec![groups_of_size(whole, 1, usize::MAX, 0)] }
    }

    /// With groups of every size: all of a size, or a seeded sample of `at_most` of them, as
    /// [`groups_of_size`].
    pub fn with_all_sizes(whole: Group, at_most: usize, seed: u64) -> Self {
        let of_size = |size| groups_of_size(whole, size, at_most, seed);
        Self { whole, fewer: (1..=whole.len()).map(of_size).collect() }
    }

    /// The groups: the whole pool, then fewer, the smallest first.
    pub fn groups(&self) -> Vec<Group> {
        let fewer = self.fewer.iter().flat_map(|of_size| of_size.groups.iter().copied());
        std::iter::once(self.whole).chain(fewer).collect()
    }

    /// A point for each size.
    pub fn curve(&self, outcome: &Outcome) -> Vec<SweepPoint> {
        let effects = self.effects(outcome);
        effects.map(|(of_size, effects)| sweep_point(of_size, &effects)).collect()
    }

    /// The effect of each annotator alone, with the annotator's place among the systems.
    pub fn alone(&self, outcome: &Outcome) -> Vec<(usize, Option<Effect>)> {
        let Some((singles, effects)) = self.effects(outcome).find(|(own, _)| own.size == 1) else {
            return Vec::new();
        };
        let place = |group: &Group| group.places().next();
        let of = singles.groups.iter().zip(effects);
        of.filter_map(|(group, effect)| Some((place(group)?, effect))).collect()
    }

    fn effects(
        &self,
        outcome: &Outcome,
    ) -> impl Iterator<Item = (&GroupsOfSize, Vec<Option<Effect>>)> {
        let mut next = WHOLE + 1;
        self.fewer.iter().map(move |of_size| {
            let indices = next..next + of_size.groups.len();
            next = indices.end;
            (of_size, indices.map(|index| outcome.effect(index)).collect())
        })
    }
}
