//! The built-in world: a naturalist's notebook of familiar and invented organisms.
//!
//! A [`Scene`] states facts; everything else follows from them. `Scene::generate(seed, index)`
//! makes the scene of any index directly, so that the world has no end and needs no file.
//! Where a field holds a value, the drawing shows it.

mod companions;
mod error;
mod generate;
mod group;
mod habits;
mod language;
mod odds;
mod organism;
mod predicate;
mod questions;
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
pub use language::{
    ClaimedCaption, NOISE_PER_THOUSAND, NoiseKind, NoisyCaption, captions, claimed_captions,
    description, noisy_captions, vocabulary, words_of,
};
pub use organism::{
    Behaviour, Companion, Count, Facing, Framing, Health, LifeStage, Morph, Relation, Sex,
};
pub use predicate::{Predicate, Reason};
pub use questions::{
    Category, Family, HELD_OUT, IconicGroup, Question, Supercategory, is_held_out, questions,
};
pub use rules::{Fact, alternatives, implausible_facts};
pub use scene::Scene;
pub use scene_id::SceneId;
pub use setting::{CameraTrap, Habitat, HumanImpact, Light, Season, Substrate, Weather};
pub use species::{Activity, Species, SpeciesFacts};
