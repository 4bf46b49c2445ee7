//! The best k of many.

use super::{Hit, hit_order};

/// The `k` best hits in order; all of them where there are fewer.
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

/// Rows whose score is among the `k` best or within `margin` of the k-th, in row order.
///
/// If every score is off by at most `margin / 2`, the true top k are among these rows. A NaN
/// says nothing about its row, which is therefore always among them.
#[must_use]
pub fn top_k_rows_with_margin(scores: &[f32], k: usize, margin: f32) -> Vec<u32> {
    if k == 0 {
        return Vec::new();
    }
    let threshold = if k < scores.len() {
        let known = |score: &f32| if score.is_nan() { f32::NEG_INFINITY } else { *score };
        let mut ordered: Vec<f32> = scores.iter().map(known).collect();
        let (_, kth, _) = ordered.select_nth_unstable_by(k - 1, |a, b| b.total_cmp(a));
        *kth - margin
    } else {
        f32::NEG_INFINITY
    };
    (0u32..)
        .zip(scores)
        .filter(|(_, score)| score.is_nan() || **score >= threshold)
        .map(|(row, _)| row)
        .collect()
}
