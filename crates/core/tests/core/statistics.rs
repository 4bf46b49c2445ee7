//! Agreement of orderings, against scipy and against counting.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::support::{golden, numbers};
use proptest::prelude::*;
use rankscope_core::statistics::{
    Resampling, StatisticsError, bootstrap, descending_ranks, discordant_pairs, kendall_tau_b,
    mean_interval, pearson, spearman, tau_b_interval, tau_b_intervals, tau_b_matrix,
};
use serde_json::Value;

fn close(found: f64, wanted: &Value, what: &str) {
    let wanted = wanted.as_f64().unwrap();
    // The goldens of scipy are printed with ten decimals.
    assert!((found - wanted).abs() < 1e-9, "{what}: {found}, and the original gives {wanted}");
}

#[test]
fn correlations_are_those_of_scipy() {
    let golden = golden("statistics.json");
    let cases = golden["correlations"].as_array().unwrap();
    assert_eq!(cases.len(), 30);
    for (index, case) in cases.iter().enumerate() {
        let (x, y) = (numbers(&case["x"]), numbers(&case["y"]));
        let what = |name: &str| format!("case {index}, {name}");
        let tau = kendall_tau_b(&x, &y).unwrap();
        close(tau.tau_b, &case["kendall_tau_b"], &what("tau-b"));
        close(spearman(&x, &y).unwrap(), &case["spearman"], &what("Spearman"));
        close(pearson(&x, &y).unwrap(), &case["pearson"], &what("Pearson"));
        let discordant = discordant_pairs(&x, &y).unwrap();
        assert_eq!(discordant.len() as u64, tau.n_discordant, "{}", what("discordant pairs"));
    }
}

/// ECCV Caption, section 4.1: people's preference among five lists that are wrong in different
/// places, and what measures say of them with eight positives.
const PREFERENCE: [f64; 5] = [70.85, 10.66, 13.15, 4.89, 0.44];
const MAP_AT_R: [f64; 5] = [66.0, 12.5, 10.3, 2.5, 0.0];
const HIT_AT_1: [f64; 5] = [0.0, 100.0, 0.0, 0.0, 0.0];

#[test]
fn the_published_preferences_disagree_with_map_at_r_about_one_pair() {
    // Lists B (only the first right) and C (the first five wrong): 10.66 < 13.15, 12.5 > 10.3.
    let pairs = discordant_pairs(&PREFERENCE, &MAP_AT_R).unwrap();
    assert_eq!(pairs.iter().map(|pair| (pair.i, pair.j)).collect::<Vec<_>>(), [(1, 2)]);
    assert!((pairs[0].x_difference - 2.49).abs() < 1e-12);
    assert!((pairs[0].y_difference + 2.2).abs() < 1e-12);
    assert_eq!(kendall_tau_b(&PREFERENCE, &MAP_AT_R).unwrap().tau_b, 0.8);
    let first = discordant_pairs(&PREFERENCE, &HIT_AT_1).unwrap();
    assert_eq!(first.iter().map(|pair| (pair.i, pair.j)).collect::<Vec<_>>(), [(0, 1), (1, 2)]);
}

#[test]
fn correlations_without_a_value_say_so() {
    let tau_b = |x: &[f64], y: &[f64]| kendall_tau_b(x, y).map(|tau| tau.tau_b);
    for correlation in [pearson, spearman, tau_b] {
        assert_eq!(correlation(&[1.0, 1.0], &[1.0, 2.0]), None, "a constant");
        assert_eq!(correlation(&[1.0, 2.0, 3.0], &[0.1, 0.1, 0.1]), None, "a constant");
        assert_eq!(correlation(&[1.0], &[1.0]), None, "one item");
        assert_eq!(correlation(&[], &[]), None, "nothing");
        assert_eq!(correlation(&[1.0, 2.0], &[1.0]), None, "unequal lengths");
        assert_eq!(correlation(&[1.0, f64::NAN], &[1.0, 2.0]), None, "NaN");
        assert_eq!(correlation(&[0.0, -0.0], &[1.0, 2.0]), None, "zeros of both signs");
        assert_eq!(correlation(&[1e-320, 2e-320], &[1e300, 2e300]), Some(1.0), "far ends");
    }
    assert_eq!(kendall_tau_b(&[-0.0, 0.0, 1.0], &[0.0, -0.0, 1.0]).unwrap().n_concordant, 2);
    assert_eq!(pearson(&[1.0, f64::INFINITY], &[1.0, 2.0]), None);
    assert_eq!(spearman(&[1.0, f64::INFINITY], &[1.0, 2.0]), Some(1.0));
    assert_eq!(discordant_pairs(&[1.0, f64::NAN], &[1.0, 2.0]), None);
    assert_eq!(discordant_pairs(&[1.0], &[1.0, 2.0]), None);
    assert_eq!(discordant_pairs(&[], &[]).unwrap(), []);
    assert_eq!(discordant_pairs(&[1.0, 1.0], &[1.0, 2.0]).unwrap(), [], "a constant");
    let far = discordant_pairs(&[f64::NEG_INFINITY, f64::INFINITY], &[1.0, 0.0]).unwrap();
    assert_eq!((far.len(), far[0].strength()), (1, f64::INFINITY));
}

