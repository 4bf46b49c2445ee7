//! Pearson's and Spearman's correlations, whether they are chance, and ranks.

use super::count::{length, mean, real};
use statrs::function::beta::beta_reg;

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

/// How likely a correlation `r` of `n` independent pairs is to be as far from 0: the two-sided p-value of
/// t = r √((n − 2) / (1 − r²)) by Student's t with ν = n − 2 degrees of freedom, which is
/// I(1 − r²; ν/2, 1/2) with I the regularised incomplete beta function. As in scipy's `pearsonr` and
/// `spearmanr`: exact for Pearson's r of normal values, an approximation for others and for Spearman's ρ.
/// `None` for fewer than three pairs and for an r that is no number from −1 to 1.
pub fn correlation_p(r: f64, n: usize) -> Option<f64> {
    let freedom = n.checked_sub(2).filter(|freedom| *freedom > 0)?;
    if !(-1.0..=1.0).contains(&r) {
        return None;
    }
    Some(beta_reg(real(freedom as u64) / 2.0, 0.5, (1.0 - r) * (1.0 + r)))
}

/// Skewness: the mean of (x − x̄)³ over the cube of the standard deviation, both of the population, as
/// scipy's `skew`. Above 0 if the long tail is on the right. `None` for a constant, and where
/// [`pearson`] has none.
pub fn skewness(values: &[f64]) -> Option<f64> {
    let deviations = deviations(values)?;
    let moment = |power: i32| {
        deviations.iter().map(|value| value.powi(power)).sum::<f64>() / length(&deviations)
    };
    Some(moment(3) / moment(2).powf(1.5))
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
