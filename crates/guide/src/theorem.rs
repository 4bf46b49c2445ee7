//! Theorem 1 of the paper, a bound from Chernoff's.

/// The most that the probability of a relative error of γ or more can be:
/// e^(−m l γ² δ / 3) + e^(−m l γ² δ / 2), for m guides, l embedders and a true distance δ. Never more
/// than 1 here, since it bounds a probability.
///
/// The theorem takes distances for independent and within 0 … 1. Cosine distances of guides under
/// several embedders are neither, so measured shares need not stay below it.
pub fn deviation_bound(n_guides: usize, n_embedders: usize, gamma: f64, distance: f64) -> f64 {
    let exponent = n_guides as f64 * n_embedders as f64 * gamma * gamma * distance;
    ((-exponent / 3.0).exp() + (-exponent / 2.0).exp()).min(1.0)
}
