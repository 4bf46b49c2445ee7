//! The built-in world: a naturalist's notebook of familiar and invented organisms.
//!
//! A [`Scene`] states facts; everything else follows from them. `Scene::generate(seed, index)`
//! makes the scene of any index directly, so that the world has no end and needs no file.
//! Where a field holds a value, the drawing shows it.

mod companions;
pub mod drawing;
mod error;
mod generate;
mod group;
mod habits;
mod odds;
mod organism;
mod rules;
mod scene;
mod scene_id;
mod setting;
mod species;
mod splitmix;
mod surroundings;
mod vocabulary;

pub use error::FieldbookError;
pub use group::Group;
pub use organism::{
    Behaviour, Companion, Count, Facing, Framing, Health, LifeStage, Morph, Relation, Sex,
};
pub use rules::{Fact, alternatives, implausible_facts};
pub use scene::Scene;
pub use scene_id::SceneId;
pub use setting::{CameraTrap, Habitat, HumanImpact, Light, Season, Substrate, Weather};
pub use species::{Activity, Species, SpeciesFacts};
