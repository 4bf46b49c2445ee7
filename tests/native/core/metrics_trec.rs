//! `trec:…` against `trec_eval`.
#![allow(clippy::unwrap_used)]

use rankscope_core::benchmark::Judgements;
use rankscope_core::formats::qrels_from_trec;
use rankscope_core::metrics::{
    JudgedList, Mean, Measure, interpolated_precision, pr_points, precision_at_ranks,
    recall_at_ranks,
};
use rankscope_core::ranking::Hit;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

fn measure(name: &str) -> Measure {
    name.parse().unwrap()
}

fn close(found: f64, wanted: f64, what: &str) {
    assert!((found - wanted).abs() < 5.1e-11, "{what}: {found}, and the original gives {wanted}");
}

/// The measure that `trec_eval` prints under a name.
fn measure_from_key(key: &str) -> Measure {
    let name = match key {
        "map" => "AP".to_owned(),
        "Rprec" | "bpref" => key.to_owned(),
        "recip_rank" => "RR".to_owned(),
        "ndcg" => "nDCG".to_owned(),
        _ => {
            let (stem, k) = key.rsplit_once('_').unwrap();
            match stem {
                "iprec_at_recall" => format!("IPrec@{}", k.strip_suffix('0').unwrap()),
                "P" => format!("P@{k}"),
                "recall" => format!("R@{k}"),
                "ndcg_cut" => format!("nDCG@{k}"),
                "map_cut" => format!("AP@{k}"),
                "success" => format!("Success@{k}"),
                other => unreachable!("{other} is not asked for"),
            }
        }
    };
    measure(&format!("trec:{name}"))
}

type Grades = BTreeMap<String, Vec<(String, i32)>>;
type Run = BTreeMap<String, Vec<(String, f32)>>;

/// A list for every judged query, empty where the run lacks it. Rows by document id.
fn judged(qrels: &Grades, run: &Run) -> BTreeMap<String, JudgedList> {
    let judged_ids = qrels.values().flatten().map(|(id, _)| id);
    let ids: BTreeSet<&String> =
        judged_ids.chain(run.values().flatten().map(|(id, _)| id)).collect();
    let ids: Vec<String> = ids.into_iter().cloned().collect();
    let row = |id: &String| ids.binary_search(id).unwrap() as u32;
    let list = |(query, grades): (&String, &Vec<(String, i32)>)| {
        let hits = run.get(query).map(Vec::as_slice).unwrap_or_default().iter();
        let hits: Vec<Hit> =
            hits.map(|(id, score)| Hit { row_in_corpus: row(id), score: *score }).collect();
        let judgements = Judgements::new(grades.iter().map(|(id, grade)| (row(id), *grade)));
        (query.clone(), JudgedList::in_trec_order(&hits, &judgements, &ids))
    };
    qrels.iter().map(list).collect()
}

/// Thirty queries with graded judgements and equal scores.
fn golden_lists() -> BTreeMap<String, JudgedList> {
    let mut qrels = Grades::new();
    for qrel in qrels_from_trec("trec.qrels", include_str!("../../fixtures/trec.qrels")).unwrap() {
        qrels.entry(qrel.query).or_default().push((qrel.document, qrel.grade));
    }
    let mut run = Run::new();
    for line in include_str!("../../fixtures/trec.run").lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let hit = (fields[2].to_owned(), fields[4].parse().unwrap());
        run.entry(fields[0].to_owned()).or_default().push(hit);
    }
    judged(&qrels, &run)
}

/// Compares every number of every query; returns how many there were.
fn compare(lists: &BTreeMap<String, JudgedList>, expected: &Map<String, Value>) -> usize {
    let mut n_compared = 0;
    for (query, wanted) in expected {
        let list = &lists[query];
        for (key, wanted) in wanted.as_object().unwrap() {
            let wanted = wanted.as_f64().unwrap();
            let what = format!("{query}, {key}");
            if key == "num_rel_ret" {
                close(list.relevant_hits().len() as f64, wanted, &what);
            } else {
                // No relevant document: trec_eval gives 0 and leaves the query out of means.
                close(measure_from_key(key).value(list).unwrap_or(0.0), wanted, &what);
            }
            n_compared += 1;
        }
    }
    n_compared
}

