//! What a printed mean allows, and how small a difference can be shown.
#![allow(clippy::unwrap_used)]

use crate::support::golden;
use proptest::prelude::*;
use rankscope_core::report::{AuditAsked, AuditReport};
use rankscope_core::statistics::{
    PrintedMean, detectable_difference, queries_needed, sign_test, standard_deviation, wilson,
};

fn near(found: f64, wanted: f64, tolerance: f64) {
    assert!((found - wanted).abs() <= tolerance, "{found}, not {wanted}");
}

fn printed(text: &str) -> PrintedMean {
    text.parse().unwrap()
}

/// `detectable_differences.json`: by scipy's normal quantiles, and by Gauss-Legendre quadrature of the
/// noncentral t, with which scipy's `nct` agrees; for standard deviations of pairs of Fieldbook's systems.
#[test]
fn the_smallest_difference_is_that_of_the_noncentral_t() {
    for case in golden("detectable_differences.json").as_array().unwrap() {
        let sd = case["sd"].as_f64().unwrap();
        for row in case["table"].as_array().unwrap() {
            let (n, normal, t): (usize, f64, f64) = serde_json::from_value(row.clone()).unwrap();
            let found = detectable_difference(sd, n).unwrap();
            near(found.normal, normal, 1e-9);
            near(found.t_noncentral, t, 1e-8);
        }
        for row in case["queries_needed"].as_array().unwrap() {
            let (difference, n): (f64, u64) = serde_json::from_value(row.clone()).unwrap();
            assert_eq!(queries_needed(sd, difference), Some(n));
            assert_eq!(queries_needed(sd, -difference), Some(n));
        }
    }
    // The same sum with 3,000 points, by another program; differences of few queries.
    for (n, delta) in [(2, 16.334_008_869_920_98), (3, 5.653_489_266_197_129)] {
        let found = detectable_difference(f64::from(n).sqrt(), n as usize).unwrap();
        near(found.t_noncentral, delta, 1e-8);
    }
    assert_eq!(detectable_difference(0.2, 1), None);
    assert_eq!(detectable_difference(f64::NAN, 10), None);
    assert_eq!(detectable_difference(0.0, 10).unwrap().t_noncentral, 0.0);
    assert_eq!((queries_needed(0.2, 0.0), queries_needed(0.0, 0.1)), (None, Some(0)));
    assert_eq!(standard_deviation(&[1.0, 3.0]), Some(2f64.sqrt()));
    assert_eq!(standard_deviation(&[1.0]), None);
}

#[test]
fn a_printed_mean_is_the_range_that_prints_so() {
    let mean = printed(".832");
    near(mean.low, 0.8315, 1e-12);
    near(mean.high, 0.8325, 1e-12);
    assert_eq!(mean.counts(1000), Some([832, 832]));
    assert_eq!(mean.counts(10_000), Some([8315, 8325]));
    assert_eq!(mean.counts(100), None, "a hundredth has two decimals");
    let percent = printed("83.2%");
    assert_eq!(percent, mean);
    assert_eq!(printed("1.00").counts(3), Some([3, 3]));
    assert_eq!(printed("0.0").counts(3), Some([0, 0]));
    for text in ["83.2", "1.5", "-.1", "1e-3", "", "nan", "120%"] {
        assert!(text.parse::<PrintedMean>().is_err(), "{text}");
    }
}

/// `statsmodels.stats.proportion.proportion_confint(832, 1000, method="wilson")` by its formula, and
/// `scipy.stats.binomtest(k, n).pvalue`.
#[test]
fn intervals_and_p_values_are_those_of_the_formulas() {
    let [low, high] = wilson(832, 1000);
    // Where |p − x/n| = z √(p (1 − p) / n).
    for end in [low, high] {
        let z: f64 = 1.959_963_984_540_054;
        near((end - 0.832).abs(), z * (end * (1.0 - end) / 1000.0).sqrt(), 1e-12);
    }
    assert_eq!(wilson(0, 10)[0], 0.0);
    near(sign_test(14, 0), 2.0 * 0.5f64.powi(14), 1e-15);
    near(sign_test(9, 1), 22.0 / 1024.0, 1e-12);
    near(sign_test(1, 9), 22.0 / 1024.0, 1e-12);
    assert_eq!((sign_test(0, 0), sign_test(4, 4), sign_test(5, 4)), (1.0, 1.0, 1.0));
}

