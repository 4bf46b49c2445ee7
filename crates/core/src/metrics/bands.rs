//! Bands: where most queries' curves run.

use super::{Mean, real};
use serde::{Deserialize, Serialize};

/// The curves of several queries at one place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// The arithmetic mean.
    pub mean: f64,
    /// The lower percentile.
    pub low: f64,
    /// The middle value.
    pub median: f64,
    /// The upper percentile.
    pub high: f64,
    /// How many queries have a value here.
    pub n: usize,
}

/// The share of queries below the band's lower and upper edge.
pub const QUARTILES: (f64, f64) = (0.25, 0.75);

/// The band over queries at every place of their curves: at each rank, or at each of eleven
/// recalls. `curves` has one curve a query, `shares` the lower and upper edge in 0 … 1, such as
/// [`QUARTILES`].
///
/// A curve that has ended counts no more, so that n may fall along the band; NaN is left out.
/// The band ends where no query has a value. Percentiles lie on the line between neighbours
/// (numpy's default; type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages",
/// The American Statistician 1996).
#[must_use]
pub fn bands(curves: &[Vec<f64>], shares: (f64, f64)) -> Vec<Band> {
    let mut here: Vec<f64> = Vec::with_capacity(curves.len());
    (0..)
        .map_while(|place| {
            here.clear();
            here.extend(curves.iter().filter_map(|curve| curve.get(place)));
            here.retain(|value| !value.is_nan());
            here.sort_unstable_by(f64::total_cmp);
            let Mean { mean, n } = Mean::of(here.iter().copied().map(Some))?;
            Some(Band {
                mean,
                low: percentile(&here, shares.0)?,
                median: percentile(&here, 0.5)?,
                high: percentile(&here, shares.1)?,
                n,
            })
        })
        .collect()
}

/// The value that a share of an ascending sequence lies below; `None` where it is empty.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place within the sequence"
)]
fn percentile(ascending: &[f64], share: f64) -> Option<f64> {
    let place = share.clamp(0.0, 1.0) * real(ascending.len().checked_sub(1)?);
    let below = *ascending.get(place.floor() as usize)?;
    let above = *ascending.get(place.ceil() as usize)?;
    Some(below + (above - below) * place.fract())
}
