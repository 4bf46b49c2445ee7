//! Tests of significance and strengths from preferences, against scipy, statsmodels and counting.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::support::{golden, numbers, refused};
use proptest::prelude::*;
use rankscope_core::statistics::{
    Alternative, Resampling, StatisticsError, bootstrap, bradley_terry, holm, mann_whitney,
    paired_bootstrap, paired_randomisation,
};
use serde_json::Value;

fn cases<'a>(golden: &'a Value, name: &str) -> &'a [Value] {
    golden[name].as_array().unwrap()
}

/// Relative, so that far tails count as well.
fn close(found: f64, wanted: &Value, tolerance: f64, what: &str) {
    let wanted = wanted.as_f64().unwrap();
    let apart = (found - wanted).abs();
    assert!(apart <= tolerance * wanted.abs().max(1e-300), "{what}: {found}, not {wanted}");
}

#[test]
fn mann_whitney_is_that_of_scipy() {
    let golden_file = golden("statistics.json");
    let printed = cases(&golden_file, "mann_whitney");
    assert_eq!(printed.len(), 15);
    for (index, case) in printed.iter().enumerate() {
        let (a, b) = (numbers(&case["a"]), numbers(&case["b"]));
        let test = mann_whitney(&a, &b, Alternative::Less).unwrap();
        assert_eq!(test.u, case["u"].as_f64().unwrap(), "case {index}");
        assert!((test.p - case["p"].as_f64().unwrap()).abs() < 1e-9, "case {index}");
        assert_eq!((test.n_first, test.n_second), (a.len(), b.len()));
    }
    // Every digit, both tails as far as 1e-49, single values, zeros of both signs, all equal.
    for (index, case) in cases(&golden("significance.json"), "mann_whitney").iter().enumerate() {
        let (a, b) = (numbers(&case["a"]), numbers(&case["b"]));
        for (alternative, key) in [
            (Alternative::Less, "p_less"),
            (Alternative::Greater, "p_greater"),
            (Alternative::TwoSided, "p_two_sided"),
        ] {
            let test = mann_whitney(&a, &b, alternative).unwrap();
            assert_eq!(test.u, case["u"].as_f64().unwrap(), "case {index}");
            close(test.p, &case[key], 1e-12, &format!("case {index}, {key}"));
        }
    }
}

#[test]
fn groups_that_cannot_be_tested_say_why() {
    for (a, b, why) in [
        (&[][..], &[1.0][..], "the first group: 0 given"),
        (&[1.0], &[], "the second group: 0 given"),
        (&[1.0], &[2.0, f64::NAN], "value 1 of the second group is NaN"),
    ] {
        refused(mann_whitney(a, b, Alternative::Less), &[why]);
    }
    let ordered = mann_whitney(&[f64::NEG_INFINITY], &[f64::INFINITY], Alternative::Less).unwrap();
    assert_eq!(ordered.u, 0.0);
}

#[test]
fn holm_is_that_of_statsmodels() {
    for case in cases(&golden("significance.json"), "holm") {
        let adjusted = holm(&numbers(&case["p"])).unwrap();
        for (found, wanted) in adjusted.iter().zip(case["adjusted"].as_array().unwrap()) {
            close(*found, wanted, 1e-14, "adjusted");
        }
    }
    assert_eq!(holm(&[]).unwrap(), [0.0; 0]);
    for wrong in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        let error = holm(&[0.5, wrong]).unwrap_err();
        assert!(matches!(error, StatisticsError::PValue { index: 1, .. }), "{error}");
    }
}

#[test]
fn the_exact_randomisation_test_is_that_of_counting_all_exchanges() {
    let significance = golden("significance.json");
    let exact = cases(&significance, "randomisation_exact");
    for case in exact {
        let (a, b) = (numbers(&case["first"]), numbers(&case["second"]));
        let test = paired_randomisation(&a, &b, 0, 0).unwrap();
        assert!(test.is_exact);
        assert_eq!((test.p, test.n), (case["p"].as_f64().unwrap(), a.len()));
        let wanted = case["mean_difference"].as_f64().unwrap();
        assert!((test.mean_difference - wanted).abs() < 1e-15);
    }
    assert!(exact.len() == 9);
}

