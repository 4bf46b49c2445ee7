//! Kendall's τ-b, (C − D) / √((C + D + T_x)(C + D + T_y)), and the discordant pairs behind it.
//!
//! C and D are the concordant and discordant pairs, T_x and T_y the pairs tied only in x or only in y. In
//! O(n log n) after Knight, "A Computer Method for Calculating Kendall's Tau with Ungrouped Data", JASA
//! 1966. Pairs are counted in 64 bits: on wasm32 a `usize` would overflow from 65,536 items.

use super::count::real;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tau {
    pub tau_b: f64,
    /// Pairs that both sequences rank in the same order.
    pub n_concordant: u64,
    /// Pairs that they rank in opposite order.
    pub n_discordant: u64,
}

/// τ-b of two sequences of equal length. `None` ("n/a") for fewer than two items, a constant, or a NaN.
pub fn kendall_tau_b(x: &[f64], y: &[f64]) -> Option<Tau> {
    if x.len() != y.len() || x.iter().chain(y).any(|value| value.is_nan()) {
        return None;
    }
    // Adding 0 makes −0 and 0 the same value for the sort as for the comparison.
    let mut pairs: Vec<(f64, f64)> = x.iter().zip(y).map(|(x, y)| (x + 0.0, y + 0.0)).collect();
    pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let n = pairs.len() as u64;
    let n_pairs = n * n.saturating_sub(1) / 2;
    let tied_in_x = n_tied_pairs(&pairs, |a, b| a.0 == b.0);
    let tied_in_both = n_tied_pairs(&pairs, |a, b| a == b);
    let mut ys: Vec<f64> = pairs.iter().map(|pair| pair.1).collect();
    let n_discordant = sort_counting_exchanges(&mut ys);
    let tied_in_y = n_tied_pairs(&ys, |a, b| a == b);
    let n_concordant = n_pairs + tied_in_both - tied_in_x - tied_in_y - n_discordant;
    let (untied_in_x, untied_in_y) = (n_pairs - tied_in_x, n_pairs - tied_in_y);
    if untied_in_x == 0 || untied_in_y == 0 {
        return None;
    }
    let difference = real(n_concordant) - real(n_discordant);
    // The same to the last bit whichever sequence comes first, and exact if both have equally many ties. The
    // product of the counts can overflow 64 bits, but not a float.
    let scale = (real(untied_in_x) * real(untied_in_y)).sqrt();
    let tau_b = (difference / scale).clamp(-1.0, 1.0);
    Some(Tau { tau_b, n_concordant, n_discordant })
}

/// Symmetric; `None` as in [`kendall_tau_b`].
pub fn tau_b_matrix(columns: &[Vec<f64>]) -> Vec<Vec<Option<f64>>> {
    let tau = |x: &Vec<f64>, y: &Vec<f64>| kendall_tau_b(x, y).map(|tau| tau.tau_b);
    columns.iter().map(|x| columns.iter().map(|y| tau(x, y)).collect()).collect()
}

/// Among equal neighbours of an ordered sequence.
fn n_tied_pairs<T>(ordered: &[T], equal: impl Fn(&T, &T) -> bool) -> u64 {
    ordered
        .chunk_by(|a, b| equal(a, b))
        .map(|block| {
            let n = block.len() as u64;
            n * (n - 1) / 2
        })
        .sum()
}

/// Merge sort; returns the number of pairs that were in descending order.
fn sort_counting_exchanges(values: &mut [f64]) -> u64 {
    if values.len() < 2 {
        return 0;
    }
    let (left, right) = values.split_at_mut(values.len() / 2);
    let mut exchanges = sort_counting_exchanges(left) + sort_counting_exchanges(right);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut l, mut r) = (left.iter().copied().peekable(), right.iter().copied().peekable());
    while let (Some(&a), Some(&b)) = (l.peek(), r.peek()) {
        if a <= b {
            merged.extend(l.next());
        } else {
            exchanges += l.len() as u64;
            merged.extend(r.next());
        }
    }
    merged.extend(l.chain(r));
    values.copy_from_slice(&merged);
    exchanges
}

/// Two items that two sequences rank in opposite order, `i < j`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DiscordantPair {
    pub i: usize,
    pub j: usize,
    /// `x[j] − x[i]`.
    pub x_difference: f64,
    /// `y[j] − y[i]`, of the opposite sign.
    pub y_difference: f64,
}

impl DiscordantPair {
    /// |Δx · Δy|: large where both sequences clearly separate the items. Units of x or y scale all strengths
    /// alike, so the order of pairs does not depend on them.
    pub fn strength(&self) -> f64 {
        (self.x_difference * self.y_difference).abs()
    }
}

/// All discordant pairs of two sequences of equal length, strongest disagreement first, ties by position.
/// `None` if lengths differ or a value is NaN. There are [`Tau::n_discordant`] of them, up to
/// n(n − 1) / 2: meant for systems, not for thousands of items.
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
