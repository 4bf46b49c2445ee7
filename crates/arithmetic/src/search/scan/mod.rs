//! Scans: fast estimates of the scores of all rows, each with a proven bound on its error.
//!
//! A code keeps less than its vector. The length of the residual, what the code leaves out, is
//! known when the code is made; by Cauchy–Schwarz, an estimate is off by at most the query's length
//! times that. So a scan bounds every row's [`score`](crate::vectors::score) from below and above,
//! and [`super::bounded`] rescores the rows that can be among the first k. The result is exact
//! whatever the code; a coarser one only leaves more rows to score.

mod floats;
mod int8;
mod int8_dot;
mod rotation;
mod sign_file;
mod sign_sums;
mod signs;

pub use floats::FloatScan;
pub use int8::{Int8Codes, Int8Scan};
pub use rotation::Rotation;
pub use sign_sums::SignTables;
pub use signs::{SignCodes, SignScan};

use std::ops::Range;

/// Queries and rows with a length outside this range are always scored exactly. Within it, no
/// product of two values that matters to a score leaves the normal range of float32.
const KNOWN_LENGTHS: Range<f64> = 1e-12..1e12;

/// Estimates the scores of rows `[rows, dim]` for queries `[dim]`.
pub trait Scan {
    /// In the representation that the scan computes with.
    type Queries;

    fn n_rows(&self) -> usize;

    /// The error bound of every row's estimate for a query of length 1; for other queries, times
    /// their length. Infinite where the row has no known bound.
    fn radii(&self) -> &[f32];

    /// Prepares queries, all of a length that [`length_of_query`] knows.
    fn prepare(&self, queries: &[&[f32]]) -> Self::Queries;

    /// Writes the estimates `[queries, rows]` of a block of rows.
    fn estimate(&self, queries: &Self::Queries, rows: Range<usize>, estimates: &mut [f32]);
}

/// The L2 norm of a vector, in float64.
#[inline(always)]
fn length(vector: &[f32]) -> f64 {
    vector.iter().map(|value| f64::from(*value) * f64::from(*value)).sum::<f64>().sqrt()
}

/// A query's length rounded up; `None` for a query whose scores no scan can bound: zeros, NaN, or
/// a length outside 1e-12 … 1e12.
#[expect(clippy::cast_possible_truncation, reason = "rounded up afterwards")]
pub fn length_of_query(query: &[f32]) -> Option<f32> {
    let length = length(query);
    KNOWN_LENGTHS.contains(&length).then(|| (length as f32).next_up())
}

/// The bound on float32 rounding in an estimate, for a query and a row of length 1: a few products
/// and sums, each off by 2⁻²⁴ of a number at most twice the largest score.
const ROUNDING: f64 = 1.0 / (1 << 20) as f64;

/// The error bound of a row from its length, the length of its residual, and the error of coding a
/// query of length 1.
#[expect(clippy::cast_possible_truncation, reason = "rounded up afterwards")]
fn radius(length: f64, residual: f64, query_error: f64) -> f32 {
    if length == 0.0 {
        return 0.0;
    }
    if !KNOWN_LENGTHS.contains(&length) || !residual.is_finite() {
        return f32::INFINITY;
    }
    ((residual + (query_error + ROUNDING) * (length + residual)) as f32).next_up()
}
