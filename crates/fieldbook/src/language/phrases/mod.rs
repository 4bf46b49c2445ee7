//! Phrases by their role in a sentence.

mod concept;
mod detail;
mod doing;
mod place;
mod when;

pub(super) use concept::CONCEPTS;
pub(super) use detail::DETAILS;
pub(super) use doing::DOING;
pub(super) use place::{ON, PLACES};
pub(super) use when::WHEN;

/// Whether a concept can follow "about".
pub(super) fn is_noun(concept: &str) -> bool {
    !NO_NOUNS.contains(&concept)
}

/// Concepts that are sentences or adjectives.
const NO_NOUNS: &[&str] = &[
    "nature can be cruel",
    "bad luck for some",
    "lonely",
    "still going in spite of it all",
    "our rubbish gets everywhere",
    "this makes me angry",
    "spooky",
    "everything passes",
    "love is in the air",
    "lost in the mist",
    "autumn has come",
    "weightless",
    "home sweet home",
    "under construction",
    "carried by the wind",
    "straight out of a fairy tale",
    "always in a hurry",
    "eat or be eaten",
    "golden hour",
    "hungry mouths to feed",
    "plenty",
    "one of a kind",
    "a freak of nature",
    "busy as a bee",
    "sweet dreams",
];