#[test]
fn the_generator_is_the_published_one() {
    // Outputs of SplitMix64 for seed 1234567, as its author's C code prints them.
    let published: [u64; 5] = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    let mut drawn = Vec::new();
    let once = Resampling { n_resamples: 1, seed: 1_234_567, ..Resampling::default() };
    bootstrap(5, &once, |queries| {
        drawn = queries.to_vec();
        Some(0.0)
    })
    .unwrap();
    let wanted = published.map(|number| (u128::from(number) * 5 / (1 << 64)) as usize);
    assert_eq!(drawn, wanted);
}

#[test]
fn intervals_of_means_are_those_of_numpy_on_the_same_draws() {
    for case in golden("significance.json")["mean_interval"].as_array().unwrap() {
        let resampling = Resampling {
            n_resamples: case["n_resamples"].as_u64().unwrap() as u32,
            level: case["level"].as_f64().unwrap(),
            seed: case["seed"].as_u64().unwrap(),
        };
        let values = numbers(&case["values"]);
        let interval = mean_interval(&values, &resampling).unwrap();
        close(interval.low, &case["low"], "low");
        close(interval.high, &case["high"], "high");
        assert_eq!((interval.n, interval.level), (values.len(), resampling.level));
        assert_eq!((interval.n_resamples, interval.n_undefined), (resampling.n_resamples, 0));
    }
}

/// `[systems][queries]`, null where a query has no value.
fn per_query(value: &Value) -> Vec<Vec<Option<f64>>> {
    let row = |row: &Value| row.as_array().unwrap().iter().map(Value::as_f64).collect();
    value.as_array().unwrap().iter().map(row).collect()
}

#[test]
fn intervals_of_tau_b_are_those_of_scipy_on_the_same_draws() {
    let significance = golden("significance.json");
    let cases = significance["tau_b_interval"].as_array().unwrap();
    for case in cases {
        let resampling = Resampling {
            n_resamples: case["n_resamples"].as_u64().unwrap() as u32,
            seed: case["seed"].as_u64().unwrap(),
            ..Resampling::default()
        };
        let (x, y) = (per_query(&case["x"]), per_query(&case["y"]));
        let interval = tau_b_interval(&x, &y, &resampling).unwrap();
        close(interval.low, &case["low"], "low");
        close(interval.high, &case["high"], "high");
        let all = tau_b_intervals(&[x.clone(), y.clone()], &resampling).unwrap();
        assert_eq!((all[0][1], all[1][0]), (Some(interval), Some(interval)));
        let own = tau_b_interval(&x, &x, &resampling).unwrap();
        assert_eq!(all[0][0], Some(own));
        assert_eq!(u64::from(interval.n_undefined), case["n_undefined"].as_u64().unwrap());
        assert_eq!(interval.n, x[0].len());
    }
    assert!(cases.iter().any(|case| case["n_undefined"].as_u64().unwrap() > 0));
}

