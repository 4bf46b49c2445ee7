//! Every two of several systems on the same queries: which are better, beyond chance?

use super::{
    StatisticsError,
    count::{length, mean, real},
    error::{check, check_pairs},
    student::paired_student,
};
use crate::random::SplitMix64;

/// With at most this many queries, all exchanges are counted.
const MAX_ENUMERATED: usize = 16;

/// How two systems are tested on the same queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairedTest {
    /// The randomisation test ([`super::paired_randomisation`]) with so many random exchanges.
    Randomisation {
        /// Random exchanges, all of them where there are no more than 2¹⁶.
        n_draws: u32,
        /// The first state of the random numbers.
        seed: u64,
    },
    /// Student's paired t-test ([`paired_student`]).
    Student,
}

/// Two systems, given by their places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TestedPair {
    /// The first system.
    pub first: usize,
    /// The second, which comes later.
    pub second: usize,
    /// Mean over queries of first − second.
    pub mean_difference: f64,
    /// The two-sided p-value, not corrected.
    pub p: f64,
}

/// Tests every pair of systems, `values` being `[systems][queries]`. All pairs of a randomisation
/// test share their exchanges, so that it costs as much as there are systems, not pairs.
///
/// # Errors
/// Systems with different numbers of queries, a value that is not finite, too few queries, or no
/// draws.
pub fn pairwise(values: &[Vec<f64>], test: PairedTest) -> Result<Vec<TestedPair>, StatisticsError> {
    let Some(of_first) = values.first() else { return Ok(Vec::new()) };
    for of_other in values {
        check_pairs(of_first, of_other)?;
    }
    let pairs = (0..values.len()).flat_map(|a| (a + 1..values.len()).map(move |b| (a, b)));
    let pairs = pairs.filter_map(|(first, second)| {
        Some((first, second, values.get(first)?, values.get(second)?))
    });
    match test {
        PairedTest::Student => {
            let tested = |(first, second, a, b): (usize, usize, &Vec<f64>, &Vec<f64>)| {
                let p = paired_student(a, b)?;
                Ok(TestedPair { first, second, mean_difference: mean(a) - mean(b), p })
            };
            pairs.map(tested).collect()
        }
        PairedTest::Randomisation { n_draws, seed } => {
            let pairs = pairs.map(|(first, second, a, b)| Counted::new((first, second), a, b));
            randomised(values, of_first.len(), pairs.collect::<Result<_, _>>()?, n_draws, seed)
        }
    }
}

/// A pair, and how many exchanges made its difference as large as it is.
struct Counted {
    pair: (usize, usize),
    mean_difference: f64,
    at_least: f64,
    n_as_extreme: u64,
}

impl Counted {
    fn new(pair: (usize, usize), a: &[f64], b: &[f64]) -> Result<Self, StatisticsError> {
        let magnitude = |values: &[f64]| values.iter().map(|value| value.abs()).sum::<f64>();
        let all = magnitude(a) + magnitude(b);
        // How far apart rounding can put two sums that should be equal: half an ulp of its terms
        // for each value, and of the partial sum for each addition.
        let rounding = f64::EPSILON * (all + length(a) * all);
        check(&[rounding], "the rounding error of the sum of differences", f64::is_finite)?;
        let sum = a.iter().zip(b).map(|(a, b)| a - b).sum::<f64>();
        let mean_difference = mean(a) - mean(b);
        Ok(Self { pair, mean_difference, at_least: sum.abs() - rounding, n_as_extreme: 0 })
    }
}

fn randomised(
    values: &[Vec<f64>],
    n_queries: usize,
    mut pairs: Vec<Counted>,
    n_draws: u32,
    seed: u64,
) -> Result<Vec<TestedPair>, StatisticsError> {
    if n_queries == 0 {
        return Err(StatisticsError::TooFew { what: "queries", found: 0, needed: 1 });
    }
    let is_exact = n_queries <= MAX_ENUMERATED;
    let n_exchanges = if is_exact { 1 << n_queries } else { n_draws };
    if n_exchanges == 0 {
        return Err(StatisticsError::NoResamples);
    }
    let n_systems = values.len();
    // `[queries][systems]`: the systems of a query are added side by side.
    let value = |query: usize| move |of: &Vec<f64>| of.get(query).copied().unwrap_or_default();
    let by_query: Vec<f64> =
        (0..n_queries).flat_map(|query| values.iter().map(value(query))).collect();
    let mut random = SplitMix64::new(seed);
    let mut sums = vec![0.0; n_systems];
    for exchange in 0..n_exchanges {
        sums.fill(0.0);
        let mut bits = u64::from(exchange);
        for (query, of_query) in by_query.chunks_exact(n_systems).enumerate() {
            if !is_exact && query % 64 == 0 {
                bits = random.next_u64();
            }
            let sign = if bits >> (query % 64) & 1 == 1 { -1.0 } else { 1.0 };
            for (sum, value) in sums.iter_mut().zip(of_query) {
                *sum += sign * value;
            }
        }
        for Counted { pair, at_least, n_as_extreme, .. } in &mut pairs {
            if let (Some(a), Some(b)) = (sums.get(pair.0), sums.get(pair.1)) {
                *n_as_extreme += u64::from((a - b).abs() >= *at_least);
            }
        }
    }
    // All exchanges include the identity; the drawn ones do not, so it is added.
    let p = |n_as_extreme: u64| {
        if is_exact {
            real(n_as_extreme) / f64::from(n_exchanges)
        } else {
            real(n_as_extreme + 1) / (f64::from(n_exchanges) + 1.0)
        }
    };
    let tested = |own: Counted| TestedPair {
        first: own.pair.0,
        second: own.pair.1,
        mean_difference: own.mean_difference,
        p: p(own.n_as_extreme),
    };
    Ok(pairs.into_iter().map(tested).collect())
}
