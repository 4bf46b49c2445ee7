//! Means that never come without their n: over queries, over tagged pictures.

use super::real;
use serde::{Deserialize, Serialize};

/// A mean and the number of queries with a value.
///
/// A query without a relevant image has the value `None` and is left out. A judged query that the run
/// lacks counts: its list is empty and its value 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Mean {
    pub mean: f64,
    pub n: usize,
}

impl Mean {
    /// `None` if no query has a value.
    pub fn of(values: impl IntoIterator<Item = Option<f64>>) -> Option<Self> {
        let (sum, n) =
            values.into_iter().flatten().fold((0.0, 0), |(sum, n), value| (sum + value, n + 1));
        (n > 0).then(|| Self { mean: sum / real(n), n })
    }
}

/// How many tag suggestions count.
pub const N_SUGGESTED: usize = 5;

/// The share of pictures with a right tag among the first [`N_SUGGESTED`]; a picture is `(suggested tags,
/// best first; its tags)`. Pictures without tags are left out, since no suggestion could be correct;
/// one without suggestions is a miss. `None` if no picture has a tag.
///
/// Source: Huiskes and Lew, "The MIR Flickr Retrieval Evaluation", MIR 2008, challenge 3.
pub fn tag_suggestion_share<'a, T: PartialEq + 'a>(
    pictures: impl IntoIterator<Item = (&'a [T], &'a [T])>,
) -> Option<Mean> {
    Mean::of(pictures.into_iter().map(|(suggested, tags)| {
        let is_hit = suggested.iter().take(N_SUGGESTED).any(|tag| tags.contains(tag));
        (!tags.is_empty()).then_some(if is_hit { 1.0 } else { 0.0 })
    }))
}
