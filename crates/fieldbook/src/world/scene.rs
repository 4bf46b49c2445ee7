//! A scene, its id, its fields by name, and why a scene or an id is refused.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{
    Behaviour, CameraTrap, Companion, Count, Facing, Framing, Group, Habitat, Health, HumanImpact,
    LifeStage, Light, Morph, Relation, Season, Sex, Species, Substrate, Weather,
};

/// Every visible fact of a picture: [generated](Scene::generate) from a seed, or made by hand from
/// the [likeliest scene of a species](Scene::of_species).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scene {
    pub species: Species,
    pub life_stage: LifeStage,
    /// Its sex, for adults of species whose sexes look different.
    pub sex: Option<Sex>,
    pub morph: Morph,
    pub health: Health,
    pub behaviour: Behaviour,
    /// An organism of another species.
    pub companion: Option<Companion>,
    pub count: Count,
    pub framing: Framing,
    /// The direction it faces; see [`Scene::has_facing`].
    pub facing: Facing,
    pub habitat: Habitat,
    /// What it sits, stands, lies or hangs on.
    pub substrate: Substrate,
    pub light: Light,
    pub weather: Weather,
    /// The season, where the vegetation shows it.
    pub season: Option<Season>,
    pub impact: HumanImpact,
    /// The caption strip, if a camera trap took the picture.
    pub camera_trap: Option<CameraTrap>,
    /// Seed of what is not a fact: the positions of grass blades, the turn of a head.
    pub variation: u32,
}

impl Scene {
    pub fn group(&self) -> Group {
        self.species.facts().group
    }

    /// Whether left and right can be told apart: not for plants, fungi and jellyfish, nor for
    /// eggs, larvae and pupae.
    pub fn has_facing(&self) -> bool {
        let group = self.group();
        group.is_animal()
            && group != Group::Cnidarian
            && matches!(self.life_stage, LifeStage::Juvenile | LifeStage::Adult)
    }

    /// The companion's species, if there is a companion in the relation.
    pub fn companion_by(&self, relation: Relation) -> Option<Species> {
        self.companion
            .filter(|companion| companion.relation == relation)
            .map(|companion| companion.species)
    }

    /// Whether a species is in the picture, as subject or as companion.
    pub fn shows(&self, species: Species) -> bool {
        self.species == species
            || self.companion.is_some_and(|companion| companion.species == species)
    }
}

/// A field of a [`Scene`], in the order of dependence: the values possible for one
/// field follow from the fields before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    Species,
    LifeStage,
    Habitat,
    Season,
    Light,
    Weather,
    Behaviour,
    Companion,
    Count,
    Substrate,
    Sex,
    Health,
    Framing,
    Morph,
    Facing,
    Impact,
    CameraTrap,
}

/// Seed and index of a scene; prints as `fb7-1234` and parses back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SceneId {
    pub seed: u64,
    pub index: u64,
}

impl SceneId {
    pub fn scene(self) -> Scene {
        Scene::generate(self.seed, self.index)
    }
}

impl fmt::Display for SceneId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "fb{}-{}", self.seed, self.index)
    }
}

impl FromStr for SceneId {
    type Err = FieldbookError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = || {
            let (seed, index) = text.strip_prefix("fb")?.split_once('-')?;
            let is_plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
            if !is_plain(seed) || !is_plain(index) {
                return None;
            }
            Some(Self { seed: seed.parse().ok()?, index: index.parse().ok()? })
        };
        parsed().ok_or_else(|| FieldbookError::SceneId { text: text.to_owned() })
    }
}

/// Why a scene or its id was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FieldbookError {
    #[error("{text:?} is not a scene id: expected fb<seed>-<index>, such as fb7-1234")]
    SceneId { text: String },
    /// A fact contradicts those before it, or would not be visible.
    #[error(
        "the scene's {fact:?} does not fit its other facts: choose a value that `alternatives` lists"
    )]
    Implausible { fact: Fact },
}