#[test]
fn an_audit_says_what_can_be() {
    let report = AuditReport::new(printed(".832"), Some(printed(".818")), 1000, None);
    let rate = report.mean.rate.as_ref().unwrap();
    assert_eq!((rate.counts, rate.range.method), ([832, 832], "wilson"));
    assert_eq!(report.mean.bounded.method, "hoeffding");
    near(report.mean.bounded.high - report.mean.printed[1], 0.042_946_94, 1e-7);
    let difference = report.difference.unwrap();
    let of_rates = difference.rate.unwrap();
    near(of_rates.p_min, 2.0 * 0.5f64.powi(14), 1e-15);
    // 182 and 168 hits that the other lacks.
    near(of_rates.p_max, sign_test(182, 168), 1e-15);
    assert!(of_rates.can_be_significant && !of_rates.must_be_significant);
    assert_eq!(report.detectable.sd_is, "at_most");
    let given = AuditReport::new(printed(".832"), None, 1000, Some(0.2));
    let found = given.detectable.difference.unwrap().t_noncentral;
    near(found, detectable_difference(0.2, 1000).unwrap().t_noncentral, 0.0);
    assert!(given.difference.is_none() && given.detectable.queries_needed.is_none());
    let same = AuditReport::new(printed(".8"), Some(printed(".8")), 50, None);
    assert_eq!(same.difference.unwrap().rate.unwrap().p_max, 1.0);
    let far = AuditReport::new(printed(".9"), Some(printed(".1")), 200, None);
    assert!(far.difference.unwrap().bounded.must_be_significant);
}

#[test]
fn what_is_asked_is_read_from_text() {
    let asked = AuditAsked::from_text("83.2%", " .818", "1,000", "0.2").unwrap();
    let wanted = AuditReport::new(printed(".832"), Some(printed(".818")), 1000, Some(0.2));
    assert_eq!(asked.report(), wanted);
    assert_eq!(AuditAsked::from_text(".5", "", "2", " ").unwrap().against, None);
    let faults = AuditAsked::from_text("83.2", "x", "1", "3").unwrap_err();
    let fields: Vec<&str> = faults.iter().map(|(field, _)| *field).collect();
    assert_eq!(fields, ["mean", "against", "n", "sd"]);
    assert!(faults[0].1.contains("write a percentage with its sign"));
}

#[test]
fn a_report_in_lines_says_what_can_be() {
    let lines = AuditReport::new(printed(".832"), Some(printed(".818")), 1000, None).lines();
    let found = |what: &str| lines.iter().find(|line| line.what == what).unwrap();
    assert_eq!(found("difference").value, "+0.0140");
    assert_eq!(found("as rates").by, "depends on the queries");
    assert!(found("as rates").is_part && !found("detectable difference").is_part);
    let same = AuditReport::new(printed(".83"), Some(printed(".83")), 4, None).lines();
    assert!(same.iter().any(|line| line.value == "no count prints so"));
}

proptest! {
    /// Any two systems whose rates are printed have a p-value within the range, and a deviation of their
    /// differences within the bound.
    #[test]
    fn what_is_is_among_what_can_be(hits in prop::collection::vec((0u8..2, 0u8..2), 2..60)) {
        let n = hits.len() as u64;
        let count = |of: fn(&(u8, u8)) -> u8| hits.iter().map(|own| u64::from(of(own))).sum::<u64>();
        let (a, b) = (count(|own| own.0), count(|own| own.1));
        let text = |count: u64| format!("{:.3}", count as f64 / n as f64);
        let report = AuditReport::new(printed(&text(a)), Some(printed(&text(b))), n, None);
        let alone = |x: u8, y: u8| hits.iter().filter(|own| **own == (x, y)).count() as u64;
        let p = sign_test(alone(1, 0), alone(0, 1));
        let range = report.difference.unwrap().rate.unwrap();
        prop_assert!(range.p_min <= p + 1e-12 && p <= range.p_max + 1e-12, "{p}, {range:?}");
        let differences: Vec<f64> = hits.iter().map(|(a, b)| f64::from(*a) - f64::from(*b)).collect();
        let sd = standard_deviation(&differences).unwrap();
        prop_assert!(sd <= report.detectable.sd + 1e-9, "{sd}");
        let [fewest, most] = report.mean.rate.unwrap().counts;
        prop_assert!((fewest..=most).contains(&a));
    }
}
