//! What is asked of the book, with what answers it.
//!
//! Four families: naturalists' questions in categories, as INQUIRE arranges its own; ideas and
//! descriptions, the two kinds of ConQA; and topics, read narrowly and widely, as MIRFLICKR has
//! them. The text is our own throughout.

mod appearance;
mod behaviour;
mod conceptual;
mod context;
mod descriptive;
mod held_out;
mod question;
mod rarities;
mod species;
mod topics;

pub use held_out::{HELD_OUT, is_held_out};
pub use question::{Category, Family, IconicGroup, Question, Supercategory};

/// All questions, family by family. The place of a question is part of its id.
pub fn questions() -> impl Iterator<Item = &'static Question> {
    [
        appearance::APPEARANCE,
        behaviour::BEHAVIOUR,
        rarities::RARITIES,
        context::CONTEXT,
        species::SPECIES,
        conceptual::CONCEPTUAL,
        descriptive::DESCRIPTIVE,
        topics::TOPICS,
    ]
    .into_iter()
    .flatten()
}
