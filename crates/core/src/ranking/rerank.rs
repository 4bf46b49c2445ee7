//! A second stage: the hits of the first in another order.

use super::Hit;

/// Rows as hits in this order: scores count down to 1, so that none are tied.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "exact up to 16 million")]
pub fn hits_in_order(rows: &[u32]) -> Vec<Hit> {
    let n = rows.len();
    let hit = |(place, row): (usize, &u32)| Hit { row_in_corpus: *row, score: (n - place) as f32 };
    rows.iter().enumerate().map(hit).collect()
}