#[test]
fn the_drawn_randomisation_test_comes_close_to_the_exact_one() {
    let significance = golden("significance.json");
    let case = &significance["randomisation_large"];
    let (a, b) = (numbers(&case["first"]), numbers(&case["second"]));
    let (n_draws, exact) = (20_000, case["p"].as_f64().unwrap());
    let test = paired_randomisation(&a, &b, n_draws, 1).unwrap();
    let spread = (exact * (1.0 - exact) / f64::from(n_draws)).sqrt();
    assert!((test.p - exact).abs() < 4.0 * spread, "{} and {exact}", test.p);
    assert!(!test.is_exact && test.n_exchanges == n_draws);
    assert_eq!(test, paired_randomisation(&a, &b, n_draws, 1).unwrap(), "the same seed");
    assert_ne!(test, paired_randomisation(&a, &b, n_draws, 2).unwrap(), "another seed");
    // Queries without a difference are not enumerated: those of 40 would be too many.
    let mut few = b.clone();
    few.iter_mut().take(4).for_each(|value| *value += 1.0);
    let test = paired_randomisation(&few, &b, 0, 1).unwrap();
    assert_eq!((test.p, test.n, test.n_exchanges), (0.125, 40, 16));
    let none = paired_randomisation(&a, &b, 0, 1);
    assert_eq!(none, Err(StatisticsError::NoResamples));
    // However clear the difference, p is never 0: the given assignment is counted.
    let clear: Vec<f64> = b.iter().map(|value| value + 1.0).collect();
    assert_eq!(paired_randomisation(&clear, &b, 99, 1).unwrap().p, 0.01);
}

#[test]
fn the_paired_bootstrap_is_that_of_numpy_on_the_same_draws() {
    for case in cases(&golden("significance.json"), "paired_bootstrap") {
        let seed = case["seed"].as_u64().unwrap();
        let resampling = Resampling { seed, ..Resampling::default() };
        let (a, b) = (numbers(&case["first"]), numbers(&case["second"]));
        let test = paired_bootstrap(&a, &b, &resampling).unwrap();
        close(test.mean_difference, &case["mean_difference"], 1e-12, "mean difference");
        close(test.p, &case["p"], 1e-12, "p");
        close(test.interval.low, &case["low"], 1e-12, "low");
        close(test.interval.high, &case["high"], 1e-12, "high");
    }
}

#[test]
fn pairs_that_cannot_be_tested_say_why() {
    for (a, b, why) in [
        (&[1.0, 2.0][..], &[1.0][..], "the second list has 1 values, not 2"),
        (&[1.0, f64::NAN], &[1.0, 2.0], "value 1 of the first list is NaN"),
        (&[1.0, 2.0], &[f64::INFINITY, 2.0], "value 0 of the second list is inf"),
        (&[1e308, 1e308], &[-1e308, 0.0], "is inf"),
        (&[], &[], "queries: 0 given"),
    ] {
        refused(paired_randomisation(a, b, 100, 0), &[why]);
        refused(paired_bootstrap(a, b, &Resampling::default()), &[why]);
    }
    let once = paired_bootstrap(&[1.0], &[0.0], &Resampling::default());
    assert_eq!(once, Err(StatisticsError::TooFew { what: "queries", found: 1, needed: 2 }));
    let equal = [0.1, 0.2, 0.7];
    assert_eq!(paired_randomisation(&equal, &equal, 100, 0).unwrap().p, 1.0);
    assert_eq!(paired_bootstrap(&equal, &equal, &Resampling::default()).unwrap().p, 1.0);
}

fn matrix(value: &Value) -> Vec<Vec<f64>> {
    value.as_array().unwrap().iter().map(numbers).collect()
}

#[test]
fn strengths_are_those_of_a_logistic_regression() {
    for case in cases(&golden("significance.json"), "bradley_terry") {
        let fit = bradley_terry(&matrix(&case["wins"])).unwrap();
        for (found, wanted) in fit.log_strengths.iter().zip(numbers(&case["log_strengths"])) {
            assert!((found - wanted).abs() < 1e-9, "{found}, not {wanted}");
        }
    }
}

