//! Is one system better than another on the same queries, or is the difference chance?
//!
//! The tests take the values per query of two systems, in the same order, and are two-sided. The
//! randomisation test asks how often swapping each query's two values by coin toss gives a mean
//! difference as large. The bootstrap test asks how often resampling the queries moves the mean
//! difference as far from the observed one as that is from 0. Sources: Noreen, "Computer-Intensive
//! Methods for Testing Hypotheses", 1989; Efron & Tibshirani, "An Introduction to the Bootstrap", 1993,
//! chapter 16; for retrieval, Smucker, Allan & Carterette, "A Comparison of Statistical Significance
//! Tests for Information Retrieval Evaluation", CIKM 2007.

use super::{
    Interval, Resampling, StatisticsError, bootstrap,
    count::{length, mean, real},
    error::{check, check_pairs},
};
use crate::random::SplitMix64;
use statrs::function::beta::beta_reg;

/// With at most this many queries, all exchanges of their values are enumerated.
const MAX_ENUMERATED: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedBootstrap {
    /// Over queries, of first − second.
    pub mean_difference: f64,
    /// Two-sided: (1 + resamples as extreme) / (1 + resamples).
    pub p: f64,
    /// Of the mean difference, from the same resamples.
    pub interval: Interval,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Randomisation {
    /// Over queries, of first − second.
    pub mean_difference: f64,
    /// Two-sided. Exact: the share of sign flips as extreme, including the identity. Otherwise
    /// (1 + draws as extreme) / (1 + draws).
    pub p: f64,
    /// Queries.
    pub n: usize,
    /// Sign flips that were evaluated.
    pub n_exchanges: u32,
    /// Whether these were all possible sign flips.
    pub is_exact: bool,
}

/// Takes values per query, in the same order.
pub fn paired_bootstrap(
    first: &[f64],
    second: &[f64],
    resampling: &Resampling,
) -> Result<PairedBootstrap, StatisticsError> {
    let Differences { values: differences, rounding } = Differences::new(first, second)?;
    let observed = mean(&differences);
    let at_least = observed.abs() - rounding / length(&differences);
    let mut n_as_extreme = 0;
    let mut sample = Vec::with_capacity(differences.len());
    let interval = bootstrap(differences.len(), resampling, |drawn| {
        sample.clear();
        sample.extend(drawn.iter().map(|query| differences[*query]));
        let resampled = mean(&sample);
        n_as_extreme += u64::from((resampled - observed).abs() >= at_least);
        Some(resampled)
    })?;
    let p = real(n_as_extreme + 1) / real(u64::from(interval.n_resamples) + 1);
    Ok(PairedBootstrap { mean_difference: observed, p, interval })
}

/// The sign-flip test: exact if at most 16 queries differ, otherwise from `n_draws` random sign flips.
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
    // Swapping equal values changes nothing.
    differences.retain(|difference| *difference != 0.0);
    let exchanges = Exchanges::of(differences.len(), n_draws)?;
    let Exchanges { n: n_exchanges, is_exact } = exchanges;
    let at_least = differences.iter().sum::<f64>().abs() - rounding;
    let mut random = SplitMix64::new(seed);
    let mut n_as_extreme = 0;
    for exchange in 0..n_exchanges {
        let is_exchanged = |query: usize| {
            if is_exact { exchange >> query & 1 == 1 } else { random.next_u64() >> 63 == 1 }
        };
        n_as_extreme += u64::from(exchanged_sum(&differences, is_exchanged).abs() >= at_least);
    }
    let p = exchanges.p(n_as_extreme);
    Ok(Randomisation { mean_difference, p, n, n_exchanges, is_exact })
}

/// All exchanges of the two systems' values, or drawn ones.
#[derive(Clone, Copy)]
pub(super) struct Exchanges {
    pub(super) n: u32,
    pub(super) is_exact: bool,
}

impl Exchanges {
    pub(super) fn of(n_queries: usize, n_draws: u32) -> Result<Self, StatisticsError> {
        let is_exact = n_queries <= MAX_ENUMERATED;
        match if is_exact { 1 << n_queries } else { n_draws } {
            0 => Err(StatisticsError::NoResamples),
            n => Ok(Self { n, is_exact }),
        }
    }

    /// All exchanges include the identity; the drawn ones do not, so it is added.
    pub(super) fn p(self, n_as_extreme: u64) -> f64 {
        let added = u64::from(!self.is_exact);
        real(n_as_extreme + added) / real(u64::from(self.n) + added)
    }
}

/// Negates the exchanged differences.
fn exchanged_sum(differences: &[f64], mut is_exchanged: impl FnMut(usize) -> bool) -> f64 {
    let signed = |(query, difference): (usize, &f64)| {
        if is_exchanged(query) { -difference } else { *difference }
    };
    differences.iter().enumerate().map(signed).sum()
}

/// First − second, query by query.
struct Differences {
    values: Vec<f64>,
    /// How far apart rounding can put two sums of these that should be equal. Without this tolerance, the order
    /// of summation would decide whether a tie with the observed difference counts.
    rounding: f64,
}

impl Differences {
    fn new(first: &[f64], second: &[f64]) -> Result<Self, StatisticsError> {
        check_pairs(first, second)?;
        let values: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
        let magnitude = |values: &[f64]| values.iter().map(|value| value.abs()).sum::<f64>();
        // Half an ulp of its terms for each difference, and of the partial sum for each addition.
        let rounding = f64::EPSILON
            * (magnitude(first) + magnitude(second) + length(&values) * magnitude(&values));
        // Finite values can be so large that their sums are infinite.
        check(&[rounding], "the rounding error of the sum of differences", f64::is_finite)?;
        Ok(Self { values, rounding })
    }
}

/// Student's paired t-test: does the mean difference of two systems exceed its standard error?
///
/// t = mean(d) / (s(d) / √n) over the n differences d, with s² over n − 1; two-sided p is
/// I(ν / (ν + t²); ν/2, 1/2) with ν = n − 1 and I the regularised incomplete beta function. As
/// `scipy.stats.ttest_rel`. Source: "Student", "The Probable Error of a Mean", Biometrika 1908.
///
/// Without a query that differs t is 0 and p is 1; if all differ equally t is infinite.
pub fn paired_student(first: &[f64], second: &[f64]) -> Result<Student, StatisticsError> {
    check_pairs(first, second)?;
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    let found = differences.len();
    if found < 2 {
        return Err(StatisticsError::TooFew { what: "queries", found, needed: 2 });
    }
    if differences.iter().all(|difference| *difference == 0.0) {
        return Ok(Student { t: 0.0, p: 1.0 });
    }
    let (n, centre) = (length(&differences), mean(&differences));
    let freedom = n - 1.0;
    let variance = variance(&differences);
    // For equal differences t is infinite, and p is 0.
    let squared_t = centre * centre * n / variance;
    let p = if squared_t.is_finite() {
        beta_reg(freedom / 2.0, 0.5, freedom / (freedom + squared_t))
    } else {
        0.0
    };
    Ok(Student { t: squared_t.sqrt().copysign(centre), p: p.clamp(0.0, 1.0) })
}

/// Over n − 1. `None` below two values.
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    (values.len() >= 2).then(|| variance(values).sqrt())
}

fn variance(values: &[f64]) -> f64 {
    let centre = mean(values);
    let squares = values.iter().map(|value| (value - centre) * (value - centre));
    squares.sum::<f64>() / (length(values) - 1.0)
}

/// The result of [`paired_student`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Student {
    /// Positive where the first is better.
    pub t: f64,
    /// Two-sided.
    pub p: f64,
}
