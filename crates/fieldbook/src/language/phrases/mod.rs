//! Phrases by their role in a sentence.

mod concept;
mod detail;
mod doing;
mod place;
mod when;

pub(super) use concept::{CONCEPTS, is_noun};
pub(super) use detail::DETAILS;
pub(super) use doing::DOING;
pub(super) use place::{ON, PLACES};
pub(super) use when::WHEN;
