//! Partial top-k selection.

use super::Hit;

/// The `k` best hits in the order of [`hit_order`](super::hit_order); all of them if there are
/// fewer.
#[must_use]
pub fn select_top_k(mut hits: Vec<Hit>, k: usize) -> Vec<Hit> {
    if k == 0 {
        return Vec::new();
    }
    if k < hits.len() {
        hits.select_nth_unstable_by_key(k - 1, key);
        hits.truncate(k);
    }
    hits.sort_unstable_by_key(key);
    hits
}

/// A number that orders hits as [`hit_order`](super::hit_order) does, and that processors compare
/// without a branch: from the score's bits, turned round, then the row.
#[inline]
fn key(hit: &Hit) -> u64 {
    // Of both zeros, one.
    let bits = (hit.score + 0.0).to_bits();
    // Bits of negative floats grow with the magnitude; those of the others come after them.
    let ascending = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
    let descending = if hit.score.is_nan() { u32::MAX } else { !ascending };
    u64::from(descending) << 32 | u64::from(hit.row_in_corpus)
}
