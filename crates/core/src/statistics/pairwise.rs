//! Tests every pair of several systems on the same queries.

use super::{
    StatisticsError,
    count::{length, mean},
    error::{check, check_pairs},
    paired::Exchanges,
    paired_student,
};
use crate::random::SplitMix64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairedTest {
    /// [`super::paired_randomisation`]
    Randomisation {
        /// All exchanges are taken if there are at most 2¹⁶.
        n_draws: u32,
        seed: u64,
    },
    /// [`paired_student`]
    Student,
}

/// Systems are given by their places, `first < second`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TestedPair {
    pub first: usize,
    pub second: usize,
    /// Over queries, of first − second.
    pub mean_difference: f64,
    /// Two-sided, not corrected.
    pub p: f64,
}

/// `values` is `[systems][queries]`. All pairs of a randomisation test share their exchanges, so it costs as
/// much as there are systems, not pairs.
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
                let p = paired_student(a, b)?.p;
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

/// How many exchanges made a pair's difference as large as it is.
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
    let exchanges = Exchanges::of(n_queries, n_draws)?;
    let n_systems = values.len();
    // `[queries][systems]`: the systems of a query are added side by side.
    let value = |query: usize| move |of: &Vec<f64>| of.get(query).copied().unwrap_or_default();
    let by_query: Vec<f64> =
        (0..n_queries).flat_map(|query| values.iter().map(value(query))).collect();
    let mut random = SplitMix64::new(seed);
    let mut sums = vec![0.0; n_systems];
    for exchange in 0..exchanges.n {
        sums.fill(0.0);
        let mut bits = u64::from(exchange);
        for (query, of_query) in by_query.chunks_exact(n_systems).enumerate() {
            if !exchanges.is_exact && query % 64 == 0 {
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
    let tested = |counted: Counted| TestedPair {
        first: counted.pair.0,
        second: counted.pair.1,
        mean_difference: counted.mean_difference,
        p: exchanges.p(counted.n_as_extreme),
    };
    Ok(pairs.into_iter().map(tested).collect())
}