#[test]
fn a_bootstrap_that_has_no_interval_says_why() {
    let usual = Resampling::default();
    assert_eq!((usual.n_resamples, usual.level), (2000, 0.95));
    let too_few = |found| StatisticsError::TooFew { what: "queries", found, needed: 2 };
    assert_eq!(mean_interval(&[], &usual), Err(too_few(0)));
    assert_eq!(mean_interval(&[0.5], &usual), Err(too_few(1)));
    let error = mean_interval(&[0.5, f64::NAN], &usual).unwrap_err().to_string();
    assert!(error.contains("value 1 of the values is NaN"), "{error}");
    for level in [0.0, 1.0, -0.5, f64::NAN, f64::INFINITY] {
        let error = mean_interval(&[0.5, 0.6], &Resampling { level, ..usual }).unwrap_err();
        assert!(matches!(error, StatisticsError::Level(_)), "{error}");
    }
    let none = Resampling { n_resamples: 0, ..usual };
    assert_eq!(mean_interval(&[0.5, 0.6], &none), Err(StatisticsError::NoResamples));
    for nothing in [None, Some(f64::NAN), Some(f64::INFINITY)] {
        let never = StatisticsError::NeverDefined { n_resamples: 2000 };
        assert_eq!(bootstrap(3, &usual, |_| nothing), Err(never));
    }
    let mut n_asked = 0;
    let every_other = bootstrap(3, &usual, |_| {
        n_asked += 1;
        (n_asked % 2 == 0).then_some(1.0)
    });
    let interval = every_other.unwrap();
    assert_eq!((interval.low, interval.high, interval.n_undefined), (1.0, 1.0, 1000));
    let constant = mean_interval(&[0.1; 7], &usual).unwrap();
    assert!((constant.low - 0.1).abs() < 1e-15 && (constant.high - 0.1).abs() < 1e-15);
}

#[test]
fn an_interval_of_tau_b_needs_the_same_queries_on_both_sides() {
    let usual = Resampling::default();
    let row = |values: &[f64]| values.iter().copied().map(Some).collect::<Vec<_>>();
    let x = vec![row(&[0.0, 1.0, 1.0]), row(&[0.0, 0.0, 1.0])];
    assert_eq!(tau_b_interval(&x, &x, &usual).map(|interval| interval.high), Ok(1.0));
    let refused = |x: &[Vec<Option<f64>>], y: &[Vec<Option<f64>>], why: &str| {
        let error = tau_b_interval(x, y, &usual).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    };
    refused(&[], &[], "systems: 0 given");
    refused(&x[..1], &x[..1], "systems: 1 given");
    refused(&x, &x[..1], "the second measure has 1 values, not 2");
    let short = vec![x[0].clone(), row(&[0.0])];
    refused(&x, &short, "system 1 by the second measure has 1 values, not 3");
    let nan = vec![row(&[0.0, f64::NAN, 1.0]), x[1].clone()];
    refused(&nan, &x, "value 1 of system 0 by the first measure is NaN");
    let constant = vec![row(&[0.5; 3]), row(&[0.5; 3])];
    refused(&x, &constant, "no value on any of 2000 resamples");
    let unanswered = vec![vec![None; 3], row(&[0.0, 1.0, 0.0])];
    refused(&unanswered, &x, "no value on any of 2000 resamples");
    refused(&[vec![], vec![]], &[vec![], vec![]], "queries: 0 given");
}

/// Small whole numbers: many ties.
fn tied_pairs() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    prop::collection::vec((0u8..6, 0u8..6), 0..40)
        .prop_map(|pairs| pairs.iter().map(|(x, y)| (f64::from(*x), f64::from(*y))).unzip())
}

/// The textbook's formula, from sums.
fn summed_correlation(x: &[f64], y: &[f64]) -> Option<f64> {
    let n = x.len() as f64;
    let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let ones = vec![1.0; x.len()];
    let about = |a: &[f64], b: &[f64]| n * sum(a, b) - sum(a, &ones) * sum(b, &ones);
    let scale = about(x, x) * about(y, y);
    (scale > 0.0).then(|| about(x, y) / scale.sqrt())
}

#[test]
fn the_largest_has_rank_one_and_equals_share_theirs() {
    // scipy 1.17.1: rankdata([-x for x in values]).
    let values = [0.3, 0.1, 0.3, 0.5, 0.0, -0.0, 0.1, 0.1];
    assert_eq!(descending_ranks(&values), [2.5, 5.0, 2.5, 1.0, 7.5, 7.5, 5.0, 5.0]);
    assert_eq!(descending_ranks(&[]), [0.0; 0]);
}

