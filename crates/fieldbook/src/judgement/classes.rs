//! Scenes as sets of classes, for plausible-match judgements (PMRP).

use crate::{Behaviour, Group, Habitat, HumanImpact, Scene, Substrate};

/// Number of classes.
pub const N_CLASSES: u32 = (2 * Group::ALL.len()
    + Habitat::ALL.len()
    + Behaviour::ALL.len()
    + HumanImpact::ALL.len()
    + Substrate::ALL.len()) as u32;

/// The classes of a scene, from 0, ascending: its group, the companion's group, habitat,
/// behaviour, human impact and substrate. Two scenes that differ in at most ζ classes match
/// plausibly.
pub fn classes(scene: &Scene) -> Vec<u32> {
    let mut found = Vec::new();
    let mut first = 0;
    let mut add = |index: Option<usize>, n: usize| {
        found.extend(index.and_then(|index| u32::try_from(first + index).ok()));
        first += n;
    };
    let group_at = |group: Group| Group::ALL.iter().position(|other| *other == group);
    add(group_at(scene.group()), Group::ALL.len());
    let companion = scene.companion.map(|companion| companion.species.facts().group);
    add(companion.and_then(group_at), Group::ALL.len());
    add(position_of(Habitat::ALL, scene.habitat), Habitat::ALL.len());
    add(position_of(Behaviour::ALL, scene.behaviour), Behaviour::ALL.len());
    let impact = position_of(HumanImpact::ALL, scene.impact);
    add(impact.filter(|_| scene.impact != HumanImpact::None), HumanImpact::ALL.len());
    add(position_of(Substrate::ALL, scene.substrate), Substrate::ALL.len());
    found
}

fn position_of<T: PartialEq>(all: &[T], value: T) -> Option<usize> {
    all.iter().position(|other| *other == value)
}