fn golden() -> Map<String, Value> {
    let golden: Value =
        serde_json::from_str(include_str!("../../fixtures/trec_expected.json")).unwrap();
    golden["per_query"].as_object().unwrap().clone()
}

#[test]
fn every_number_is_that_of_trec_eval() {
    assert_eq!(compare(&golden_lists(), &golden()), 29 * 32);
}

#[test]
fn short_lists_and_negative_grades_are_as_in_trec_eval() {
    let edges: Value =
        serde_json::from_str(include_str!("../../fixtures/trec_edges.json")).unwrap();
    let of_query = |value: &Value| -> Vec<(String, f64)> {
        let documents = value.as_object().unwrap().iter();
        documents.map(|(id, number)| (id.clone(), number.as_f64().unwrap())).collect()
    };
    let table = |key: &str| edges[key].as_object().unwrap().iter();
    let qrels = table("qrels").map(|(query, grades)| {
        let grades = of_query(grades).into_iter().map(|(id, grade)| (id, grade as i32)).collect();
        (query.clone(), grades)
    });
    let run = table("run").map(|(query, scores)| {
        let hits = of_query(scores).into_iter().map(|(id, score)| (id, score as f32)).collect();
        (query.clone(), hits)
    });
    let lists = judged(&qrels.collect(), &run.collect());
    assert_eq!(compare(&lists, edges["expected"].as_object().unwrap()), 40 * 29);
}

#[test]
fn means_count_a_query_that_the_run_lacks_and_leave_out_one_without_relevant_documents() {
    let (lists, golden) = (golden_lists(), golden());
    assert_eq!(lists.len(), 30);
    assert!(!golden.contains_key("q3"), "the run lacks q3");
    assert_eq!(lists["q3"].n_given(), 0);
    assert_eq!(measure("trec:P@10").value(&lists["q7"]), None, "q7 has no relevant document");
    for key in golden["q0"].as_object().unwrap().keys().filter(|key| *key != "num_rel_ret") {
        let measure = measure_from_key(key);
        let mean = Mean::of(lists.values().map(|list| measure.value(list))).unwrap();
        let sum: f64 = golden.values().map(|query| query[key].as_f64().unwrap()).sum();
        assert_eq!(mean.n, 29, "30 judged queries without q7");
        close(mean.mean, sum / 29.0, key);
    }
}

#[test]
fn seven_tenths_of_three_relevant_documents_are_two_as_in_trec_eval() {
    // Relevant at ranks 1, 3 and 6: P@3 is 2/3 and P@6 is 3/6.
    let hits: Vec<Hit> =
        (0..6).map(|row| Hit { row_in_corpus: row, score: -(row as f32) }).collect();
    let judgements = Judgements::new([(0, 1), (2, 1), (5, 1)]);
    let list = JudgedList::as_given(&hits, &judgements);
    assert_eq!(measure("trec:IPrec@0.7").value(&list), Some(2.0 / 3.0));
    assert_eq!(measure("trec:IPrec@0.8").value(&list), Some(0.5));
}

#[test]
fn curves_agree_with_the_measures() {
    for list in golden_lists().values() {
        let (precision, recall) = (precision_at_ranks(list), recall_at_ranks(list));
        assert_eq!(precision.len(), list.n_given());
        for point in pr_points(list) {
            assert_eq!(point.precision, precision[point.rank - 1]);
            assert_eq!(point.recall, recall[point.rank - 1]);
        }
        for k in [1, 5, 50].into_iter().filter(|k| *k <= list.n_given()) {
            if let Some(found) = measure(&format!("trec:P@{k}")).value(list) {
                close(precision[k - 1], found, "P");
                close(
                    precision[k - 1],
                    measure(&format!("mirflickr:Acc@{k}")).value(list).unwrap(),
                    "Acc",
                );
                close(recall[k - 1], measure(&format!("trec:R@{k}")).value(list).unwrap(), "R");
            }
        }
        for (tenth, found) in interpolated_precision(list).into_iter().enumerate() {
            let name = format!("trec:IPrec@{}.{}", tenth / 10, tenth % 10);
            assert_eq!(found, measure(&name).value(list).unwrap_or(0.0));
        }
    }
}
