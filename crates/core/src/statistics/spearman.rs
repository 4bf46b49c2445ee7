//! Spearman's ρ: Pearson's r of the ranks.

use super::{pearson, ranks::average_ranks};

/// Spearman's rank correlation of two sequences of equal length, −1 … 1; equal values share
/// the mean of their ranks, as in scipy's `spearmanr`. `None` ("n/a") where there are fewer than
/// two items, where a sequence is constant, or where a value is NaN.
#[must_use]
pub fn spearman(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.iter().chain(y).any(|value| value.is_nan()) {
        return None;
    }
    pearson(&average_ranks(x).ranks, &average_ranks(y).ranks)
}
