//! Local outlier factors (§C.2) and principal components.

use crate::fixture::{assert_close, fixture};
use proptest::prelude::*;
use rankscope_guide::{
    EmbeddedGuides, Outliers, Reduction, cosine_distances, euclidean_distances, kept_guides,
    local_outlier_factors, n_neighbours, outlier_scores, principal_components,
};

fn factors(points: &[Vec<f64>], k: usize) -> Vec<f64> {
    local_outlier_factors(&euclidean_distances(points).unwrap(), k).unwrap()
}

#[test]
fn the_examples_of_scikit_learn() {
    let points =
        [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.5, 0.5], [5.0, 5.0]].map(Vec::from);
    let near = |ours: Vec<f64>, theirs: [f64; 3]| {
        let [corner, middle, apart] = theirs;
        let theirs = [corner, corner, corner, corner, middle, apart];
        ours.iter().zip(theirs).for_each(|(ours, theirs)| assert!((ours - theirs).abs() < 1e-6));
    };
    near(factors(&points, 2), [0.926_777, 1.171_573, 6.526_019]);
    near(factors(&points, 3), [0.967_456, 1.108_194, 6.584_283]);
}

#[test]
fn factors_equal_scikit_learn() {
    let fixture = fixture();
    for (k, points, theirs) in fixture.lof {
        assert_close(&factors(&points, k), &theirs);
    }
    for (k, vectors, theirs) in fixture.lof_cosine {
        let distances = cosine_distances(&vectors).unwrap();
        assert_close(&local_outlier_factors(&distances, k).unwrap(), &theirs);
    }
    for (k, points, theirs) in fixture.pca_lof {
        assert_close(&factors(&principal_components(&points, 2).unwrap(), k), &theirs);
    }
}

/// `LocalOutlierFactor(n_neighbors=2)` of scikit-learn 1.9.
#[test]
fn duplicates_are_dense_and_finite() {
    let points = [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [3.0, 4.0]].map(Vec::from);
    let ours = factors(&points, 2);
    assert_close(&ours[..3], &[1.0, 1.0, 1.0]);
    let apart = 1e10 * (5.0 + 1e-10);
    assert!((ours[3] / apart - 1.0).abs() < 1e-9, "{}", ours[3]);
    assert_close(&factors(&vec![vec![2.0]; 5], 3), &[1.0; 5]);
    let same = vec![vec![1.0f32, 2.0]; 3];
    assert_eq!(cosine_distances(&same).unwrap(), vec![vec![0.0; 3]; 3]);
}

#[test]
fn more_neighbours_than_points_are_all_others() {
    let points = [[0.0], [1.0], [3.0]].map(Vec::from);
    assert_eq!(factors(&points, 9), factors(&points, 2));
}

#[test]
fn what_has_no_factor_is_refused() {
    assert!(local_outlier_factors(&[vec![0.0]], 1).is_err());
    assert!(local_outlier_factors(&[vec![0.0, 1.0], vec![1.0, 0.0]], 0).is_err());
    assert!(local_outlier_factors(&[vec![0.0], vec![1.0]], 1).is_err());
    let error = euclidean_distances(&[vec![0.0, 1.0], vec![1.0]]).unwrap_err();
    assert_eq!(error.to_string(), "point 2 has 1 values, and the first has 2");
    let error = euclidean_distances(&[vec![0.0], vec![f64::NAN]]).unwrap_err();
    assert_eq!(error.to_string(), "point 2 has a value that is not finite");
    let error = cosine_distances(&[vec![1.0], vec![0.0]]).unwrap_err();
    assert_eq!(error.to_string(), "vector 2 has length 0, so it has no cosine");
}

#[test]
fn a_guide_apart_is_dropped_under_both_reductions() {
    let near = |angle: f32| vec![angle.cos(), angle.sin(), 0.1];
    let mut vectors: Vec<Vec<f32>> = [0.0, 0.1, 0.2, 0.3, 0.15].map(near).to_vec();
    vectors.push(vec![-1.0, 0.2, 0.0]);
    let embedders = [0.6, 0.4].map(|weight| EmbeddedGuides { weight, vectors: vectors.clone() });
    for reduction in [Reduction::None, Reduction::Pca] {
        let outliers = outlier_scores(&embedders, reduction).unwrap();
        let Outliers::Scores { k, scores, factors } = &outliers else { panic!("{outliers:?}") };
        assert_eq!((*k, factors.len()), (4, 2));
        assert!(scores[5] > 2.0, "{scores:?}");
        assert_eq!(kept_guides(&outliers, 2.0), [0, 1, 2, 3, 4]);
        // Something always stays.
        assert_eq!(kept_guides(&outliers, 0.0).len(), 1);
    }
}

#[test]
fn fewer_than_four_guides_are_not_judged() {
    assert_eq!([0, 3, 4, 5, 9].map(n_neighbours), [None, None, Some(3), Some(4), Some(4)]);
    let of = |n| vec![EmbeddedGuides { weight: 1.0, vectors: vec![vec![1.0, 0.0]; n] }];
    let outliers = outlier_scores(&of(3), Reduction::None).unwrap();
    assert_eq!(outliers, Outliers::Off { n_guides: 3 });
    assert_eq!(kept_guides(&outliers, 0.0), [0, 1, 2]);
    assert_eq!(outlier_scores(&[], Reduction::None).unwrap(), Outliers::Off { n_guides: 0 });
    let uneven = [of(4), of(5)].concat();
    assert!(outlier_scores(&uneven, Reduction::None).is_err());
}

fn points() -> impl Strategy<Value = Vec<Vec<f64>>> {
    prop::collection::vec(prop::collection::vec(-5.0..5.0f64, 3), 4..10)
}

proptest! {
    #[test]
    fn factors_keep_when_points_move_together(points in points(), by in -3.0..3.0f64) {
        let moved: Vec<Vec<f64>> =
            points.iter().map(|point| point.iter().map(|value| value + by).collect()).collect();
        for (before, after) in factors(&points, 3).iter().zip(factors(&moved, 3)) {
            prop_assert!((before - after).abs() < 1e-6 * before.abs());
        }
    }

    #[test]
    fn all_components_keep_the_distances(points in points()) {
        let reduced = principal_components(&points, 3).unwrap();
        let pairs = |of: &[Vec<f64>]| euclidean_distances(of).unwrap().concat();
        for (before, after) in pairs(&points).iter().zip(pairs(&reduced)) {
            prop_assert!((before - after).abs() < 1e-9);
        }
    }
}
