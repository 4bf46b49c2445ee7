//! The built-in world: a naturalist's notebook of familiar and invented organisms.
//!
//! A [`Scene`] states facts; everything else follows from them. `Scene::generate(seed, index)`
//! makes the scene of any index directly, so that the world has no end and needs no file.
//! Where a field holds a value, the drawing shows it.
//!
//! [`Predicate`]s are statements about scenes that can be inspected. Captions are made of phrases
//! that each carry one, questions are answered by one, and so every judgement is exact. Enter by
//! [`Fieldbook::new`] for a whole benchmark, by [`training_scenes`] for what to train on.

mod album;
mod answered_query;
mod book;
pub mod drawing;
mod judgement;
mod language;
mod predicate;
mod questions;
mod splitmix;
mod world;

pub use album::{
    Creator, Exif, LICENSE, MISSPELT_PER_THOUSAND, N_CREATORS, TagKind, UNTAGGED_PER_THOUSAND,
    Upload, upload,
};
pub use answered_query::{Answer, AnsweredQuery};
pub use book::{
    Fieldbook, GALLERY_SEED, MOST_RELEVANT_TO_A_CAPTION, N_CAPTION_QUERIES, TRAINING_SEED,
    training_scenes,
};
pub use judgement::{
    ANNOTATORS, Annotator, Definition, N_CLASSES, N_VOTES, POOL_DEPTH, VoteChances, classes,
    verified, votes, voting_pool,
};
pub use language::{
    ClaimedCaption, NOISE_PER_THOUSAND, NoiseKind, NoisyCaption, captions, claimed_captions,
    description, noisy_captions, vocabulary, words_of,
};
pub use predicate::{Predicate, Reason};
pub use questions::{
    Category, Family, HELD_OUT, IconicGroup, Question, Supercategory, is_held_out, questions,
};
pub use world::{
    error::FieldbookError,
    fact::Fact,
    group::Group,
    organism::{
        Behaviour, Companion, Count, Facing, Framing, Health, LifeStage, Morph, Relation, Sex,
    },
    rules::{alternatives, implausible_facts},
    scene::Scene,
    scene_id::SceneId,
    setting::{CameraTrap, Habitat, HumanImpact, Light, Season, Substrate, Weather},
    species::{Activity, Species, SpeciesFacts},
};
