//! Marks of species, with the grammar that captions need.

use crate::Species;

/// A mark without its article.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) text: &'static str,
    /// Whether it takes no article.
    pub(super) is_plural: bool,
}

/// "orange breast" takes an article; "spines", "four rings" and "one huge claw" do not.
pub(super) fn mark(species: Species) -> Mark {
    let text = species.facts().mark;
    let head = text.split(" of ").next().unwrap_or(text);
    let is_counted = ["one ", "four ", "seven ", "eight "].iter().any(|n| text.starts_with(n));
    let is_plural = head.ends_with('s') && !head.ends_with("ss") || head.ends_with("antennae");
    // Mass nouns take no article either.
    let is_mass = ["white blossom", "white bark", "cream marbling"].contains(&text);
    Mark { text, is_plural: is_plural || is_counted || is_mass }
}
