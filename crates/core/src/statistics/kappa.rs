//! How far people agree beyond chance: Cohen's kappa of two, Fleiss' kappa and Krippendorff's alpha of
//! many, who need not be named; and the usual words for it.

use super::count::real;
use std::collections::BTreeMap;

/// Cohen's κ = (p_o − p_e) / (1 − p_e), with p_o the share of items that both gave the same label, and p_e
/// the share if both gave labels at random, each in their own proportions. Source: Cohen, "A
/// Coefficient of Agreement for Nominal Scales", Educational and Psychological Measurement 1960; the
/// same as scikit-learn's `cohen_kappa_score`.
///
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

/// Fleiss' κ = (P − P_e) / (1 − P_e) of votes in categories, `[items][categories]`; items with fewer than
/// two votes do not count.
///
/// P is the mean over items of the share of pairs of votes that are equal, and P_e = Σ p_c² with p_c the
/// share of category c among all votes: of the generalisations to items with different numbers of votes,
/// the one that gives each item the same weight. Source: Fleiss, "Measuring Nominal Scale Agreement among
/// Many Raters", Psychological Bulletin 1971. `None` without such items, or if all votes are equal.
pub fn fleiss_kappa<const N: usize>(items: &[[u32; N]]) -> Option<f64> {
    let votes = Paired::of(items);
    if votes.is_constant() {
        return None;
    }
    let agreement = |n: u64, counts: &[u32; N]| {
        let pairs: u64 =
            counts.iter().map(|n| u64::from(*n)).map(|n| n * n.saturating_sub(1)).sum();
        real(pairs) / real(n * (n - 1))
    };
    let observed: f64 = votes.items.iter().map(|(n, counts)| agreement(*n, counts)).sum();
    let observed = observed / real(votes.items.len() as u64);
    let share = |n: &u64| real(*n) / real(votes.n);
    let by_chance: f64 = votes.by_category.iter().map(|n| share(n) * share(n)).sum();
    Some((observed - by_chance) / (1.0 - by_chance))
}

/// Krippendorff's α = 1 − D_o / D_e for nominal categories, of votes `[items][categories]`; items with
/// fewer than two votes do not count. D_o is the disagreement in the coincidence matrix, in which an item
/// with n votes adds n; D_e that of votes drawn at random without replacement. Source: Krippendorff,
/// "Content Analysis", 2004, chapter 11. `None` as for [`fleiss_kappa`].
pub fn krippendorff_alpha<const N: usize>(items: &[[u32; N]]) -> Option<f64> {
    let votes = Paired::of(items);
    if votes.is_constant() {
        return None;
    }
    let unlike = |n: u64, counts: &[u32; N]| {
        let unlike = counts.iter().map(|own| u64::from(*own)).map(|own| own * (n - own)).sum();
        real(unlike) / real(n - 1)
    };
    let observed: f64 = votes.items.iter().map(|(n, counts)| unlike(*n, counts)).sum();
    let by_chance: u64 = votes.by_category.iter().map(|own| own * (votes.n - own)).sum();
    Some(1.0 - observed * real(votes.n - 1) / real(by_chance))
}

/// Entropy of votes in categories, − Σ p log₂ p, in bits: 0 if all are equal or there are none.
pub fn entropy<const N: usize>(counts: &[u32; N]) -> f64 {
    let n: u64 = counts.iter().map(|n| u64::from(*n)).sum();
    let shares = counts.iter().filter(|own| **own > 0).map(|own| real((*own).into()) / real(n));
    // Not −0 where all votes are equal.
    shares.map(|p| p * p.log2()).fold(0.0, |sum, term| sum - term)
}

/// How strong an agreement is said to be. Source: Landis & Koch, "The Measurement of Observer Agreement for
/// Categorical Data", Biometrics 1977, Table 2.
pub fn strength_of_agreement(kappa: f64) -> &'static str {
    match kappa {
        _ if kappa < 0.0 => "poor",
        _ if kappa <= 0.2 => "slight",
        _ if kappa <= 0.4 => "fair",
        _ if kappa <= 0.6 => "moderate",
        _ if kappa <= 0.8 => "substantial",
        _ => "almost perfect",
    }
}

/// The items with two votes or more, each with their number.
struct Paired<'a, const N: usize> {
    items: Vec<(u64, &'a [u32; N])>,
    n: u64,
    by_category: [u64; N],
}

impl<'a, const N: usize> Paired<'a, N> {
    fn of(items: &'a [[u32; N]]) -> Self {
        let counted = items.iter().map(|own| (own.iter().map(|n| u64::from(*n)).sum(), own));
        let items: Vec<(u64, &[u32; N])> = counted.filter(|(n, _)| *n >= 2).collect();
        let mut by_category = [0; N];
        for (_, counts) in &items {
            for (sum, n) in by_category.iter_mut().zip(counts.iter()) {
                *sum += u64::from(*n);
            }
        }
        Self { n: by_category.iter().sum(), items, by_category }
    }

    /// Whether nothing is left to explain.
    fn is_constant(&self) -> bool {
        self.by_category.contains(&self.n)
    }
}
