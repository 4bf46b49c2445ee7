//! Curves of one ranking, precision and recall along its ranks, and bands over the curves of several.

use super::formula::{AnyFormula, InterpolatedPrecision};
use super::{JudgedList, Mean, Parameter, real};
use serde::{Deserialize, Serialize};

/// On a precision–recall curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PrPoint {
    /// Of a relevant hit, from 1.
    pub rank: usize,
    /// Relevant images so far / R.
    pub recall: f64,
    /// Relevant images so far / rank.
    pub precision: f64,
}

/// P@1, P@2, … to the end of the list, which MIR Flickr plots as accuracy against rank.
pub fn precision_at_ranks(list: &JudgedList) -> Vec<f64> {
    let found = n_relevant_at_ranks(list);
    (1..).zip(found).map(|(rank, n_found)| real(n_found) / real(rank)).collect()
}

/// R@1, R@2, … to the end of the list; empty where the query has no relevant image.
pub fn recall_at_ranks(list: &JudgedList) -> Vec<f64> {
    if list.n_relevant() == 0 {
        return Vec::new();
    }
    n_relevant_at_ranks(list).map(|n_found| real(n_found) / real(list.n_relevant())).collect()
}

fn n_relevant_at_ranks(list: &JudgedList) -> impl Iterator<Item = usize> {
    list.grades().iter().scan(0, |n_found, grade| {
        *n_found += usize::from(grade.is_some_and(|grade| grade >= 1));
        Some(*n_found)
    })
}

/// A point at every relevant hit, without interpolation.
pub fn pr_points(list: &JudgedList) -> Vec<PrPoint> {
    let point = |hit: &super::RelevantHit| PrPoint {
        rank: hit.rank,
        recall: real(hit.n_relevant_so_far) / real(list.n_relevant()),
        precision: hit.precision(),
    };
    list.relevant_hits().iter().map(point).collect()
}

/// The corners `(recall, precision)` of interpolated precision: from each recall to the next, the
/// highest precision at the next or beyond, starting at recall 0; empty without points.
pub fn precision_envelope(points: &[PrPoint]) -> Vec<(f64, f64)> {
    let mut best = 0.0_f64;
    let mut corners: Vec<(f64, f64)> = points
        .iter()
        .rev()
        .map(|point| {
            best = best.max(point.precision);
            (point.recall, best)
        })
        .collect();
    corners.extend(corners.last().map(|(_, highest)| (0.0, *highest)));
    corners.reverse();
    corners
}

/// The highest precision at recall 0, 0.1, … 1 or beyond, `trec:IPrec@0.0` … `@1.0`; 0 where
/// the list ends before, or where the query has no relevant image.
pub fn interpolated_precision(list: &JudgedList) -> [f64; 11] {
    if list.n_relevant() == 0 {
        return [0.0; 11];
    }
    std::array::from_fn(|tenths| InterpolatedPrecision.value(list, Parameter::Recall { tenths }))
}

/// Several queries' curves at one position.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Band {
    pub mean: f64,
    pub low: f64,
    pub median: f64,
    pub high: f64,
    /// Queries with a value here.
    pub n: usize,
}

/// The shares of queries below a band's lower and upper edge.
pub const QUARTILES: (f64, f64) = (0.25, 0.75);

/// The band at every position of the queries' curves: at each rank, or at each of eleven recalls.
/// `curves` is `[queries][positions]`, `shares` the lower and upper edge in 0 … 1, such as
/// [`QUARTILES`].
///
/// A curve that has ended no longer counts, so n may fall along the band; NaN is left out. The band
/// ends where no query has a value. Percentiles are interpolated linearly (numpy's default; type 7
/// of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 1996).
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
