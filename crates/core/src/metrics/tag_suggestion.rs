//! Tag suggestion: does one of the first five tags suggested hit one of the picture's own?
//!
//! Pictures without a tag of their own are left out: no suggestion could be right. A picture
//! for which nothing is suggested is a miss. Source: Huiskes and Lew, "The MIR Flickr Retrieval
//! Evaluation", MIR 2008, challenge 3.

use super::Mean;

/// How many suggestions count.
pub const N_SUGGESTED: usize = 5;

/// The share of pictures with a hit, each given as `(suggested tags, best first; own tags)`;
/// `None` where no picture has a tag of its own.
pub fn tag_suggestion_share<'a, T: PartialEq + 'a>(
    pictures: impl IntoIterator<Item = (&'a [T], &'a [T])>,
) -> Option<Mean> {
    Mean::of(pictures.into_iter().map(|(suggested, own)| {
        let is_hit = suggested.iter().take(N_SUGGESTED).any(|tag| own.contains(tag));
        (!own.is_empty()).then_some(if is_hit { 1.0 } else { 0.0 })
    }))
}
