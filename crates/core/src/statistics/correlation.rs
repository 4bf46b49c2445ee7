//! Pearson's and Spearman's correlations, and ranks.

use super::count::{length, mean, real};

/// Pearson's r: Σ (x − x̄)(y − ȳ) / √(Σ (x − x̄)² Σ (y − ȳ)²).
///
/// −1 … 1: do two sequences of equal length lie on a line? `None` ("n/a") for fewer than two items, a
/// constant, or a value that is NaN, infinite, or so large that sums overflow.
pub fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.len() != y.len() {
        return None;
    }
    let (x, y) = (deviations(x)?, deviations(y)?);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let r = dot(&x, &y) / (dot(&x, &x) * dot(&y, &y)).sqrt();
    Some(r.clamp(-1.0, 1.0))
}

/// Deviations from the mean in units of the largest, so that squares neither overflow nor underflow. `None`
/// for a constant.
fn deviations(values: &[f64]) -> Option<Vec<f64>> {
    let first = values.first()?;
    // Compared directly, since the mean of equal values can differ from them by rounding.
    if values.iter().all(|value| value == first) {
        return None;
    }
    let mean = mean(values);
    let deviations = values.iter().map(|value| value - mean);
    let largest = deviations.clone().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let scaled: Vec<f64> = deviations.map(|value| value / largest).collect();
    scaled.iter().all(|value| value.is_finite()).then_some(scaled)
}

/// Spearman's ρ: Pearson's r of the ranks of two sequences of equal length. Equal values share the mean of
/// their ranks, as in scipy's `spearmanr`. `None` ("n/a") as for [`pearson`].
pub fn spearman(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.iter().chain(y).any(|value| value.is_nan()) {
        return None;
    }
    pearson(&average_ranks(x).ranks, &average_ranks(y).ranks)
}

pub(super) struct Ranks {
    /// In the order of the values.
    pub(super) ranks: Vec<f64>,
    /// Σ (t³ − t) over blocks of t equal values, by which ties reduce the variance of rank sums.
    pub(super) tie_term: f64,
}

/// 1 for the largest; equal values share the mean of their ranks. The values must not be NaN.
pub fn descending_ranks(values: &[f64]) -> Vec<f64> {
    let ascending = average_ranks(values).ranks;
    ascending.into_iter().map(|rank| length(values) + 1.0 - rank).collect()
}

/// 1 for the smallest; equal values share the mean of their ranks. The values must not be NaN.
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
