//! Letters for significant differences, against ranx and scipy.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::support::{golden, numbers};
use rankscope_core::analysis::{Correction, Significance};
use rankscope_core::statistics::{
    PairedTest, StatisticsError, Student, holm, paired_randomisation, paired_student, pairwise,
    tukey,
};

/// Three systems on ten queries: the second is better than the first, the third like the first.
fn three() -> Vec<Vec<f64>> {
    let first: Vec<f64> = (0..10).map(|query| f64::from(query % 4) / 10.0).collect();
    let second = first.iter().map(|value| value + 0.3).collect();
    let third = first.iter().rev().copied().collect();
    vec![first, second, third]
}

#[test]
fn students_p_is_that_of_scipy() {
    let golden = golden("report.json");
    let cases = golden["student"].as_array().unwrap();
    assert_eq!(cases.len(), 15);
    for case in cases {
        let (a, b, p) = (numbers(&case[0]), numbers(&case[1]), case[2].as_f64().unwrap());
        let Student { t, p: found } = paired_student(&a, &b).unwrap();
        assert!((found - p).abs() <= 1e-9 * p.max(1e-6), "{} queries: {found}, not {p}", a.len());
        assert_eq!(paired_student(&b, &a).unwrap(), Student { t: -t, p: found });
    }
}

/// The mean 0.175 over its standard error, the root of the variance 0.0825 over 4.
#[test]
fn students_t_is_the_mean_over_its_standard_error() {
    let found = paired_student(&[0.4, 0.1, 0.9, 0.3], &[0.2, 0.3, 0.4, 0.1]).unwrap();
    assert!((found.t - 0.175 / (0.0825f64 / 4.0).sqrt()).abs() < 1e-12, "{}", found.t);
}

#[test]
fn student_of_equal_and_of_shifted_values() {
    assert_eq!(paired_student(&[0.1, 0.2], &[0.1, 0.2]).unwrap(), Student { t: 0.0, p: 1.0 });
    let shifted = Student { t: f64::INFINITY, p: 0.0 };
    assert_eq!(paired_student(&[1.0, 2.0, 3.0], &[0.0, 1.0, 2.0]).unwrap(), shifted);
    assert!(matches!(paired_student(&[1.0], &[0.0]), Err(StatisticsError::TooFew { .. })));
    assert!(paired_student(&[1.0, f64::NAN], &[0.0, 1.0]).is_err());
    assert!(paired_student(&[1.0, 2.0], &[0.0]).is_err());
}

#[test]
fn a_pair_among_many_has_the_p_of_its_own_exact_test() {
    let values = three();
    let test = PairedTest::Randomisation { n_draws: 1, seed: 0 };
    for pair in pairwise(&values, test).unwrap() {
        let own = paired_randomisation(&values[pair.first], &values[pair.second], 1, 0).unwrap();
        assert!(own.is_exact);
        assert!((pair.p - own.p).abs() < 1e-12, "{pair:?}: {}", own.p);
        assert!((pair.mean_difference - own.mean_difference).abs() < 1e-12);
    }
}

#[test]
fn random_exchanges_come_near_the_test_of_each_pair() {
    // 40 queries, so that exchanges are drawn; two systems that differ a little.
    let value = |system: u32, query: u32| {
        f64::from((query * 37 + system * 11) % 23) / 23.0 + f64::from(system) / 20.0
    };
    let values: Vec<Vec<f64>> =
        (0..3).map(|system| (0..40).map(|query| value(system, query)).collect()).collect();
    let test = PairedTest::Randomisation { n_draws: 20_000, seed: 3 };
    for pair in pairwise(&values, test).unwrap() {
        let (a, b) = (&values[pair.first], &values[pair.second]);
        let own = paired_randomisation(a, b, 20_000, 7).unwrap();
        // Four standard errors of the difference of two shares of 20,000.
        let error = (2.0 * own.p * (1.0 - own.p) / 20_000.0).sqrt();
        assert!((pair.p - own.p).abs() <= 4.0 * error + 1e-4, "{pair:?}: {}", own.p);
    }
}

/// All shuffles of the values of each query.
fn each_shuffle(values: &[[f64; 3]], take: &mut dyn FnMut([f64; 3])) {
    let Some((first, rest)) = values.split_first() else { return take([0.0; 3]) };
    for [a, b, c] in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        each_shuffle(rest, &mut |[x, y, z]| take([x + first[a], y + first[b], z + first[c]]));
    }
}

