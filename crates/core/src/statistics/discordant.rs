//! The pairs behind a τ: which items do two sequences rank in opposite order?

/// Two items that two sequences rank in opposite order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DiscordantPair {
    /// Position of the first item.
    pub i: usize,
    /// Position of the second item, larger than `i`.
    pub j: usize,
    /// `x[j] − x[i]`.
    pub x_difference: f64,
    /// `y[j] − y[i]`, of the other sign.
    pub y_difference: f64,
}

impl DiscordantPair {
    /// |Δx · Δy|: large where both sequences clearly separate the items. Another unit of x or y
    /// scales every pair's strength by the same factor, so the order of pairs does not depend on
    /// units.
    #[must_use]
    pub fn strength(&self) -> f64 {
        (self.x_difference * self.y_difference).abs()
    }
}

/// All discordant pairs of two sequences of equal length, strongest disagreement first, ties by
/// position. Empty where nothing disagrees, also for a constant; `None` where lengths differ or a
/// value is NaN. There are [`super::Tau::n_discordant`] of them, up to n(n − 1) / 2 for n items:
/// meant for systems, not for thousands of items.
#[must_use]
pub fn discordant_pairs(x: &[f64], y: &[f64]) -> Option<Vec<DiscordantPair>> {
    if x.len() != y.len() || x.iter().chain(y).any(|value| value.is_nan()) {
        return None;
    }
    let items: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
    let mut pairs = Vec::new();
    for (i, a) in items.iter().enumerate() {
        for (j, b) in items.iter().enumerate().skip(i + 1) {
            // Compared rather than subtracted: the difference of two infinities is NaN.
            if (a.0 < b.0 && a.1 > b.1) || (a.0 > b.0 && a.1 < b.1) {
                let (x_difference, y_difference) = (b.0 - a.0, b.1 - a.1);
                pairs.push(DiscordantPair { i, j, x_difference, y_difference });
            }
        }
    }
    pairs.sort_by(|a, b| b.strength().total_cmp(&a.strength()));
    Some(pairs)
}
