//! Bands: where most queries' curves lie.

use super::{Mean, real};
use serde::{Deserialize, Serialize};

/// The distribution of several queries' curves at one position.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// The arithmetic mean.
    pub mean: f64,
    /// The lower percentile.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The upper percentile.
    pub high: f64,
    /// The number of queries with a value here.
    pub n: usize,
}

/// The quartiles as a band's edges: the shares of queries below the lower and the upper one.
pub const QUARTILES: (f64, f64) = (0.25, 0.75);

/// The band over queries at every position of their curves: at each rank, or at each of eleven
/// recalls. `curves` is `[queries][positions]`, `shares` the lower and upper edge in 0 … 1, such
/// as [`QUARTILES`].
///
/// A curve that has ended no longer counts, so n may fall along the band; NaN is left out. The band
/// ends where no query has a value. Percentiles are interpolated linearly (numpy's default; type 7
/// of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 1996).
#[must_use]
pub fn bands(curves: &[Vec<f64>], shares: (f64, f64)) -> Vec<Band> {
    let mut values: Vec<f64> = Vec::with_capacity(curves.len());
    (0..)
        .map_while(|position| {
            values.clear();
            values.extend(curves.iter().filter_map(|curve| curve.get(position)));
            values.retain(|value| !value.is_nan());
            values.sort_unstable_by(f64::total_cmp);
            let Mean { mean, n } = Mean::of(values.iter().copied().map(Some))?;
            Some(Band {
                mean,
                low: percentile(&values, shares.0)?,
                median: percentile(&values, 0.5)?,
                high: percentile(&values, shares.1)?,
                n,
            })
        })
        .collect()
}

/// The value below which a share of an ascending sequence lies; `None` for an empty one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an index within the sequence"
)]
fn percentile(ascending: &[f64], share: f64) -> Option<f64> {
    let position = share.clamp(0.0, 1.0) * real(ascending.len().checked_sub(1)?);
    let below = *ascending.get(position.floor() as usize)?;
    let above = *ascending.get(position.ceil() as usize)?;
    Some(below + (above - below) * position.fract())
}
