//! Partial top-k selection.

use super::{Hit, hit_order};

/// The `k` best hits in order; all of them if there are fewer.
#[must_use]
pub fn select_top_k(mut hits: Vec<Hit>, k: usize) -> Vec<Hit> {
    if k == 0 {
        return Vec::new();
    }
    if k < hits.len() {
        hits.select_nth_unstable_by(k - 1, hit_order);
        hits.truncate(k);
    }
    hits.sort_unstable_by(hit_order);
    hits
}
