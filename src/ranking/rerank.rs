//! A second stage: the hits of a first one in the order of other scores.

use super::{Hit, hit_order};

/// The hits of `first`, scored anew by corpus row and ordered by these scores. None is added and
/// none is lost: what the first stage missed, no reranker can find.
#[must_use]
pub fn reranked(first: &[Hit], score_of_row: impl Fn(u32) -> f32) -> Vec<Hit> {
    let again = |hit: &Hit| Hit { score: score_of_row(hit.row_in_corpus), ..*hit };
    let mut hits: Vec<Hit> = first.iter().map(again).collect();
    hits.sort_unstable_by(hit_order);
    hits
}