#[test]
fn preferences_are_found_again_from_the_wins_that_they_predict() {
    // People's preference scores of ECCV Caption's study, section 4.1.
    let preference = [70.85, 10.66, 13.15, 4.89, 0.44];
    let wins: Vec<Vec<f64>> =
        preference.iter().map(|a| preference.iter().map(|b| a / (a + b)).collect()).collect();
    let fit = bradley_terry(&wins).unwrap();
    for (i, a) in preference.iter().enumerate() {
        for (j, b) in preference.iter().enumerate() {
            assert!((fit.probability(i, j).unwrap() - a / (a + b)).abs() < 1e-10);
        }
    }
    assert!(fit.log_strengths.iter().sum::<f64>().abs() < 1e-12);
    assert_eq!(fit.probability(0, 5), None);
}

#[test]
fn items_that_cannot_be_placed_are_named() {
    let groups = |wins: &[&[f64]]| {
        let wins: Vec<Vec<f64>> = wins.iter().map(|row| row.to_vec()).collect();
        match bradley_terry(&wins).unwrap_err() {
            StatisticsError::NotComparable { groups } => groups,
            other => unreachable!("{other}"),
        }
    };
    let unbeaten: [&[f64]; 3] = [&[0.0, 4.0, 2.0], &[0.0, 0.0, 1.0], &[0.0, 1.0, 0.0]];
    assert_eq!(groups(&unbeaten), [vec![0], vec![1, 2]]);
    let apart: [&[f64]; 4] = [
        &[0.0, 0.0, 1.0, 0.0],
        &[0.0, 0.0, 0.0, 1.0],
        &[1.0, 0.0, 0.0, 0.0],
        &[0.0, 1.0, 0.0, 0.0],
    ];
    assert_eq!(groups(&apart), [vec![0, 2], vec![1, 3]]);
    // The diagonal connects nothing.
    assert_eq!(groups(&[&[5.0, 0.0], &[0.0, 5.0]]), [vec![0], vec![1]]);

    for (wins, why) in [
        (&[][..], "items: 0 given"),
        (&[vec![1.0]], "items: 1 given"),
        (&[vec![0.0, 1.0], vec![1.0]], "row 1 of the wins has 1 values, not 2"),
        (&[vec![0.0, -1.0], vec![1.0, 0.0]], "item 0 has -1 wins over item 1"),
        (&[vec![0.0, 1.0], vec![f64::NAN, 0.0]], "item 1 has NaN wins over item 0"),
        (&[vec![0.0, 1e300], vec![1e-300, 0.0]], "the strengths still moved"),
        (&[vec![0.0, 1.7e308], vec![1.7e308, 0.0]], "the strengths still moved"),
    ] {
        refused(bradley_terry(wins), &[why]);
    }
}

/// Differences of these that should be equal differ in their last digits.
fn values_from_tenths(tenths: &[(i32, i32)]) -> (Vec<f64>, Vec<f64>) {
    let value = |tenths: i32| f64::from(tenths) / 10.0;
    tenths.iter().map(|(a, b)| (value(*a), value(*b))).unzip()
}

