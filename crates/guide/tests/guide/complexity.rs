//! Features, the linear model and the γ curve (§C.4), and pairing accuracy.

use crate::fixture::{assert_close, fixture};
use proptest::prelude::*;
use rankscope_core::statistics::pearson;
use rankscope_guide::{
    CheapList, LinearModel, RoutedQuery, feature_names, features, gamma_curve, pairing_accuracy,
    r_squared,
};

#[test]
fn features_equal_numpy() {
    for (k, cosines, items, theirs) in fixture().features {
        let lists: Vec<CheapList<u32>> = cosines
            .into_iter()
            .zip(items)
            .map(|(cosines, items)| CheapList { items, cosines })
            .collect();
        assert_close(&features(&lists, k), &theirs);
        let names: Vec<String> = (0..lists.len()).map(|place| place.to_string()).collect();
        assert_eq!(feature_names(&names).len(), theirs.len());
    }
}

#[test]
fn short_lists_have_features() {
    let list = |items: &[u32], cosines: &[f64]| CheapList {
        items: items.to_vec(),
        cosines: cosines.to_vec(),
    };
    assert_eq!(features(&[list(&[], &[]), list(&[1], &[0.5])], 10), [0.0, 0.0, 0.5, 0.0, 0.0]);
    assert_eq!(features(&[list(&[], &[]), list(&[], &[])], 10)[4], 0.0);
    let names = feature_names(&["a".into(), "b".into()]);
    let expected = ["a: mean", "a: deviation", "b: mean", "b: deviation", "a and b: overlap"];
    assert_eq!(names, expected);
}

#[test]
fn fits_equal_scikit_learn() {
    for (rows, values, intercept, coefficients, r2, r) in fixture().regression {
        let model = LinearModel::fitted(&rows, &values).unwrap();
        assert_close(&[model.intercept], &[intercept]);
        assert_close(&model.coefficients, &coefficients);
        let predicted: Vec<f64> = rows.iter().map(|row| model.predicted(row)).collect();
        assert_close(&[r_squared(&predicted, &values).unwrap()], &[r2]);
        assert_close(&[pearson(&predicted, &values).unwrap()], &[r]);
    }
}

#[test]
fn fits_at_the_edges() {
    assert!(LinearModel::fitted(&[], &[]).is_err());
    assert!(LinearModel::fitted(&[vec![1.0]], &[1.0]).is_err());
    assert!(LinearModel::fitted(&[vec![1.0], vec![2.0]], &[1.0]).is_err());
    assert!(LinearModel::fitted(&[vec![1.0], vec![2.0, 3.0]], &[1.0, 2.0]).is_err());
    assert!(LinearModel::fitted(&[vec![1.0], vec![f64::NAN]], &[1.0, 2.0]).is_err());
    assert!(LinearModel::fitted(&[vec![1.0], vec![2.0]], &[1.0, f64::INFINITY]).is_err());
    // Constant features say nothing.
    let model = LinearModel::fitted(&[vec![3.0], vec![3.0]], &[1.0, 2.0]).unwrap();
    assert_eq!((model.intercept, &model.coefficients[..]), (1.5, &[0.0][..]));
    let model = LinearModel::fitted(&[vec![], vec![]], &[1.0, 2.0]).unwrap();
    assert_eq!(model.predicted(&[]), 1.5);
    assert_eq!(r_squared(&[1.0, 1.0], &[2.0, 2.0]), None);
    assert_eq!(r_squared(&[1.0], &[2.0, 3.0]), None);
    assert_eq!(r_squared(&[1.5, 1.5], &[1.0, 2.0]), Some(0.0));
}

#[test]
fn a_threshold_sends_queries_either_way() {
    let query = |predicted, ap_of_text, ap_of_guides| RoutedQuery {
        predicted,
        ap_of_text,
        ap_of_guides,
        text_ms: 1.0,
        guides_ms: 9.0,
    };
    let queries = [query(0.2, 0.1, 0.5), query(0.6, 0.7, 0.3)];
    let curve = gamma_curve(&queries, &[0.0, 0.2, 0.4, 0.7]);
    assert_close(
        &curve.iter().map(|at| at.share_at_once).collect::<Vec<_>>(),
        &[1.0, 1.0, 0.5, 0.0],
    );
    assert_close(&curve.iter().map(|at| at.ap).collect::<Vec<_>>(), &[0.4, 0.4, 0.6, 0.4]);
    assert_close(&curve.iter().map(|at| at.ms).collect::<Vec<_>>(), &[1.0, 1.0, 5.5, 10.0]);
    assert_eq!(gamma_curve(&[], &[0.5]), []);
}

#[test]
fn captions_are_paired_with_their_pictures() {
    let right = vec![vec![0.9, 0.1], vec![0.2, 0.8]];
    let half = vec![vec![0.9, 0.1], vec![0.9, 0.8]];
    assert_eq!(pairing_accuracy(&[right.clone(), half]).unwrap(), Some(0.75));
    assert_eq!(pairing_accuracy(&[vec![vec![0.5; 4]; 4]]).unwrap(), Some(0.25));
    assert_eq!(pairing_accuracy(&[]).unwrap(), None);
    assert!(pairing_accuracy(&[vec![vec![0.5; 3]; 2]]).is_err());
    assert!(pairing_accuracy(&[vec![vec![f64::NAN]]]).is_err());
    assert_eq!(pairing_accuracy(&[right]).unwrap(), Some(1.0));
}

proptest! {
    #[test]
    fn no_other_line_fits_better(
        rows in prop::collection::vec(prop::collection::vec(-3.0..3.0f64, 2), 4..12),
        values in prop::collection::vec(-2.0..2.0f64, 12),
        other in prop::collection::vec(-0.1..0.1f64, 3),
    ) {
        let values = &values[..rows.len()];
        let model = LinearModel::fitted(&rows, values).unwrap();
        let error = |model: &LinearModel| -> f64 {
            rows.iter().zip(values).map(|(row, y)| (model.predicted(row) - y).powi(2)).sum()
        };
        let moved = LinearModel {
            intercept: model.intercept + other[2],
            coefficients: model.coefficients.iter().zip(&other).map(|(a, b)| a + b).collect(),
        };
        prop_assert!(error(&model) <= error(&moved) + 1e-9);
    }
}
