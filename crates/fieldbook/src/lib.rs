//! Rankscope's built-in benchmark: a generated world of familiar and invented organisms.
//!
//! A [`Scene`] states facts, and everything else follows from them. [`Scene::generate`] makes the
//! scene of any seed and index directly, so the world is endless and needs no files. Every fact is
//! visible in the [`drawing`].
//!
//! Entry points:
//!
//! * Pictures: [`SceneId::scene`], then [`drawing::draw`] and [`drawing::svg_from_display_list`].
//! * Free text: [`Understanding::of`] reads a visitor's words as statements about scenes.
//! * Guides: [`GuideMaker::guides`] chooses scenes that show what a text asks for.
//! * The benchmark: [`Fieldbook::new`] for queries, captions and qrels, [`training_scenes`] for what
//!   to train on.
//!
//! By layer, each using only those before it: `world` (scenes and which facts fit together),
//! `drawing`; `predicate` (statements about scenes), `language` (captions made of phrases that each
//! carry a predicate), `questions`, `understanding` (texts read as predicates), `album` (upload
//! metadata), `judgement`, `book`, `topics`, `guides`. Captions and questions rest on
//! [`Predicate`]s, so every judgement is exact.

mod album;
mod answered_query;
mod book;
pub mod drawing;
mod guides;
mod judgement;
mod language;
mod predicate;
mod questions;
mod splitmix;
mod topics;
mod understanding;
mod world;

pub use album::{
    CREDIT, Creator, Exif, LICENCES, LICENSE, MISSPELT_PER_THOUSAND, N_CREATORS, TagKind,
    UNTAGGED_PER_THOUSAND, Upload, upload,
};
pub use answered_query::{Answer, AnsweredQuery};
pub use book::{
    Fieldbook, GALLERY_SEED, MOST_RELEVANT_TO_A_CAPTION, N_CAPTION_QUERIES, TRAINING_SEED,
    training_scenes,
};
pub use guides::{
    Engine, GUIDE_SEED, GuideMaker, N_PAIRED, N_REMEMBERED, N_SAMPLED, PAIRING_SEED, Pairing,
    SceneGuide, Wanted, pairings,
};
pub use judgement::{
    ANNOTATORS, Annotator, Definition, N_CLASSES, N_VOTES, POOL_DEPTH, VoteChances, classes,
    verified, votes, voting_pool, yes_and_no,
};
pub use language::{
    ClaimedCaption, NOISE_PER_THOUSAND, NoiseKind, NoisyCaption, captions, claimed_captions,
    description, noisy_captions, vocabulary, words_of,
};
pub use predicate::{Predicate, Reason};
pub use questions::{
    Category, Family, HELD_OUT, IconicGroup, Question, Supercategory, is_held_out, questions,
};
pub use understanding::{Clause, Reading, Told, Understanding};
pub use world::{
    group::Group,
    organism::{
        Behaviour, Companion, Count, Facing, Framing, Health, LifeStage, Morph, Relation, Sex,
    },
    rules::{alternatives, implausible_facts},
    scene::{Fact, FieldbookError, Scene, SceneId},
    setting::{CameraTrap, Habitat, HumanImpact, Light, Season, Substrate, Weather},
    species::{Activity, Species, SpeciesFacts},
};
