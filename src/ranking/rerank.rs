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

/// Rows as hits in this very order: scores count down to 1, so that none are equal.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a float32 counts to 16 million")]
pub fn hits_in_order(rows: &[u32]) -> Vec<Hit> {
    let n = rows.len();
    let hit = |(place, row): (usize, &u32)| Hit { row_in_corpus: *row, score: (n - place) as f32 };
    rows.iter().enumerate().map(hit).collect()
}
