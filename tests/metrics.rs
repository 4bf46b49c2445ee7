//! Measures and statistics against the original implementations, and against counting.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use proptest::prelude::*;
use rankscope::benchmark::Judgements;
use rankscope::formats::qrels_from_trec;
use rankscope::metrics::{
    JudgedList, Mean, Measure, default_measures, interpolated_precision, pr_points,
    precision_at_ranks,
};
use rankscope::ranking::Hit;
use rankscope::statistics::{kendall_tau_b, tau_b_matrix};
use serde_json::Value;
use std::collections::BTreeMap;

fn golden(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn measure(name: &str) -> Measure {
    name.parse().unwrap()
}

fn close(found: f64, wanted: f64, what: &str) {
    assert!((found - wanted).abs() < 1e-9, "{what}: {found}, and the original gives {wanted}");
}

#[test]
fn eccv_measures_are_those_of_eccv_caption() {
    let golden = golden(include_str!("fixtures/eccv.json"));
    let cases = golden["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 40);
    let numbers = |value: &Value| -> Vec<u32> {
        value.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u32).collect()
    };
    for (index, case) in cases.iter().enumerate() {
        let hits: Vec<Hit> = numbers(&case["ranking"])
            .into_iter()
            .map(|row_in_corpus| Hit { row_in_corpus, score: 0.0 })
            .collect();
        let judgements =
            Judgements::new(numbers(&case["positives"]).into_iter().map(|row| (row, 1)));
        let list = JudgedList::as_given(&hits, &judgements);
        for (name, key) in [
            ("eccv:R@1", "r1"),
            ("eccv:R@5", "r5"),
            ("eccv:R@10", "r10"),
            ("eccv:mAP@R", "map_at_r"),
            ("eccv:R-Precision", "rprecision"),
        ] {
            // Where the list is shorter than R the original raises; the golden file leaves it out.
            let Some(wanted) = case[key].as_f64() else { continue };
            let found = measure(name).value(&list).unwrap();
            close(found, wanted, &format!("case {index}, {name}"));
        }
    }
}

/// The run's hits by query, scores as in the file, rows by document.
fn trec_lists() -> BTreeMap<String, JudgedList> {
    let qrels = qrels_from_trec("trec.qrels", include_str!("fixtures/trec.qrels")).unwrap();
    let run: Vec<Vec<&str>> = include_str!("fixtures/trec.run")
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let mut ids: Vec<String> = run.iter().map(|fields| fields[2].to_owned()).collect();
    ids.extend(qrels.iter().map(|qrel| qrel.document.clone()));
    ids.sort();
    ids.dedup();
    let row = |id: &str| ids.binary_search_by(|known| known.as_str().cmp(id)).unwrap() as u32;
    let mut hits: BTreeMap<String, Vec<Hit>> = BTreeMap::new();
    for fields in &run {
        let hit = Hit { row_in_corpus: row(fields[2]), score: fields[4].parse().unwrap() };
        hits.entry(fields[0].to_owned()).or_default().push(hit);
    }
    let list = |(query, hits): (String, Vec<Hit>)| {
        let judged = qrels.iter().filter(|qrel| qrel.query == query);
        let judgements = Judgements::new(judged.map(|qrel| (row(&qrel.document), qrel.grade)));
        (query, JudgedList::in_trec_order(&hits, &judgements, &ids))
    };
    hits.into_iter().map(list).collect()
}

#[test]
fn trec_measures_are_those_of_trec_eval() {
    let golden = golden(include_str!("fixtures/trec_expected.json"));
    let lists = trec_lists();
    let per_query = golden["per_query"].as_object().unwrap();
    let mut n_compared = 0;
    for (query, wanted) in per_query {
        let list = &lists[query];
        for (name, key) in [
            ("trec:P@1", "P_1"),
            ("trec:P@5", "P_5"),
            ("trec:P@10", "P_10"),
            ("trec:P@50", "P_50"),
            ("trec:R@5", "recall_5"),
            ("trec:R@10", "recall_10"),
            ("trec:R@50", "recall_50"),
            ("trec:AP@10", "map_cut_10"),
            ("trec:AP@50", "map_cut_50"),
            ("trec:nDCG@5", "ndcg_cut_5"),
            ("trec:nDCG@10", "ndcg_cut_10"),
            ("trec:nDCG@50", "ndcg_cut_50"),
        ] {
            // No relevant document: trec_eval gives 0 and leaves the query out of means.
            let found = measure(name).value(list).unwrap_or(0.0);
            close(found, wanted[key].as_f64().unwrap(), &format!("{query}, {name}"));
            n_compared += 1;
        }
        for (tenth, found) in interpolated_precision(list).into_iter().enumerate() {
            let key = format!("iprec_at_recall_{}.{}0", tenth / 10, tenth % 10);
            close(found, wanted[key.as_str()].as_f64().unwrap(), &format!("{query}, {key}"));
        }
    }
    assert_eq!(n_compared, per_query.len() * 12);
    assert_eq!(measure("trec:P@10").value(&lists["q7"]), None, "q7 has no relevant document");
}

#[test]
fn tau_b_is_that_of_scipy() {
    let golden = golden(include_str!("fixtures/statistics.json"));
    let cases = golden["correlations"].as_array().unwrap();
    assert_eq!(cases.len(), 30);
    let numbers = |value: &Value| -> Vec<f64> {
        value.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect()
    };
    for (index, case) in cases.iter().enumerate() {
        let tau = kendall_tau_b(&numbers(&case["x"]), &numbers(&case["y"])).unwrap();
        close(tau.tau_b, case["kendall_tau_b"].as_f64().unwrap(), &format!("case {index}"));
    }
}

#[test]
fn what_has_no_value_says_so() {
    let nothing = JudgedList::as_given(&[], &Judgements::default());
    let unanswered = JudgedList::as_given(&[], &Judgements::new([(3, 1)]));
    for measure in default_measures() {
        assert_eq!(measure.value(&nothing), None, "{measure} without a relevant image");
        assert_eq!(measure.value(&unanswered), Some(0.0), "{measure} of an empty list");
    }
    assert_eq!(Mean::of([None, None]), None);
    let mean = Mean::of([Some(1.0), None, Some(0.0)]).unwrap();
    assert_eq!((mean.mean, mean.n), (0.5, 2));
    assert!(kendall_tau_b(&[1.0, 1.0], &[1.0, 2.0]).is_none(), "a constant");
    assert!(kendall_tau_b(&[1.0], &[1.0]).is_none(), "one item");
    assert!(kendall_tau_b(&[1.0, f64::NAN], &[1.0, 2.0]).is_none(), "NaN");
    assert!(kendall_tau_b(&[1.0, 2.0], &[1.0]).is_none(), "unequal lengths");
    assert!(kendall_tau_b(&[], &[]).is_none(), "nothing");
    assert_eq!(kendall_tau_b(&[-0.0, 0.0, 1.0], &[0.0, -0.0, 1.0]).unwrap().n_concordant, 2);
}

#[test]
fn names_that_are_no_measures_are_refused_with_the_name() {
    for name in [
        "",
        "R@1",
        "eccv:R",
        "eccv:R@0",
        "eccv:R@05",
        "eccv:R@-1",
        "eccv:mAP",
        "eccv:mAP@5",
        "eccv:R-Precision@R",
        "trec:P@R",
        "trec:nDCG@",
        "trec:ndcg@10",
        "trec:AP@1.5",
        "eccv:R@1 ",
    ] {
        let error = name.parse::<Measure>().unwrap_err();
        assert!(error.to_string().contains(&format!("{name:?}")), "{error}");
    }
}

#[test]
fn curves_agree_with_the_measures() {
    for list in trec_lists().values() {
        let at_ranks = precision_at_ranks(list);
        assert_eq!(at_ranks.len(), list.grades().len());
        for point in pr_points(list) {
            assert_eq!(point.precision, at_ranks[point.rank - 1]);
        }
        if let Some(found) = measure("trec:P@10").value(list) {
            close(at_ranks[9], found, "P@10");
        }
    }
}

/// Pairs counted one by one.
fn counted_tau_b(x: &[f64], y: &[f64]) -> Option<f64> {
    let (mut difference, mut untied_x, mut untied_y) = (0i64, 0u32, 0u32);
    for i in 0..x.len() {
        for j in 0..i {
            let sign = |a: f64, b: f64| i64::from(a > b) - i64::from(a < b);
            let (dx, dy) = (sign(x[i], x[j]), sign(y[i], y[j]));
            difference += dx * dy;
            untied_x += u32::from(dx != 0);
            untied_y += u32::from(dy != 0);
        }
    }
    if untied_x == 0 || untied_y == 0 {
        return None;
    }
    Some(difference as f64 / (f64::from(untied_x) * f64::from(untied_y)).sqrt())
}

fn any_measure() -> impl Strategy<Value = Measure> {
    (0..7, 1usize..10_000).prop_map(|(which, k)| match which {
        0 => Measure::EccvHitRate { k },
        1 => Measure::EccvMapAtR,
        2 => Measure::EccvRPrecision,
        3 => Measure::TrecPrecision { k },
        4 => Measure::TrecRecall { k },
        5 => Measure::TrecAveragePrecision { k },
        _ => Measure::TrecNdcg { k },
    })
}

proptest! {
    #[test]
    fn what_a_measure_prints_it_parses(measure in any_measure()) {
        prop_assert_eq!(measure.to_string().parse::<Measure>().unwrap(), measure);
    }

    #[test]
    fn values_lie_between_0_and_1(
        measure in any_measure(),
        grades in prop::collection::vec(-1i32..4, 1..40),
        n_given in 0usize..40,
    ) {
        let hits: Vec<Hit> = (0..n_given as u32)
            .map(|row_in_corpus| Hit { row_in_corpus, score: 0.0 })
            .collect();
        let list = JudgedList::as_given(&hits, &Judgements::new((0u32..).zip(grades)));
        if let Some(value) = measure.value(&list) {
            prop_assert!((0.0..=1.0 + 1e-12).contains(&value), "{} = {}", measure, value);
        }
    }

    #[test]
    fn tau_b_is_what_counting_pairs_gives(
        pairs in prop::collection::vec((0u8..6, 0u8..6), 0..40),
    ) {
        let (x, y): (Vec<f64>, Vec<f64>) =
            pairs.iter().map(|(x, y)| (f64::from(*x), f64::from(*y))).unzip();
        match (kendall_tau_b(&x, &y).map(|tau| tau.tau_b), counted_tau_b(&x, &y)) {
            (Some(found), Some(wanted)) => prop_assert!((found - wanted).abs() < 1e-12),
            (found, wanted) => prop_assert_eq!(found, wanted),
        }
        let matrix = tau_b_matrix(&[x.clone(), y.clone()]);
        prop_assert_eq!(matrix[0][1], matrix[1][0]);
    }
}
