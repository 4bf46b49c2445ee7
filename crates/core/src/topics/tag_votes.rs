//! What a picture's nearest neighbours think of a tag.
//!
//! score(x, t) = Σ cos(x, n) · [n has t] / Σ |cos(x, n)|, over the neighbours n of x: the share of
//! their similarity that votes for the tag. Source: MIRFLICKR's challenge 2, by weighted nearest
//! neighbours; see Guillaumin et al., "TagProp", ICCV 2009, for weights by distance.

use super::TagIndex;
use crate::ranking::Hit;

/// How many neighbours vote, unless told otherwise.
pub const N_NEIGHBOURS: usize = 50;

/// The first `k` hits other than the picture itself. Search for `k + 1` to have them.
#[must_use]
pub fn without_self(hits: &[Hit], row_in_corpus: u32, k: usize) -> Vec<Hit> {
    hits.iter().filter(|hit| hit.row_in_corpus != row_in_corpus).take(k).copied().collect()
}

/// The score of "has any of these tags" for a picture with these neighbours, scored by cosine: in
/// −1 … 1, and 0 without neighbours. `tags` is ascending.
#[must_use]
pub fn propagated(neighbours: &[Hit], tags: &[u32], index: &TagIndex) -> f64 {
    let has_any = |hit: &&Hit| index.has_any(hit.row_in_corpus, tags);
    let votes: f64 = neighbours.iter().filter(has_any).map(|hit| f64::from(hit.score)).sum();
    shared(votes, total(neighbours))
}

/// The share of all similarity that votes; 0 without any.
pub(super) fn shared(votes: f64, all: f64) -> f64 {
    // A sum of nothing may be −0, which would come behind 0.
    if all > 0.0 { votes / all + 0.0 } else { 0.0 }
}

/// Σ |cos|.
pub(super) fn total(neighbours: &[Hit]) -> f64 {
    neighbours.iter().map(|hit| f64::from(hit.score).abs()).sum()
}