/// 1 for itself, 1 for each smaller one, ½ for each other equal one.
fn counted_ranks(values: &[f64]) -> Vec<f64> {
    let rank = |a: &f64| {
        let n = |is: fn(&f64, &f64) -> bool| values.iter().filter(|b| is(b, a)).count() as f64;
        n(|b, a| b < a) + (n(|b, a| b == a) + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

fn same(found: Option<f64>, wanted: Option<f64>) -> Result<(), TestCaseError> {
    match (found, wanted) {
        (Some(found), Some(wanted)) => prop_assert!((found - wanted).abs() < 1e-12),
        (found, wanted) => prop_assert_eq!(found, wanted),
    }
    Ok(())
}

proptest! {
    #[test]
    fn tau_b_and_its_discordant_pairs_are_what_counting_gives((x, y) in tied_pairs()) {
        let (mut n_concordant, mut untied_x, mut untied_y) = (0u64, 0u64, 0u64);
        let mut opposite = Vec::new();
        for j in 0..x.len() {
            for i in 0..j {
                let (dx, dy) = (x[j] - x[i], y[j] - y[i]);
                untied_x += u64::from(dx != 0.0);
                untied_y += u64::from(dy != 0.0);
                n_concordant += u64::from(dx * dy > 0.0);
                if dx * dy < 0.0 {
                    opposite.push((i, j, dx, dy));
                }
            }
        }
        let difference = n_concordant as f64 - opposite.len() as f64;
        let wanted = (untied_x > 0 && untied_y > 0)
            .then(|| difference / (untied_x as f64 * untied_y as f64).sqrt());
        let tau = kendall_tau_b(&x, &y);
        same(tau.map(|tau| tau.tau_b), wanted)?;
        let matrix = tau_b_matrix(&[x.clone(), y.clone()]);
        prop_assert_eq!((matrix[0][1], matrix[1][0]), (tau.map(|tau| tau.tau_b), tau.map(|tau| tau.tau_b)));
        if let Some(tau) = tau {
            prop_assert_eq!(tau.n_concordant, n_concordant);
            prop_assert_eq!(tau.n_discordant, opposite.len() as u64);
        }
        // Strongest first, then by position; products of small whole numbers are exact.
        opposite.sort_by_key(|(i, j, dx, dy)| ((dx * dy) as i64, *i, *j));
        let found: Vec<_> = discordant_pairs(&x, &y).unwrap().into_iter()
            .map(|pair| (pair.i, pair.j, pair.x_difference, pair.y_difference))
            .collect();
        prop_assert_eq!(found, opposite);
    }

    #[test]
    fn correlations_are_what_their_formulas_give((x, y) in tied_pairs()) {
        same(pearson(&x, &y), summed_correlation(&x, &y))?;
        same(spearman(&x, &y), summed_correlation(&counted_ranks(&x), &counted_ranks(&y)))?;
    }

    #[test]
    fn no_correlation_is_ever_nan(
        pairs in prop::collection::vec((any::<f64>(), any::<f64>()), 0..8),
    ) {
        let (x, y): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
        let tau = kendall_tau_b(&x, &y).map(|tau| tau.tau_b);
        for value in [tau, spearman(&x, &y), pearson(&x, &y)].into_iter().flatten() {
            prop_assert!((-1.0..=1.0).contains(&value), "{}", value);
        }
        for pair in discordant_pairs(&x, &y).unwrap_or_default() {
            prop_assert!(!pair.strength().is_nan() && pair.i < pair.j);
            prop_assert!((pair.x_difference > 0.0) != (pair.y_difference > 0.0));
        }
        let few = Resampling { n_resamples: 20, ..Resampling::default() };
        if let Ok(interval) = mean_interval(&x, &few) {
            prop_assert!(interval.low <= interval.high, "{:?}", interval);
        }
    }

    #[test]
    fn an_interval_lies_among_the_values_and_hangs_on_the_seed_alone(
        values in prop::collection::vec(-1.0..1.0f64, 2..30),
        seed in any::<u64>(),
        level in 0.01..0.99f64,
    ) {
        let resampling = Resampling { n_resamples: 50, level, seed };
        let interval = mean_interval(&values, &resampling).unwrap();
        let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        prop_assert!(lowest - 1e-12 <= interval.low && interval.high <= highest + 1e-12);
        prop_assert!(interval.low <= interval.high);
        prop_assert_eq!(mean_interval(&values, &resampling).unwrap(), interval);
        let wider = Resampling { level: f64::midpoint(level, 1.0), ..resampling };
        let outer = mean_interval(&values, &wider).unwrap();
        prop_assert!(outer.low <= interval.low && interval.high <= outer.high);
    }
}
