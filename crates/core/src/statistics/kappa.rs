//! Cohen's kappa: how far two people agree beyond chance.
//!
//! κ = (p_o − p_e) / (1 − p_e), with p_o the share of items that both gave the same label, and p_e
//! the share if both gave labels at random, each in their own proportions. Source: Cohen, "A
//! Coefficient of Agreement for Nominal Scales", Educational and Psychological Measurement 1960; the
//! same as scikit-learn's `cohen_kappa_score`.

use std::collections::BTreeMap;

/// Takes pairs of labels of the same items: 1 for full agreement, 0 for what chance explains. `None` without
/// items, or if both gave the same label throughout.
pub fn cohen_kappa<L: Ord>(labels: impl IntoIterator<Item = (L, L)>) -> Option<f64> {
    let mut n = 0u64;
    let mut n_same = 0u64;
    let mut times: BTreeMap<L, (u64, u64)> = BTreeMap::new();
    for (first, second) in labels {
        n += 1;
        n_same += u64::from(first == second);
        times.entry(first).or_default().0 += 1;
        times.entry(second).or_default().1 += 1;
    }
    let by_chance: u64 = times.values().map(|(first, second)| first * second).sum();
    let square = n * n;
    // In whole numbers, so that "no agreement is left to explain" is exact.
    if square == by_chance {
        return None;
    }
    Some(((n * n_same) as f64 - by_chance as f64) / (square - by_chance) as f64)
}
