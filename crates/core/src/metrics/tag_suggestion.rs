//! Tag suggestion: is one of the first five tags suggested among the picture's tags?
//!
//! Pictures without tags are left out, since no suggestion could be correct. A picture without
//! suggestions is a miss. Source: Huiskes and Lew, "The MIR Flickr Retrieval
//! Evaluation", MIR 2008, challenge 3.

use super::Mean;

/// The number of suggestions that count.
pub const N_SUGGESTED: usize = 5;

/// The share of pictures with a hit, each given as `(suggested tags, best first; its tags)`;
/// `None` where no picture has a tag.
pub fn tag_suggestion_share<'a, T: PartialEq + 'a>(
    pictures: impl IntoIterator<Item = (&'a [T], &'a [T])>,
) -> Option<Mean> {
    Mean::of(pictures.into_iter().map(|(suggested, own)| {
        let is_hit = suggested.iter().take(N_SUGGESTED).any(|tag| own.contains(tag));
        (!own.is_empty()).then_some(if is_hit { 1.0 } else { 0.0 })
    }))
}
