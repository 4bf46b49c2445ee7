//! What makes a query hard, and hubs: by hand, and against the formulas in closed form.
#![allow(clippy::unwrap_used)]

use crate::support::{hits, refused, tied};
use rankscope_core::analysis::{Hardness, Hubness, hardness};
use rankscope_core::statistics::{correlation_p, skewness};

#[test]
fn p_of_a_correlation_is_students() {
    // Two and one degrees of freedom have closed forms.
    for r in [-1.0, -0.9, -0.25, 0.0, 0.001, 0.5, 0.999, 1.0_f64] {
        assert!((correlation_p(r, 4).unwrap() - (1.0 - r.abs())).abs() < 1e-12, "{r}");
        let of_one = 1.0 - 2.0 / std::f64::consts::PI * r.abs().asin();
        assert!((correlation_p(r, 3).unwrap() - of_one).abs() < 1e-8, "{r}");
    }
    // By scipy 1.17.1.
    for (r, n, p) in [
        (0.450_710_415_241_132_26, 1074, 7.448_585_302_708_617e-55),
        (0.613_891_526_873_243_2, 1074, 3.124_876_287_538_254e-112),
        (0.067_912_313_810_573_15, 1074, 0.026_041_233_385_203_474),
        (0.676_276_907_012_000_7, 216, 3.142_878_882_634_476_6e-30),
    ] {
        let found = correlation_p(r, n).unwrap();
        assert!((found / p - 1.0).abs() < 1e-9, "{r}: {found}, not {p}");
    }
    assert_eq!(correlation_p(0.5, 2), None);
    assert_eq!(correlation_p(f64::NAN, 9), None);
    assert_eq!(correlation_p(1.5, 9), None);
}

#[test]
fn skewness_is_that_of_the_population() {
    assert!((skewness(&[0.0, 0.0, 0.0, 1.0]).unwrap() - 2.0 / 3.0_f64.sqrt()).abs() < 1e-12);
    assert!((skewness(&[5.0, 5.0, 5.0, -1e9]).unwrap() + 2.0 / 3.0_f64.sqrt()).abs() < 1e-12);
    assert!(skewness(&[1.0, 2.0, 3.0]).unwrap().abs() < 1e-12);
    assert_eq!(skewness(&[2.0, 2.0]), None);
    assert_eq!(skewness(&[]), None);
}

#[test]
fn the_mean_similarity_of_relevant_images_is_correlated_with_the_value() {
    let relevant = [hits(&[0.5, 0.25]), hits(&[0.5]), hits(&[]), hits(&[0.75, 1.0]), hits(&[0.1])];
    let values = [Some(0.2), Some(0.4), Some(0.9), Some(1.0), None];
    let queries =
        || (0..).zip(&relevant).zip(values).map(|((row, hits), value)| (row, &hits[..], value));
    let Hardness { queries: points, pearson, spearman } = hardness(queries()).unwrap();
    assert_eq!(points, [(0, [0.375, 0.2]), (1, [0.5, 0.4]), (3, [0.875, 1.0])]);
    let (r, p) = pearson.unwrap();
    // By the formula.
    let (x, y) = ([0.375, 0.5, 0.875], [0.2, 0.4, 1.0]);
    let mean = |of: &[f64; 3]| of.iter().sum::<f64>() / 3.0;
    let dot = |a: &[f64; 3], b: &[f64; 3]| -> f64 {
        a.iter().zip(b).map(|(one, other)| (one - mean(a)) * (other - mean(b))).sum()
    };
    assert!((r - dot(&x, &y) / (dot(&x, &x) * dot(&y, &y)).sqrt()).abs() < 1e-12);
    assert_eq!(Some(p), correlation_p(r, 3));
    assert_eq!(spearman.unwrap().0, 1.0);
    let few = hardness(queries().take(2));
    refused(few, &["queries with relevant images and a value: 2 given, but at least 3"]);
}

#[test]
fn hubs_are_counted_among_the_first_hits() {
    let lists = [tied([3, 1, 0]), tied([3, 0, 4]), tied([1, 3, 2]), tied([])];
    let hubness = Hubness::new(lists.iter().map(Vec::as_slice), 5, 2);
    assert_eq!(hubness.counts, [1, 2, 0, 3, 0]);
    assert_eq!(hubness.n_never(), 2);
    assert_eq!(hubness.top(2), [(3, 3), (1, 2)]);
    assert_eq!(hubness.top(9), [(3, 3), (1, 2), (0, 1)]);
    assert_eq!(hubness.skewness(), skewness(&[1.0, 2.0, 0.0, 3.0, 0.0]));
    let of_ties = Hubness::new([&tied([2, 1])[..], &tied([0])[..]], 4, 2);
    assert_eq!(of_ties.top(2), [(0, 1), (1, 1)]);
}
