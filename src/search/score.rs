//! The score that all searches share, and how far a device may be off.

use crate::formats::Vectors;
use crate::ranking::{Hit, select_top_k, top_k_rows_with_margin};

/// The dot product of a query `[dim]` and a stored vector `[dim]`, summed in float64 in
/// order of the dimensions and rounded once to float32.
#[must_use]
pub fn score(query: &[f32], vector: impl Iterator<Item = f32>) -> f32 {
    let sum: f64 = query.iter().zip(vector).map(|(q, v)| f64::from(*q) * f64::from(v)).sum();
    #[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the point")]
    let rounded = sum as f32;
    rounded
}

/// Twice the most by which a float32 dot product of two unit vectors of this dim can be
/// off, in whatever order it is summed: 2 · dim · u with u = 2⁻²⁴ (Higham, "Accuracy and
/// Stability of Numerical Algorithms", section 3.1), with a tenth more for vectors whose
/// stored length is not exactly 1 and for the rounding of the score itself.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "dims stay far below 2^24")]
pub fn score_margin(dim: usize) -> f32 {
    1.1 * (dim + 2) as f32 * f32::EPSILON
}

/// The exact top k from a device's float32 `device_scores` of all rows: every row within
/// [`score_margin`] of the k-th is scored again by [`score`].
#[must_use]
pub fn rescore(query: &[f32], vectors: &Vectors, device_scores: &[f32], k: usize) -> Vec<Hit> {
    let rows = top_k_rows_with_margin(device_scores, k, score_margin(vectors.dim()));
    let hit = |row: u32| Hit { row_in_corpus: row, score: score(query, vectors.row(row as usize)) };
    select_top_k(rows.into_iter().map(hit).collect(), k)
}
