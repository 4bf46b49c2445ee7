//! The questions, each with the predicate that answers it.
//!
//! Four families: naturalists' questions in categories, as in INQUIRE; ideas and descriptions, the
//! two kinds of ConQA; and topics with a narrow and a wide reading, as in MIRFLICKR. No text is
//! copied from them.

mod appearance;
mod behaviour;
mod conceptual;
mod context;
mod descriptive;
mod held_out;
mod question;
mod species;
mod topics;

pub use held_out::{HELD_OUT, is_held_out};
pub use question::{Category, Family, IconicGroup, Question, Supercategory};
pub(crate) use topics::tags_of_topic;

/// All questions, family by family. Their order is part of the query ids.
pub fn questions() -> impl Iterator<Item = &'static Question> {
    [
        appearance::APPEARANCE,
        behaviour::BEHAVIOUR,
        context::CONTEXT,
        species::SPECIES,
        conceptual::CONCEPTUAL,
        descriptive::DESCRIPTIVE,
        topics::TOPICS,
    ]
    .into_iter()
    .flatten()
}
