//! A scene: every visible fact of a picture.

use serde::{Deserialize, Serialize};

use crate::{
    Behaviour, CameraTrap, Companion, Count, Facing, Framing, Group, Habitat, Health, HumanImpact,
    LifeStage, Light, Morph, Relation, Season, Sex, Species, Substrate, Weather,
};

/// Every visible fact of a picture: [generated](Scene::generate) from a seed, or made by hand from
/// the [likeliest scene of a species](Scene::of_species).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scene {
    /// The species of the subject.
    pub species: Species,
    /// The life stage of the subject.
    pub life_stage: LifeStage,
    /// Its sex, for adults of species whose sexes look different.
    pub sex: Option<Sex>,
    /// Its colour form.
    pub morph: Morph,
    /// Its state of health.
    pub health: Health,
    /// Its behaviour.
    pub behaviour: Behaviour,
    /// An organism of another species.
    pub companion: Option<Companion>,
    /// Number of individuals of the species.
    pub count: Count,
    /// The framing, close-up to distant.
    pub framing: Framing,
    /// The direction it faces; see [`Scene::has_facing`].
    pub facing: Facing,
    /// The habitat.
    pub habitat: Habitat,
    /// What it sits, stands, lies or hangs on.
    pub substrate: Substrate,
    /// The light.
    pub light: Light,
    /// The weather.
    pub weather: Weather,
    /// The season, where the vegetation shows it.
    pub season: Option<Season>,
    /// A trace of people.
    pub impact: HumanImpact,
    /// The caption strip, if a camera trap took the picture.
    pub camera_trap: Option<CameraTrap>,
    /// Seed of what is not a fact: the positions of grass blades, the turn of a head.
    pub variation: u32,
}

impl Scene {
    /// The group of the scene's species.
    #[must_use]
    pub fn group(&self) -> Group {
        self.species.facts().group
    }

    /// Whether left and right can be told apart: not for plants, fungi and jellyfish, nor for
    /// eggs, larvae and pupae.
    #[must_use]
    pub fn has_facing(&self) -> bool {
        let group = self.group();
        group.is_animal()
            && group != Group::Cnidarian
            && matches!(self.life_stage, LifeStage::Juvenile | LifeStage::Adult)
    }

    /// The companion's species, if there is a companion in the relation.
    #[must_use]
    pub fn companion_by(&self, relation: Relation) -> Option<Species> {
        self.companion
            .filter(|companion| companion.relation == relation)
            .map(|companion| companion.species)
    }

    /// Whether a species is in the picture, as subject or as companion.
    #[must_use]
    pub fn shows(&self, species: Species) -> bool {
        self.species == species
            || self.companion.is_some_and(|companion| companion.species == species)
    }
}
