//! One test for each bug that was mended.

use rankscope::ranking::top_k_rows_with_margin;
use rankscope::statistics::tau_b_matrix;

/// A device's NaN took a place among the k best, and its row was never scored again.
#[test]
fn rows_with_a_nan_score_are_scored_again() {
    assert_eq!(top_k_rows_with_margin(&[f32::NAN, 0.2, 0.9, 0.5], 2, 0.0), [0, 2, 3]);
    assert_eq!(top_k_rows_with_margin(&[f32::NAN, 0.2], 5, 0.0), [0, 1]);
}

/// τ-b of (x, y) and of (y, x) differed in the last digit, so the matrix was not symmetric.
#[test]
fn tau_b_does_not_depend_on_which_comes_first() {
    let tau = tau_b_matrix(&[vec![0.0, 0.0, 1.0, 2.0], vec![0.0, 1.0, 2.0, 3.0]]);
    assert_eq!(tau[0][1], tau[1][0]);
}

/// A damaged length of a numpy header made the reader ask for gigabytes (found by fuzzing).
#[cfg(feature = "arrays")]
#[test]
fn a_numpy_header_does_not_promise_gigabytes() {
    let bytes = b"\x93NUMPY\x03\x00\xbd\xbc\xbc\x8c{'descr': '<f4'}";
    let Err(error) = rankscope::formats::NpyRows::new("g.npy", &bytes[..]) else {
        panic!("it was read");
    };
    assert!(error.to_string().contains("header would take 2361179325 bytes"), "{error}");
}
