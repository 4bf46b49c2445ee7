//! Weights of embedders: not negative, and 1 in sum.

use super::GuideError;
use rankscope_core::benchmark::Manifest;

/// Refuses weights that are negative or not finite.
///
/// # Errors
/// The first such weight, with its embedder's name.
pub fn checked_weights(embedders: &[String], weights: &[f64]) -> Result<(), GuideError> {
    if embedders.len() != weights.len() {
        let (found, needed) = (weights.len(), embedders.len());
        return Err(GuideError::Count { what: "weights", found, needed });
    }
    match embedders.iter().zip(weights).find(|(_, weight)| !(weight.is_finite() && **weight >= 0.0))
    {
        Some((embedder, weight)) => {
            Err(GuideError::Weight { embedder: embedder.clone(), weight: *weight })
        }
        None => Ok(()),
    }
}

/// The weights divided by their sum; `None` if that is 0 or not finite.
pub fn normalised_weights(weights: &[f64]) -> Option<Vec<f64>> {
    // Sums of large weights must not overflow.
    let largest = weights.iter().copied().fold(0.0, f64::max);
    if !(largest > 0.0 && largest.is_finite()) {
        return None;
    }
    let scaled: Vec<f64> = weights.iter().map(|weight| weight / largest).collect();
    let sum: f64 = scaled.iter().sum();
    sum.is_finite().then(|| scaled.iter().map(|weight| weight / sum).collect())
}

/// The weights of embedders where none are given, 1 in sum: those that the benchmark states, and their mean
/// for an embedder without one; equal ones if it states none of these.
pub fn usual_weights<'a>(
    manifest: &Manifest,
    embedders: impl IntoIterator<Item = &'a str>,
) -> Vec<f64> {
    let stated = embedders.into_iter().map(|id| manifest.guide_weights.get(id).copied());
    let stated: Vec<Option<f64>> = stated.collect();
    let n_known = stated.iter().flatten().count();
    let mean = stated.iter().flatten().sum::<f64>() / n_known.max(1) as f64;
    let weights: Vec<f64> = stated.iter().map(|weight| weight.unwrap_or(mean)).collect();
    let equal = || vec![1.0 / weights.len().max(1) as f64; weights.len()];
    normalised_weights(&weights).unwrap_or_else(equal)
}

/// The weights after feedback (§C.1): wᵢ ← max(0, wᵢ (1 − η Δᵢ)), then divided by their sum. If all
/// become 0, the weights are those from before.
///
/// # Errors
/// A learning rate outside 0 … 1 (both excluded), or another number of losses than of weights.
pub fn updated_weights(
    weights: &[f64],
    losses: &[f64],
    learning_rate: f64,
) -> Result<Vec<f64>, GuideError> {
    if !(learning_rate > 0.0 && learning_rate < 1.0) {
        return Err(GuideError::LearningRate(learning_rate));
    }
    if weights.len() != losses.len() {
        let (found, needed) = (losses.len(), weights.len());
        return Err(GuideError::Count { what: "losses", found, needed });
    }
    let lowered: Vec<f64> = weights
        .iter()
        .zip(losses)
        .map(|(weight, loss)| (weight * (1.0 - learning_rate * loss)).max(0.0))
        .collect();
    Ok(normalised_weights(&lowered).unwrap_or_else(|| weights.to_vec()))
}