#[test]
fn tukeys_p_is_the_share_of_all_shuffles_with_so_great_a_range() {
    let by_query =
        [[0.9, 0.3, 0.1], [0.7, 0.6, 0.2], [0.8, 0.1, 0.4], [0.5, 0.6, 0.3], [0.9, 0.7, 0.2]];
    let mut ranges = Vec::new();
    each_shuffle(&by_query, &mut |[a, b, c]| ranges.push(a.max(b).max(c) - a.min(b).min(c)));
    assert_eq!(ranges.len(), 6_usize.pow(5));
    let values: Vec<Vec<f64>> =
        (0..3).map(|system| by_query.iter().map(|of| of[system]).collect()).collect();
    let n_draws = 100_000;
    let tested = tukey(&values, n_draws, 7).unwrap();
    assert_eq!(tested.len(), 3);
    for pair in tested {
        let sum = |system: usize| values[system].iter().sum::<f64>();
        let difference = (sum(pair.first) - sum(pair.second)).abs();
        assert!((pair.mean_difference.abs() * 5.0 - difference).abs() < 1e-12);
        let n = ranges.iter().filter(|range| **range >= difference - 1e-9).count();
        let exact = n as f64 / ranges.len() as f64;
        // Four standard errors of a share.
        let error = (exact * (1.0 - exact) / f64::from(n_draws)).sqrt();
        assert!((pair.p - exact).abs() <= 4.0 * error + 1e-4, "{pair:?}: {exact}");
    }
}

#[test]
fn tukey_of_two_systems_is_the_test_of_a_pair() {
    let values = three();
    let pair = &tukey(&values[..2], 100_000, 1).unwrap()[0];
    let own = paired_randomisation(&values[0], &values[1], 1, 0).unwrap();
    assert!(own.is_exact);
    assert!((pair.p - own.p).abs() < 4.0 * (own.p / 100_000.0).sqrt() + 1e-4, "{pair:?}: {own:?}");
    assert_eq!(tukey(&[], 10, 0).unwrap(), []);
    assert!(matches!(tukey(&values, 0, 0), Err(StatisticsError::NoResamples)));
    assert!(tukey(&[vec![1.0], vec![f64::NAN]], 10, 0).is_err());
    let note = Significance { correction: Correction::Tukey, ..Significance::default() }.note(&[]);
    assert!(note.contains("Tukey’s honestly significant difference"), "{note}");
}

#[test]
fn who_is_better_than_whom() {
    let some = |values: Vec<f64>| values.into_iter().map(Some).collect::<Vec<_>>();
    let mut values: Vec<Vec<Option<f64>>> = three().into_iter().map(some).collect();
    let outcome = Significance::default().of(&values).unwrap();
    assert_eq!(outcome.better_than[0], [0usize; 0]);
    assert!(outcome.better_than[1].contains(&0));
    assert_eq!(outcome.better_than[2], [0usize; 0]);
    assert_eq!((outcome.n_queries, outcome.n_pairs), (10, 3));

    // A system without values is not tested, and a query that one lacks does not count.
    values.insert(1, vec![None; 10]);
    values[0][3] = None;
    let outcome = Significance::default().of(&values).unwrap();
    assert_eq!((outcome.n_queries, outcome.n_pairs), (9, 3));
    assert!(outcome.better_than[2].contains(&0) && outcome.better_than[1].is_empty());

    // One system, one query, nothing: nothing is better.
    assert_eq!(Significance::default().of(&values[..1]).unwrap().n_pairs, 0);
    assert_eq!(Significance::default().of(&[]).unwrap().n_pairs, 0);
    let one = [vec![Some(1.0)], vec![Some(0.0)]];
    assert_eq!(Significance::default().of(&one).unwrap().n_pairs, 0);
}

#[test]
fn holm_takes_letters_away() {
    let some = |values: Vec<f64>| values.into_iter().map(Some).collect::<Vec<_>>();
    let values: Vec<Vec<Option<f64>>> = three().into_iter().map(some).collect();
    let plain: Vec<f64> =
        pairwise(&three(), PairedTest::Student).unwrap().iter().map(|pair| pair.p).collect();
    // Between the p of the second pair and what Holm makes of it.
    let corrected = holm(&plain).unwrap();
    let place = (0..3).find(|place| corrected[*place] > plain[*place] && plain[*place] > 0.0);
    let place = place.unwrap();
    let alpha = f64::midpoint(plain[place], corrected[place]);
    let with = |correction| Significance { test: PairedTest::Student, correction, alpha };
    let n = |correction| {
        let outcome = with(correction).of(&values).unwrap();
        outcome.better_than.iter().map(Vec::len).sum::<usize>()
    };
    assert!(n(Correction::Holm) < n(Correction::None));
    assert!(with(Correction::None).note(&[]).contains("not corrected"));
}