proptest! {
    #[test]
    fn u_is_what_counting_pairs_gives(
        a in prop::collection::vec(0u8..8, 1..30),
        b in prop::collection::vec(0u8..8, 1..30),
    ) {
        let twice: u32 = a.iter()
            .flat_map(|a| b.iter().map(move |b| u32::from(a > b) + u32::from(a >= b)))
            .sum();
        let (a, b): (Vec<f64>, Vec<f64>) =
            (a.into_iter().map(f64::from).collect(), b.into_iter().map(f64::from).collect());
        let less = mann_whitney(&a, &b, Alternative::Less).unwrap();
        prop_assert_eq!(less.u, f64::from(twice) / 2.0);
        let greater = mann_whitney(&b, &a, Alternative::Greater).unwrap();
        prop_assert_eq!(less.u + greater.u, (a.len() * b.len()) as f64);
        prop_assert_eq!(less.p, greater.p);
        let both = mann_whitney(&a, &b, Alternative::TwoSided).unwrap().p;
        let other = mann_whitney(&a, &b, Alternative::Greater).unwrap().p;
        prop_assert_eq!(both, (2.0 * less.p.min(other)).min(1.0));
    }

    #[test]
    fn an_exact_p_is_the_share_of_exchanges_as_far_out(
        tenths in prop::collection::vec((0i32..11, 0i32..11), 1..13),
    ) {
        let sums = tenths.iter().fold(vec![0], |sums: Vec<i32>, (a, b)| {
            sums.iter().flat_map(|sum| [sum + (a - b), sum - (a - b)]).collect()
        });
        let observed: i32 = tenths.iter().map(|(a, b)| a - b).sum();
        let n_as_far = sums.iter().filter(|sum| sum.abs() >= observed.abs()).count();
        let (a, b) = values_from_tenths(&tenths);
        let test = paired_randomisation(&a, &b, 0, 0).unwrap();
        prop_assert_eq!(test.p, n_as_far as f64 / sums.len() as f64);
        prop_assert_eq!(paired_randomisation(&b, &a, 0, 0).unwrap().p, test.p);
    }

    #[test]
    fn a_bootstrap_p_is_the_share_of_draws_as_far_out(
        tenths in prop::collection::vec((0i32..11, 0i32..11), 2..13),
        seed in any::<u64>(),
    ) {
        let resampling = Resampling { n_resamples: 200, seed, ..Resampling::default() };
        let difference = |query: usize| tenths[query].0 - tenths[query].1;
        let observed: i32 = (0..tenths.len()).map(difference).sum();
        let mut n_as_far = 0;
        bootstrap(tenths.len(), &resampling, |drawn| {
            let sum: i32 = drawn.iter().map(|query| difference(*query)).sum();
            n_as_far += u32::from((sum - observed).abs() >= observed.abs());
            Some(0.0)
        }).unwrap();
        let (a, b) = values_from_tenths(&tenths);
        let test = paired_bootstrap(&a, &b, &resampling).unwrap();
        prop_assert_eq!(test.p, f64::from(n_as_far + 1) / 201.0);
    }

    #[test]
    fn holm_rejects_what_stepping_down_rejects(
        p in prop::collection::vec(0.0..=1.0f64, 0..12),
        level in 0.01..0.5f64,
    ) {
        let adjusted = holm(&p).unwrap();
        let mut order: Vec<usize> = (0..p.len()).collect();
        order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
        let mut stepping = true;
        for (place, index) in order.into_iter().enumerate() {
            stepping &= p[index] * (p.len() - place) as f64 <= level;
            prop_assert_eq!(adjusted[index] <= level, stepping);
        }
        prop_assert!(adjusted.iter().zip(&p).all(|(adjusted, p)| (*p..=1.0).contains(adjusted)));
    }

    #[test]
    fn strengths_expect_the_wins_that_there_were(
        n in 2usize..7,
        counts in prop::collection::vec(0u8..4, 49),
    ) {
        let row = |i: usize| (0..n).map(|j| f64::from(counts[i * 7 + j])).collect();
        let wins: Vec<Vec<f64>> = (0..n).map(row).collect();
        // Who leads to whom by wins, step by step (Warshall).
        let mut leads: Vec<Vec<bool>> =
            (0..n).map(|i| (0..n).map(|j| i == j || wins[i][j] > 0.0).collect()).collect();
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    leads[i][j] |= leads[i][k] && leads[k][j];
                }
            }
        }
        let are_together = |i: usize, j: usize| leads[i][j] && leads[j][i];
        match bradley_terry(&wins) {
            Ok(fit) => {
                prop_assert!((1..n).all(|item| are_together(0, item)));
                for (i, row) in wins.iter().enumerate() {
                    let others = || (0..n).filter(move |j| *j != i);
                    let won: f64 = others().map(|j| row[j]).sum();
                    let expected: f64 = others()
                        .map(|j| (row[j] + wins[j][i]) * fit.probability(i, j).unwrap())
                        .sum();
                    prop_assert!((won - expected).abs() < 1e-9, "{} and {}", won, expected);
                }
            }
            Err(StatisticsError::NotComparable { groups }) => {
                let group_of = |item: usize| groups.iter().position(|group| group.contains(&item));
                let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
                for (i, j) in pairs {
                    prop_assert_eq!(group_of(i) == group_of(j), are_together(i, j));
                }
                prop_assert_eq!(groups.concat().len(), n);
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }
}
