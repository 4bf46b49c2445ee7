//! Scans: fast estimates of the scores of all rows, each with a proven bound on its error.
//!
//! A code keeps less than a vector has. What it leaves out, the residual, has a length that is
//! known when the code is made, and by Cauchy and Schwarz no score is further off than the
//! query's length times that. So a scan says for every row how low and how high its
//! [`super::score`] can be, and [`super::bounded`] scores those rows again that can be among the
//! first k: nothing is lost, however coarse the code. Coarser codes only leave more to score.

mod floats;
mod int8;
mod int8_dot;
mod kept_signs;
mod rotation;
mod sign_sums;
mod signs;

pub use floats::FloatScan;
pub use int8::{Int8Codes, Int8Scan};
pub use rotation::Rotation;
pub use sign_sums::SignTables;
pub use signs::{SignCodes, SignScan};

use std::ops::Range;

/// Queries and rows whose length is outside of this are scored exactly at once: within it no
/// product of two values that matters to a score leaves the normal numbers of float32.
const KNOWN_LENGTHS: Range<f64> = 1e-12..1e12;

/// A way to estimate the scores of rows `[rows, dim]` for queries `[dim]`.
pub trait Scan {
    /// Queries in the form that the scan works with.
    type Queries;

    /// Rows of the corpus.
    fn n_rows(&self) -> usize;

    /// For every row the most by which the estimate for a query of length 1 is off: for others
    /// this times their length. Infinite where nothing is known of the row.
    fn radii(&self) -> &[f32];

    /// Prepares queries, all of a length that [`length_of_query`] knows.
    fn prepared(&self, queries: &[&[f32]]) -> Self::Queries;

    /// Writes the estimates `[queries, rows]` of a block of rows.
    fn estimate(&self, queries: &Self::Queries, rows: Range<usize>, estimates: &mut [f32]);
}

/// The L2 norm of a vector, in float64.
#[inline(always)]
fn length(vector: &[f32]) -> f64 {
    vector.iter().map(|value| f64::from(*value) * f64::from(*value)).sum::<f64>().sqrt()
}

/// A query's length rounded up; `None` for one that no scan can bound: zeros, NaN, and lengths
/// far from those of vectors.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "rounded up after it")]
pub fn length_of_query(query: &[f32]) -> Option<f32> {
    let length = length(query);
    KNOWN_LENGTHS.contains(&length).then(|| (length as f32).next_up())
}

/// The most that rounding in float32 adds to an estimate, for a query and a row of length 1: some
/// products and sums of 2⁻²⁴ each, of numbers that are no longer than twice the score can be.
const ROUNDING: f64 = 1.0 / (1 << 20) as f64;

/// The radius of a row from its length, its residual's, and the most that the query's own coding
/// is off in a query of length 1.
#[expect(clippy::cast_possible_truncation, reason = "rounded up after it")]
fn radius(length: f64, residual: f64, query_error: f64) -> f32 {
    if length == 0.0 {
        return 0.0;
    }
    if !KNOWN_LENGTHS.contains(&length) || !residual.is_finite() {
        return f32::INFINITY;
    }
    ((residual + (query_error + ROUNDING) * (length + residual)) as f32).next_up()
}
