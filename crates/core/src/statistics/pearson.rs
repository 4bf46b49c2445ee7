//! Pearson's r: Σ (x − x̄)(y − ȳ) / √(Σ (x − x̄)² Σ (y − ȳ)²).

use super::count::mean;

/// Pearson's correlation of two sequences of equal length, −1 … 1: do they lie on a line?
/// `None` ("n/a") where there are fewer than two items, where a sequence is constant, or where a
/// value is NaN, infinite, or so large that sums overflow.
#[must_use]
pub fn pearson(x: &[f64], y: &[f64]) -> Option<f64> {
    if x.len() != y.len() {
        return None;
    }
    let (x, y) = (deviations(x)?, deviations(y)?);
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let r = dot(&x, &y) / (dot(&x, &x) * dot(&y, &y)).sqrt();
    Some(r.clamp(-1.0, 1.0))
}

/// The deviations from the mean in units of the largest, so that squares neither overflow nor
/// underflow. `None` for a constant.
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
