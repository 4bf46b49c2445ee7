//! Curves of one ranking: how precision and recall go as one reads on.

use super::{JudgedList, judged_list::real};

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

/// P@1, P@2, … to the end of the list.
#[must_use]
pub fn precision_at_ranks(list: &JudgedList) -> Vec<f64> {
    let mut n_found = 0;
    list.relevant()
        .enumerate()
        .map(|(index, relevant)| {
            n_found += usize::from(relevant);
            real(n_found) / real(index + 1)
        })
        .collect()
}

/// A point at every relevant hit; none where the query has no relevant image.
#[must_use]
pub fn pr_points(list: &JudgedList) -> Vec<PrPoint> {
    let mut points = Vec::new();
    for (index, relevant) in list.relevant().enumerate() {
        if relevant {
            let (rank, n_found) = (index + 1, points.len() + 1);
            points.push(PrPoint {
                rank,
                recall: real(n_found) / real(list.n_relevant()),
                precision: real(n_found) / real(rank),
            });
        }
    }
    points
}

/// The highest precision at recall 0, 0.1, … 1 or beyond; 0 where the list ends before.
///
/// Source: `trec_eval`, `iprec_at_recall`, which asks for ⌊cut · R + 0.9⌋ relevant images
/// at each recall level.
#[must_use]
pub fn interpolated_precision(list: &JudgedList) -> [f64; 11] {
    let points = pr_points(list);
    std::array::from_fn(|tenth| {
        let n_needed = (tenth * list.n_relevant() + 9) / 10;
        let beyond = points.get(n_needed.max(1) - 1..).unwrap_or_default();
        beyond.iter().map(|point| point.precision).fold(0.0, f64::max)
    })
}
