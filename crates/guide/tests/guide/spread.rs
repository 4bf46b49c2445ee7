//! The spread of δ̄ over bootstraps, and Theorem 1's bound.

use crate::fixture::{assert_close, fixture};
use rankscope_core::random::SplitMix64;
use rankscope_guide::{
    N_BOOTSTRAPS, N_POOLED, Spread, deviation_bound, log_log_slope, share_beyond, spread,
};

#[test]
fn slopes_equal_numpy() {
    for (points, theirs) in fixture().slope {
        assert_close(&[log_log_slope(&points).unwrap()], &[theirs]);
    }
    assert_eq!(log_log_slope(&[(1.0, 2.0)]), None);
    assert_eq!(log_log_slope(&[(1.0, 2.0), (1.0, 3.0)]), None);
    assert_eq!(log_log_slope(&[(1.0, 2.0), (2.0, 0.0)]), None);
}

/// Distances that embedders share in part, as they do where they err on the same guides.
fn pool(n_embedders: usize) -> Vec<Vec<f64>> {
    let mut random = SplitMix64::new(5);
    let mut unit = || f64::from(random.unit());
    let shared: Vec<f64> = (0..N_POOLED).map(|_| unit()).collect();
    (0..n_embedders)
        .map(|_| shared.iter().map(|value| 0.3 + 0.2 * (value + unit())).collect())
        .collect()
}

#[test]
fn spread_falls_with_the_root_of_guides_and_slower_with_embedders() {
    let pool = pool(6);
    let deviation =
        |n_guides, n_embedders| spread(&pool, n_guides, n_embedders, 4_000, 1).unwrap().deviation;
    let by_guides = [1, 2, 4, 8].map(|m| (f64::from(m), deviation(m as usize, 1)));
    let slope = log_log_slope(&by_guides).unwrap();
    assert!((slope + 0.5).abs() < 0.05, "{slope}");
    let by_embedders = [1, 2, 4, 6].map(|l| (f64::from(l), deviation(2, l as usize)));
    let shallower = log_log_slope(&by_embedders).unwrap();
    assert!(slope < shallower && shallower < 0.0, "{shallower}");
}

#[test]
fn the_same_seed_gives_the_same_spread() {
    let pool = pool(2);
    let once = spread(&pool, 3, 2, N_BOOTSTRAPS, 9).unwrap();
    assert_eq!(once, spread(&pool, 3, 2, N_BOOTSTRAPS, 9).unwrap());
    assert_ne!(once, spread(&pool, 3, 2, N_BOOTSTRAPS, 10).unwrap());
    assert_eq!(once.means.len(), N_BOOTSTRAPS);
    let Spread { deviation, .. } = spread(&[vec![0.4; 5]], 3, 1, 10, 0).unwrap();
    assert!(deviation < 1e-12);
}

#[test]
fn a_pool_that_is_too_small_is_refused() {
    let pool = vec![vec![0.5, 0.6]];
    for (m, l, b) in [(0, 1, 10), (1, 0, 10), (1, 2, 10), (1, 1, 1)] {
        assert!(spread(&pool, m, l, b, 0).is_err(), "{m} {l} {b}");
    }
    assert!(spread(&[], 1, 1, 10, 0).is_err());
    assert!(spread(&[vec![0.5], vec![0.5, 0.6]], 1, 1, 10, 0).is_err());
    assert!(spread(&[vec![f64::NAN]], 1, 1, 10, 0).is_err());
}

#[test]
fn the_bound_is_that_of_the_theorem() {
    // m l γ² δ = 9 · 6 · 0.25 · 0.5 = 6.75.
    let expected = (-2.25f64).exp() + (-3.375f64).exp();
    assert!((deviation_bound(9, 6, 0.5, 0.5) - expected).abs() < 1e-15);
    assert_eq!(deviation_bound(0, 6, 0.5, 0.5), 1.0, "a probability");
    assert!(deviation_bound(18, 6, 0.5, 0.5) < deviation_bound(9, 6, 0.5, 0.5));
    assert_eq!(share_beyond(&[0.5, 0.75, 0.2], 0.5, 0.5), 2.0 / 3.0);
    assert_eq!(share_beyond(&[], 0.5, 0.5), 0.0);
}
