//! One test for each bug that was mended.

use rankscope::ranking::top_k_rows_with_margin;

/// A device's NaN took a place among the k best, and its row was never scored again.
#[test]
fn rows_with_a_nan_score_are_scored_again() {
    assert_eq!(top_k_rows_with_margin(&[f32::NAN, 0.2, 0.9, 0.5], 2, 0.0), [0, 2, 3]);
    assert_eq!(top_k_rows_with_margin(&[f32::NAN, 0.2], 5, 0.0), [0, 1]);
}
