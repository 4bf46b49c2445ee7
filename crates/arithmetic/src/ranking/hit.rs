use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    pub row_in_corpus: u32,
    /// Higher is better.
    pub score: f32,
}

/// Score descending, ties by corpus row ascending, NaN last.
pub fn hit_order(a: &Hit, b: &Hit) -> Ordering {
    let by_score = match (a.score.is_nan(), b.score.is_nan()) {
        (false, false) => b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal),
        (a_is_nan, b_is_nan) => a_is_nan.cmp(&b_is_nan),
    };
    by_score.then(a.row_in_corpus.cmp(&b.row_in_corpus))
}
