//! The Mann–Whitney U test: are the values of one group larger than those of another?
//!
//! For unpaired groups, such as the conceptual and the descriptive queries of one system. U counts
//! the pairs of one value from each group where the first group's is larger, a tie as half. The
//! p-value is the normal approximation with tie and continuity correction, as scipy's
//! `mannwhitneyu(method="asymptotic", use_continuity=True)`. Source: Mann & Whitney, "On a Test of
//! Whether one of Two Random Variables is Stochastically Larger than the Other", Annals of
//! Mathematical Statistics 1947.

use super::{StatisticsError, correlation::average_ranks, count::length, error::check};
use std::str::FromStr;

/// What the first group's values are under the alternative hypothesis.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Alternative {
    Less,
    Greater,
    #[default]
    TwoSided,
}

impl Alternative {
    pub const ALL: [Self; 3] = [Self::TwoSided, Self::Less, Self::Greater];

    /// As scipy calls it; in options and addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Less => "less",
            Self::Greater => "greater",
            Self::TwoSided => "two-sided",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl FromStr for Alternative {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::named(name)
            .ok_or_else(|| format!("{name:?} is none of {}", Self::ALL.map(Self::name).join(", ")))
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MannWhitney {
    /// U of the first group, 0 … `n_first · n_second`.
    pub u: f64,
    pub p: f64,
    pub n_first: usize,
    pub n_second: usize,
}

/// If all values are equal, p is 1. Refuses an empty group, and NaN.
pub fn mann_whitney(
    first: &[f64],
    second: &[f64],
    alternative: Alternative,
) -> Result<MannWhitney, StatisticsError> {
    for (values, what) in [(first, "the first group"), (second, "the second group")] {
        check(values, what, |value| !value.is_nan())?;
        if values.is_empty() {
            return Err(StatisticsError::TooFew { what, found: 0, needed: 1 });
        }
    }
    let together = [first, second].concat();
    let ranks = average_ranks(&together);
    let (n_first, n_second, n) = (length(first), length(second), length(&together));
    let rank_sum: f64 = ranks.ranks.iter().take(first.len()).sum();
    let u = rank_sum - n_first * (n_first + 1.0) / 2.0;
    let mirrored = n_first * n_second - u;
    let (extreme, n_sides) = match alternative {
        Alternative::Less => (mirrored, 1.0),
        Alternative::Greater => (u, 1.0),
        Alternative::TwoSided => (u.max(mirrored), 2.0),
    };
    let expected = n_first * n_second / 2.0;
    let variance = n_first * n_second / 12.0 * (n + 1.0 - ranks.tie_term / (n * (n - 1.0)));
    // Half a step towards the mean: U moves in steps, the normal distribution does not.
    let distance = extreme - expected - 0.5;
    let p = if variance > 0.0 {
        (n_sides * normal_survival(distance / variance.sqrt())).min(1.0)
    } else {
        1.0
    };
    Ok(MannWhitney { u, p, n_first: first.len(), n_second: second.len() })
}

/// P(Z > z) for a standard normal Z: ½ erfc(z / √2), which keeps digits in far tails, where 1 − Φ(z) would
/// round to 0.
pub(super) fn normal_survival(z: f64) -> f64 {
    0.5 * libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2)
}
