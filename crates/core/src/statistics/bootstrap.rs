//! How far would a statistic move on other queries?
//!
//! The bootstrap draws as many queries as there are, with replacement, and computes the statistic of each
//! resample. The interval's ends are the percentiles that leave (1 − level) / 2 on either side,
//! interpolated as numpy's `percentile` does. Source: Efron & Tibshirani, "An Introduction to the
//! Bootstrap", 1993, chapter 13.

use super::{
    StatisticsError,
    count::{mean, real},
    error::check,
};
use crate::random::SplitMix64;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resampling {
    pub n_resamples: u32,
    /// The share of resamples within the interval.
    pub level: f64,
    /// Of `SplitMix64`; the same seed gives the same draws on every machine.
    pub seed: u64,
}

impl Default for Resampling {
    fn default() -> Self {
        Self { n_resamples: 2000, level: 0.95, seed: 0 }
    }
}

/// A percentile interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
    pub level: f64,
    /// Queries that were resampled.
    pub n: usize,
    pub n_resamples: u32,
    /// Resamples without a value ("n/a"), which are left out of the interval.
    pub n_undefined: u32,
}

impl Interval {
    /// Widened as far as the estimate, if there is one.
    pub(super) fn including(self, estimate: Option<f64>) -> Self {
        let (low, high) = estimate
            .map_or((self.low, self.high), |value| (self.low.min(value), self.high.max(value)));
        Self { low, high, ..self }
    }
}

/// The interval of any statistic of `n` queries. The statistic gets the `n` positions drawn, each below
/// `n`, with repetitions; resamples without a finite value are counted and left out. To compare
/// quantities, put them into one statistic, so that they see the same queries.
///
/// # Errors
/// Fewer than two queries, no resamples, a level outside 0 … 1, or no resample with a value.
pub fn bootstrap(
    n: usize,
    resampling: &Resampling,
    mut statistic: impl FnMut(&[usize]) -> Option<f64>,
) -> Result<Interval, StatisticsError> {
    let mut values = Vec::new();
    for drawn in draws(n, resampling)? {
        values.push(statistic(&drawn));
    }
    percentile_interval(&values, n, resampling)
}

/// The positions drawn for each resample of `n` queries.
pub(super) fn draws(
    n: usize,
    resampling: &Resampling,
) -> Result<impl Iterator<Item = Vec<usize>> + use<>, StatisticsError> {
    let Resampling { n_resamples, level, seed } = *resampling;
    if n < 2 {
        return Err(StatisticsError::TooFew { what: "queries", found: n, needed: 2 });
    }
    if !(level > 0.0 && level < 1.0) {
        return Err(StatisticsError::Level(level));
    }
    if n_resamples == 0 {
        return Err(StatisticsError::NoResamples);
    }
    let mut random = SplitMix64::new(seed);
    Ok((0..n_resamples).map(move |_| (0..n).map(|_| random.below(n)).collect()))
}

/// From the statistic's value on every resample of `n` queries.
pub(super) fn percentile_interval(
    values: &[Option<f64>],
    n: usize,
    resampling: &Resampling,
) -> Result<Interval, StatisticsError> {
    let Resampling { n_resamples, level, .. } = *resampling;
    let mut ordered: Vec<f64> =
        values.iter().flatten().copied().filter(|v| v.is_finite()).collect();
    ordered.sort_unstable_by(f64::total_cmp);
    let n_undefined = n_resamples.saturating_sub(u32::try_from(ordered.len()).unwrap_or(u32::MAX));
    let outside = (1.0 - level) / 2.0;
    match (percentile(&ordered, outside), percentile(&ordered, 1.0 - outside)) {
        (Some(low), Some(high)) => Ok(Interval { low, high, level, n, n_resamples, n_undefined }),
        _ => Err(StatisticsError::NeverDefined { n_resamples }),
    }
}

/// The interval of a mean; `values` are per query.
pub fn mean_interval(values: &[f64], resampling: &Resampling) -> Result<Interval, StatisticsError> {
    check(values, "the values", f64::is_finite)?;
    let mut sample = Vec::with_capacity(values.len());
    bootstrap(values.len(), resampling, |drawn| {
        sample.clear();
        sample.extend(drawn.iter().map(|query| values[*query]));
        Some(mean(&sample))
    })
}

/// The interval of the mean of two means over different queries, each with weight one half. The lists are
/// resampled separately, since they are separate samples; n is the sum of both.
pub fn interval_of_two_means(
    one: &[f64],
    other: &[f64],
    resampling: &Resampling,
) -> Result<Interval, StatisticsError> {
    check(one, "the values", f64::is_finite)?;
    check(other, "the values", f64::is_finite)?;
    let mean_of = |values: &[f64], drawn: Vec<usize>| {
        mean(&drawn.into_iter().map(|query| values[query]).collect::<Vec<f64>>())
    };
    // Another seed, so that the samples are drawn independently.
    let seed = resampling.seed.wrapping_add(1);
    let of_other = draws(other.len(), &Resampling { seed, ..*resampling })?;
    let both = draws(one.len(), resampling)?.zip(of_other);
    let midpoint = |(a, b)| Some(f64::midpoint(mean_of(one, a), mean_of(other, b)));
    let values: Vec<Option<f64>> = both.map(midpoint).collect();
    percentile_interval(&values, one.len() + other.len(), resampling)
}

/// Interpolated between neighbours.
fn percentile(ordered: &[f64], share: f64) -> Option<f64> {
    let place = share * real(ordered.len().checked_sub(1)? as u64);
    let low = *ordered.get(place.floor() as usize)?;
    let high = *ordered.get(place.ceil() as usize)?;
    // A weighted sum, since the difference can overflow; clamped, so that equal neighbours stay
    // exact.
    Some((low * (1.0 - place.fract()) + high * place.fract()).clamp(low, high))
}
