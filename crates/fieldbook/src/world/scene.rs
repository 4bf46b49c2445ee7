//! One page of the notebook: what is to be seen on it.

use serde::{Deserialize, Serialize};

use crate::{
    Behaviour, CameraTrap, Companion, Count, Facing, Framing, Group, Habitat, Health, HumanImpact,
    LifeStage, Light, Morph, Relation, Season, Sex, Species, Substrate, Weather,
};

/// Every visible fact of a picture. Made by [`Scene::generate`], or by hand from
/// [`Scene::of_species`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scene {
    /// What it shows.
    pub species: Species,
    /// How far it has grown.
    pub life_stage: LifeStage,
    /// Where the sexes differ to the eye, and the organism is adult.
    pub sex: Option<Sex>,
    /// Its colour form.
    pub morph: Morph,
    /// Its state.
    pub health: Health,
    /// What it does.
    pub behaviour: Behaviour,
    /// A second organism.
    pub companion: Option<Companion>,
    /// How many of the species there are.
    pub count: Count,
    /// How near it is.
    pub framing: Framing,
    /// Which way it looks; see [`Scene::has_facing`].
    pub facing: Facing,
    /// The country around.
    pub habitat: Habitat,
    /// What it is on.
    pub substrate: Substrate,
    /// The light.
    pub light: Light,
    /// The weather.
    pub weather: Weather,
    /// Where the vegetation shows it.
    pub season: Option<Season>,
    /// What people left.
    pub impact: HumanImpact,
    /// The strip below the picture of a camera trap.
    pub camera_trap: Option<CameraTrap>,
    /// Seed of what is no fact: the places of grass blades, the turn of a head.
    pub variation: u32,
}

impl Scene {
    /// The group of the scene's species.
    #[must_use]
    pub fn group(&self) -> Group {
        self.species.facts().group
    }

    /// Whether left and right can be told apart: not with plants, fungi and jellies, nor with
    /// what rests.
    #[must_use]
    pub fn has_facing(&self) -> bool {
        let group = self.group();
        group.is_animal()
            && group != Group::Cnidarian
            && matches!(self.life_stage, LifeStage::Juvenile | LifeStage::Adult)
    }

    /// The companion's species, if it stands in the relation.
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
