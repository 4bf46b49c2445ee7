//! Which facts fit together: plausible scenes, and their neighbours by one fact.

use super::{
    companions::{companions, counts, framings},
    habits::{behaviours, healths, life_stages, morphs, sexes},
    surroundings::{habitats, impacts, is_strip_plausible, lights, seasons, substrates, weathers},
};
use crate::{Companion, Facing, Fact, FieldbookError, Scene, Species};

impl Scene {
    /// The scene, if all of its facts fit together and can be seen; else
    /// [`FieldbookError::Implausible`] with the first fact that does not fit those before it.
    pub fn check(self) -> Result<Self, FieldbookError> {
        match implausible_facts(&self).first() {
            None => Ok(self),
            Some(fact) => Err(FieldbookError::Implausible { fact: *fact }),
        }
    }
}

/// The facts of a scene that do not fit those before them; empty for a generated scene.
pub fn implausible_facts(scene: &Scene) -> Vec<Fact> {
    let is_companion_known = |companion: Option<Companion>| companions(scene).contains(companion);
    let held = [
        (Fact::LifeStage, life_stages(scene).contains(scene.life_stage)),
        (Fact::Habitat, habitats(scene).contains(scene.habitat)),
        (Fact::Season, seasons(scene).contains(scene.season)),
        (Fact::Light, lights(scene).contains(scene.light)),
        (Fact::Weather, weathers(scene).contains(scene.weather)),
        (Fact::Behaviour, behaviours(scene).contains(scene.behaviour)),
        (Fact::Companion, is_companion_known(scene.companion)),
        (Fact::Count, counts(scene).contains(scene.count)),
        (Fact::Substrate, substrates(scene).contains(scene.substrate)),
        (Fact::Sex, sexes(scene).contains(scene.sex)),
        (Fact::Health, healths(scene).contains(scene.health)),
        (Fact::Framing, framings(scene).contains(scene.framing)),
        (Fact::Morph, morphs(scene).contains(scene.morph)),
        (Fact::Facing, scene.has_facing() || scene.facing == Facing::Left),
        (Fact::Impact, impacts(scene).contains(scene.impact)),
        (Fact::CameraTrap, scene.camera_trap.is_none_or(|strip| is_strip_plausible(scene, strip))),
    ];
    held.into_iter().filter(|(_, fits)| !fits).map(|(fact, _)| fact).collect()
}

/// All plausible scenes that differ from the scene in one field only.
pub fn alternatives(scene: &Scene, fact: Fact) -> Vec<Scene> {
    fn changed<T: Copy + PartialEq>(
        scene: &Scene,
        values: impl IntoIterator<Item = T>,
        set: impl Fn(&mut Scene, T),
    ) -> Vec<Scene> {
        values
            .into_iter()
            .map(|value| {
                let mut other = scene.clone();
                set(&mut other, value);
                other
            })
            .filter(|other| other != scene && implausible_facts(other).is_empty())
            .collect()
    }
    match fact {
        Fact::Species => changed(scene, Species::ALL.iter().copied(), |s, v| s.species = v),
        Fact::LifeStage => changed(scene, life_stages(scene).values(), |s, v| s.life_stage = v),
        Fact::Habitat => changed(scene, habitats(scene).values(), |s, v| s.habitat = v),
        Fact::Season => changed(scene, seasons(scene).values(), |s, v| s.season = v),
        Fact::Light => changed(scene, lights(scene).values(), |s, v| s.light = v),
        Fact::Weather => changed(scene, weathers(scene).values(), |s, v| s.weather = v),
        Fact::Behaviour => changed(scene, behaviours(scene).values(), |s, v| s.behaviour = v),
        Fact::Companion => changed(scene, companions(scene).values(), |s, v| s.companion = v),
        Fact::Count => changed(scene, counts(scene).values(), |s, v| s.count = v),
        Fact::Substrate => changed(scene, substrates(scene).values(), |s, v| s.substrate = v),
        Fact::Sex => changed(scene, sexes(scene).values(), |s, v| s.sex = v),
        Fact::Health => changed(scene, healths(scene).values(), |s, v| s.health = v),
        Fact::Framing => changed(scene, framings(scene).values(), |s, v| s.framing = v),
        Fact::Morph => changed(scene, morphs(scene).values(), |s, v| s.morph = v),
        Fact::Facing => changed(scene, Facing::ALL.iter().copied(), |s, v| s.facing = v),
        Fact::Impact => changed(scene, impacts(scene).values(), |s, v| s.impact = v),
        Fact::CameraTrap => changed(scene, [None], |s, v| s.camera_trap = v),
    }
}
