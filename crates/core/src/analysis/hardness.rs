//! What makes a query hard: whether systems do better on queries whose relevant images lie near.
//!
//! Source: Erfanian et al., "Needle", appendix C.3, equations 7 and 8, and Figure 4. The relevant images
//! must be known, so this explains a benchmark and predicts nothing.

use crate::ranking::Hit;
use crate::statistics::{StatisticsError, correlation_p, pearson, spearman};

/// Queries with the mean similarity of their relevant images and a value, and the correlation of both.
#[derive(Debug, Clone, PartialEq)]
pub struct Hardness {
    /// The queries that have both, by row: mean similarity, and value.
    pub queries: Vec<(usize, [f64; 2])>,
    /// Pearson's r with its two-sided p; `None` if one side is constant.
    pub pearson: Option<(f64, f64)>,
    /// Spearman's ρ with its two-sided p.
    pub spearman: Option<(f64, f64)>,
}

/// `queries` are rows with the scores of all relevant images of each (cosine similarities) and its value
/// by a measure. Queries without a relevant image or without a value are left out.
///
/// # Errors
/// Fewer than three queries have both.
pub fn hardness<'a>(
    queries: impl IntoIterator<Item = (usize, &'a [Hit], Option<f64>)>,
) -> Result<Hardness, StatisticsError> {
    let point = |(row, relevant, value): (usize, &[Hit], Option<f64>)| {
        let sum: f64 = relevant.iter().map(|hit| f64::from(hit.score)).sum();
        let mean = (!relevant.is_empty()).then(|| sum / relevant.len() as f64)?;
        Some((row, [mean, value?]))
    };
    let queries: Vec<(usize, [f64; 2])> = queries.into_iter().filter_map(point).collect();
    let n = queries.len();
    if n < 3 {
        let what = "queries with relevant images and a value";
        return Err(StatisticsError::TooFew { what, found: n, needed: 3 });
    }
    let (x, y): (Vec<f64>, Vec<f64>) = queries.iter().map(|(_, [x, y])| (*x, *y)).unzip();
    let with_p = |r: Option<f64>| Some((r?, correlation_p(r?, n)?));
    let (pearson, spearman) = (with_p(pearson(&x, &y)), with_p(spearman(&x, &y)));
    Ok(Hardness { queries, pearson, spearman })
}
