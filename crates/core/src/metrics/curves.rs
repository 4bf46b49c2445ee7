//! Curves of one ranking: precision and recall along its ranks.

use super::formula::{AnyFormula, InterpolatedPrecision};
use super::{JudgedList, Parameter, real};

/// A point of a precision–recall curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrPoint {
    /// The rank of a relevant hit, from 1.
    pub rank: usize,
    /// Relevant images so far / R.
    pub recall: f64,
    /// Relevant images so far / rank.
    pub precision: f64,
}

/// P@1, P@2, … to the end of the list, which MIR Flickr plots as accuracy against rank.
#[must_use]
pub fn precision_at_ranks(list: &JudgedList) -> Vec<f64> {
    let found = n_relevant_at_ranks(list);
    (1..).zip(found).map(|(rank, n_found)| real(n_found) / real(rank)).collect()
}

/// R@1, R@2, … to the end of the list; empty where the query has no relevant image.
#[must_use]
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

/// A point at every relevant hit, without interpolation; none where the query has no relevant
/// image.
#[must_use]
pub fn pr_points(list: &JudgedList) -> Vec<PrPoint> {
    let point = |hit: &super::RelevantHit| PrPoint {
        rank: hit.rank,
        recall: real(hit.n_relevant_so_far) / real(list.n_relevant()),
        precision: hit.precision(),
    };
    list.relevant_hits().iter().map(point).collect()
}

/// The corners of interpolated precision, `(recall, precision)`: from each recall to the next, the
/// highest precision at the next or beyond, starting at recall 0; empty without points.
#[must_use]
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
#[must_use]
pub fn interpolated_precision(list: &JudgedList) -> [f64; 11] {
    if list.n_relevant() == 0 {
        return [0.0; 11];
    }
    std::array::from_fn(|tenths| InterpolatedPrecision.value(list, Parameter::Recall { tenths }))
}
