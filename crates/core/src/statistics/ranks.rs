//! Ranks from 1; equal values share the mean of their ranks.

use super::count::{length, real};

/// The rank of each value, and the correction for ties.
pub(super) struct Ranks {
    /// In the order of the values.
    pub(super) ranks: Vec<f64>,
    /// Σ (t³ − t) over blocks of t equal values, by which ties reduce the variance of rank sums.
    pub(super) tie_term: f64,
}

/// The rank of each value, 1 for the largest; equal values share the mean of their ranks. For values
/// without NaN.
#[must_use]
pub fn descending_ranks(values: &[f64]) -> Vec<f64> {
    let ascending = average_ranks(values).ranks;
    ascending.into_iter().map(|rank| length(values) + 1.0 - rank).collect()
}

/// Ranks values without NaN.
pub(super) fn average_ranks(values: &[f64]) -> Ranks {
    let mut placed: Vec<(f64, usize)> =
        values.iter().enumerate().map(|(index, value)| (*value, index)).collect();
    placed.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut ranks = vec![0.0; values.len()];
    let (mut n_before, mut tie_term) = (0, 0.0);
    for block in placed.chunk_by(|a, b| a.0 == b.0) {
        let n_tied = length(block);
        tie_term += n_tied * n_tied * n_tied - n_tied;
        for (_, index) in block {
            ranks[*index] = real(n_before) + (n_tied + 1.0) / 2.0;
        }
        n_before += block.len() as u64;
    }
    Ranks { ranks, tie_term }
}
