//! Which systems propose together: all groups of a size, or a seeded sample of them.

use crate::random::SplitMix64;
use std::collections::BTreeSet;

/// A set of systems, each given by its place in the list of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group(u128);

impl Group {
    /// A group holds places below this; others are left out.
    pub const MAX_SYSTEMS: usize = 128;

    /// Every system that can be in a group.
    pub const EVERYONE: Self = Self(u128::MAX);

    /// The group of these places.
    pub fn of(places: impl IntoIterator<Item = usize>) -> Self {
        places.into_iter().fold(Self::default(), Self::with)
    }

    /// The same group with one more system.
    #[must_use]
    pub fn with(self, place: usize) -> Self {
        Self(self.0 | Self::bit(place))
    }

    /// Whether the system is in it.
    pub fn holds(self, place: usize) -> bool {
        self.0 & Self::bit(place) != 0
    }

    /// Whether the two share a system.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The places, ascending.
    pub fn places(self) -> impl Iterator<Item = usize> {
        (0..Self::MAX_SYSTEMS).filter(move |place| self.holds(*place))
    }

    /// The number of systems in it.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no system is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn bit(place: usize) -> u128 {
        u32::try_from(place).ok().and_then(|place| 1u128.checked_shl(place)).unwrap_or(0)
    }
}

/// Groups of one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupsOfSize {
    /// How many systems are in each.
    pub size: usize,
    /// The groups, all different.
    pub groups: Vec<Group>,
    /// Whether these are all groups of the size, not a sample of them.
    pub is_exhaustive: bool,
}

/// All groups of `size` systems from `pool` if there are at most `at_most` or the size is 1,
/// otherwise a sample of `at_most` different ones, each as likely as any other; the same for the
/// same seed.
pub fn groups_of_size(pool: Group, size: usize, at_most: usize, seed: u64) -> GroupsOfSize {
    let places: Vec<usize> = pool.places().collect();
    let is_exhaustive = size == 1 || n_groups(places.len(), size) <= at_most as u128;
    let mut groups = BTreeSet::new();
    if is_exhaustive {
        add_all(Group::default(), &places, size, &mut groups);
    } else {
        // A stream for each size, so that none depends on which others were asked for.
        let mut random = SplitMix64::new(seed.wrapping_add(size as u64));
        while groups.len() < at_most {
            groups.insert(drawn(&places, size, &mut random));
        }
    }
    GroupsOfSize { size, groups: groups.into_iter().collect(), is_exhaustive }
}

/// Adds every group of `n_missing` of `places`, each together with `begun`.
fn add_all(begun: Group, places: &[usize], n_missing: usize, groups: &mut BTreeSet<Group>) {
    if n_missing == 0 {
        groups.insert(begun);
    } else if let [first, rest @ ..] = places
        && places.len() >= n_missing
    {
        add_all(begun.with(*first), rest, n_missing - 1, groups);
        add_all(begun, rest, n_missing, groups);
    }
}

/// A random group by Floyd's method (Bentley & Floyd, "A Sample of Brilliance", CACM 1987).
fn drawn(places: &[usize], size: usize, random: &mut SplitMix64) -> Group {
    let mut group = Group::default();
    for last in places.len().saturating_sub(size)..places.len() {
        let place = places.get(random.below(last + 1)).copied().unwrap_or_default();
        let is_new = !group.holds(place);
        group = group.with(if is_new { place } else { places.get(last).copied().unwrap_or(place) });
    }
    group
}

/// The number of groups of `size` of `n` systems; too large where it would overflow.
fn n_groups(n: usize, size: usize) -> u128 {
    let (n, size) = (n as u128, size as u128);
    if size > n {
        return 0;
    }
    (1..=size).fold(1, |found, i| u128::saturating_mul(found, n - size + i) / i)
}
