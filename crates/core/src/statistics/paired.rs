//! Is one system better than another on the same queries, or is the difference chance?
//!
//! Both tests take the values per query of two systems, in the same order, and both are
//! two-sided. The randomisation test asks how often a mean difference as large comes about when
//! each query's two values are exchanged by coin toss. The bootstrap test asks how often
//! resampled queries move the mean difference as far from its place as that place is from 0.
//! Sources: Noreen, "Computer-Intensive Methods for Testing Hypotheses", 1989; Efron &
//! Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 16; for retrieval, Smucker,
//! Allan & Carterette, "A Comparison of Statistical Significance Tests for Information Retrieval
//! Evaluation", CIKM 2007.

use super::{
    Interval, Resampling, StatisticsError, bootstrap,
    count::{length, mean, real},
    error::{check, check_pairs},
    splitmix::SplitMix64,
};

/// Up to so many queries with a difference, all exchanges of signs are gone through.
const MOST_ENUMERATED: usize = 16;

/// The outcome of a paired bootstrap test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedBootstrap {
    /// Mean over queries of first − second.
    pub mean_difference: f64,
    /// Two-sided p-value, (1 + resamples as far out) / (1 + resamples).
    pub p: f64,
    /// The interval of the mean difference, from the same resamples.
    pub interval: Interval,
}

/// The outcome of a paired randomisation test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Randomisation {
    /// Mean over queries of first − second.
    pub mean_difference: f64,
    /// Two-sided p-value. Exact: the share of exchanges as far out, the given one among them.
    /// Otherwise (1 + draws as far out) / (1 + draws).
    pub p: f64,
    /// How many queries there are.
    pub n: usize,
    /// How many exchanges were looked at.
    pub n_exchanges: u32,
    /// Whether those were all that there are.
    pub is_exact: bool,
}

/// The paired bootstrap test of the values per query of two systems.
///
/// # Errors
/// If lists differ in length, a value is not finite, there are fewer than two queries, or the
/// resampling is none.
pub fn paired_bootstrap(
    first: &[f64],
    second: &[f64],
    resampling: &Resampling,
) -> Result<PairedBootstrap, StatisticsError> {
    let Differences { values: differences, rounding } = Differences::new(first, second)?;
    let observed = mean(&differences);
    let at_least = observed.abs() - rounding / length(&differences);
    let mut n_as_far = 0;
    let mut sample = Vec::with_capacity(differences.len());
    let interval = bootstrap(differences.len(), resampling, |drawn| {
        sample.clear();
        sample.extend(drawn.iter().map(|query| differences[*query]));
        let resampled = mean(&sample);
        n_as_far += u64::from((resampled - observed).abs() >= at_least);
        Some(resampled)
    })?;
    let p = real(n_as_far + 1) / real(u64::from(interval.n_resamples) + 1);
    Ok(PairedBootstrap { mean_difference: observed, p, interval })
}

/// The paired randomisation (sign-flip) test of the values per query of two systems: exact where
/// at most 16 queries have a difference, otherwise from `n_draws` random exchanges.
///
/// # Errors
/// If lists differ in length or are empty, a value is not finite, or nothing is to be drawn.
pub fn paired_randomisation(
    first: &[f64],
    second: &[f64],
    n_draws: u32,
    seed: u64,
) -> Result<Randomisation, StatisticsError> {
    let Differences { values: mut differences, rounding } = Differences::new(first, second)?;
    let n = differences.len();
    if n == 0 {
        return Err(StatisticsError::TooFew { what: "queries", found: 0, needed: 1 });
    }
    let mean_difference = mean(&differences);
    // A query without a difference is the same either way round.
    differences.retain(|difference| *difference != 0.0);
    let is_exact = differences.len() <= MOST_ENUMERATED;
    let n_exchanges = if is_exact { 1 << differences.len() } else { n_draws };
    if n_exchanges == 0 {
        return Err(StatisticsError::NoResamples);
    }
    let at_least = differences.iter().sum::<f64>().abs() - rounding;
    let mut random = SplitMix64::new(seed);
    let mut n_as_far = 0;
    for exchange in 0..n_exchanges {
        let is_exchanged = |query: usize| {
            if is_exact { exchange >> query & 1 == 1 } else { random.next() >> 63 == 1 }
        };
        n_as_far += u64::from(exchanged_sum(&differences, is_exchanged).abs() >= at_least);
    }
    // Among all exchanges is the given one; among those drawn it is not, and is added.
    let p = if is_exact {
        real(n_as_far) / f64::from(n_exchanges)
    } else {
        real(n_as_far + 1) / (f64::from(n_exchanges) + 1.0)
    };
    Ok(Randomisation { mean_difference, p, n, n_exchanges, is_exact })
}

/// The sum of differences, with the sign of those that are exchanged turned.
fn exchanged_sum(differences: &[f64], mut is_exchanged: impl FnMut(usize) -> bool) -> f64 {
    let signed = |(query, difference): (usize, &f64)| {
        if is_exchanged(query) { -difference } else { *difference }
    };
    differences.iter().enumerate().map(signed).sum()
}

/// First − second, query by query.
struct Differences {
    values: Vec<f64>,
    /// How far apart rounding can put two sums of these that should be equal. Without it a tie
    /// with the given difference would count or not by the order of summation.
    rounding: f64,
}

impl Differences {
    fn new(first: &[f64], second: &[f64]) -> Result<Self, StatisticsError> {
        check_pairs(first, second)?;
        let values: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
        let magnitude = |values: &[f64]| values.iter().map(|value| value.abs()).sum::<f64>();
        // Half an ulp of its terms for each difference, and of the sum so far for each addition.
        let rounding = f64::EPSILON
            * (magnitude(first) + magnitude(second) + length(&values) * magnitude(&values));
        // Finite values can be so large that their sums are not.
        check(&[rounding], "what rounding does to the sum of differences", f64::is_finite)?;
        Ok(Self { values, rounding })
    }
}
