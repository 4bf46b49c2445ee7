//! Tukey's honestly significant difference, by randomisation: p-values of all pairs of systems that are right
//! for all pairs at once, without a correction on top.
//!
//! If the systems do not differ, their values on a query can be exchanged. In each draw every query's values
//! are shuffled among the systems; the p-value of a pair is the share of draws in which the greatest mean
//! exceeds the least by as much as the two means differ. Source: Carterette, "Multiple Testing in Statistical
//! Analysis of Systems-Based Information Retrieval Experiments", TOIS 2012, section 4.2.

use super::{
    StatisticsError, TestedPair,
    count::{length, mean, real},
    error::{check, check_pairs},
};
use crate::random::SplitMix64;

/// Tests every pair, `values` being `[systems][queries]`: p = (1 + draws as extreme) / (1 + `n_draws`).
///
/// # Errors
/// Systems with different numbers of queries, none, or values that are not finite; no draws.
pub fn tukey(
    values: &[Vec<f64>],
    n_draws: u32,
    seed: u64,
) -> Result<Vec<TestedPair>, StatisticsError> {
    let Some(first) = values.first() else { return Ok(Vec::new()) };
    for other in values {
        check_pairs(first, other)?;
    }
    if first.is_empty() {
        return Err(StatisticsError::TooFew { what: "queries", found: 0, needed: 1 });
    }
    if n_draws == 0 {
        return Err(StatisticsError::NoResamples);
    }
    let n_queries = length(first);
    // How far apart rounding can put two sums that should be equal, as in `pairwise`.
    let magnitude: f64 = values.iter().flatten().map(|value| value.abs()).sum();
    let rounding = f64::EPSILON * (1.0 + n_queries) * magnitude;
    check(&[rounding], "the rounding error of the sum of values", f64::is_finite)?;
    let ranges = ranges(values, n_draws, seed);
    let tested = |first: usize, second: usize| {
        let (a, b) = (values.get(first)?, values.get(second)?);
        let mean_difference = mean(a) - mean(b);
        let at_least = mean_difference.abs() * n_queries - rounding;
        // Sorted, least first.
        let n_below = ranges.partition_point(|range| *range < at_least);
        let n_as_extreme = u64::from(n_draws) - n_below as u64;
        let p = real(1 + n_as_extreme) / real(1 + u64::from(n_draws));
        Some(TestedPair { first, second, mean_difference, p })
    };
    let pairs = (0..values.len()).flat_map(|a| (a + 1..values.len()).map(move |b| (a, b)));
    Ok(pairs.filter_map(|(first, second)| tested(first, second)).collect())
}

/// The range of the systems' sums in each draw, sorted.
fn ranges(values: &[Vec<f64>], n_draws: u32, seed: u64) -> Vec<f64> {
    let n_systems = values.len();
    let n_queries = values.first().map_or(0, Vec::len);
    let value = |query: usize| move |of: &Vec<f64>| of.get(query).copied().unwrap_or_default();
    let mut by_query: Vec<f64> =
        (0..n_queries).flat_map(|query| values.iter().map(value(query))).collect();
    let mut random = SplitMix64::new(seed);
    let mut sums = vec![0.0; n_systems];
    let mut draw = || {
        sums.fill(0.0);
        for of_query in by_query.chunks_exact_mut(n_systems) {
            // A shuffle of a shuffle is as random as one of the original.
            random.shuffle(of_query);
            for (sum, value) in sums.iter_mut().zip(of_query.iter()) {
                *sum += value;
            }
        }
        let (least, most) = sums
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), sum| (a.min(*sum), b.max(*sum)));
        most - least
    };
    let mut ranges: Vec<f64> = (0..n_draws).map(|_| draw()).collect();
    ranges.sort_unstable_by(f64::total_cmp);
    ranges
}
