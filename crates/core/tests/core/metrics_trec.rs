//! `trec:…` against `trec_eval`, and `trec:ERR@k` against gdeval.
//!
//! `gdeval_err.json` has gdeval's ERR of each query of `trec.qrels` with `trec.run` and of
//! `trec_edges.json`, as `ir_measures.gdeval.iter_calc([ERR@5, ERR@10, ERR@20], qrels, run)`
//! of ir_measures 0.4.3 yields it (its `gdeval.pl` is version 1.2a, run by perl 5.36). gdeval takes
//! no letters in query ids, so `q12` was passed as `12`. It prints five decimals, which bounds the
//! tolerance; the same queries are checked to 1e-12 by brute force.
//!
//! `trec_levels.json` has the values of both files by relevance level, as pytrec_eval-terrier 0.5.11 gives
//! them: `RelevanceEvaluator(qrels, measures, relevance_level=2).evaluate(run)`.
#![allow(clippy::unwrap_used)]

use crate::support::{close, golden, hits, measure};
use rankscope_core::benchmark::Judgements;
use rankscope_core::formats::qrels_from_trec;
use rankscope_core::metrics::{
    JudgedList, Mean, Measure, explain, interpolated_precision, pr_points, precision_at_ranks,
    recall_at_ranks,
};
use rankscope_core::ranking::Hit;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

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
fn golden_files() -> (Grades, Run) {
    let mut qrels = Grades::new();
    for qrel in qrels_from_trec("trec.qrels", include_str!("../../../../tests/fixtures/trec.qrels"))
        .unwrap()
    {
        qrels.entry(qrel.query).or_default().push((qrel.document, qrel.grade));
    }
    let mut run = Run::new();
    for line in include_str!("../../../../tests/fixtures/trec.run").lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let hit = (fields[2].to_owned(), fields[4].parse().unwrap());
        run.entry(fields[0].to_owned()).or_default().push(hit);
    }
    (qrels, run)
}

fn golden_lists() -> BTreeMap<String, JudgedList> {
    let (qrels, run) = golden_files();
    judged(&qrels, &run)
}

/// Forty queries with short lists, equal scores and grades from -1 to 3.
fn edge_files() -> (Grades, Run) {
    let edges = golden("trec_edges.json");
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
    (qrels.collect(), run.collect())
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

fn expected() -> Map<String, Value> {
    golden("trec_expected.json")["per_query"].as_object().unwrap().clone()
}

#[test]
fn every_number_is_that_of_trec_eval() {
    assert_eq!(compare(&golden_lists(), &expected()), 29 * 32);
}

#[test]
fn short_lists_and_negative_grades_are_as_in_trec_eval() {
    let (qrels, run) = edge_files();
    let lists = judged(&qrels, &run);
    assert_eq!(
        compare(&lists, golden("trec_edges.json")["expected"].as_object().unwrap()),
        40 * 29
    );
}

#[test]
fn higher_relevance_levels_are_as_in_trec_eval() {
    let mut n_compared = 0;
    let golden = golden("trec_levels.json");
    for (name, (qrels, run)) in [("trec", golden_files()), ("trec_edges", edge_files())] {
        let lists = judged(&qrels, &run);
        for (level, of_level) in golden[name].as_object().unwrap() {
            for (query, wanted) in of_level.as_object().unwrap() {
                for (key, wanted) in wanted.as_object().unwrap() {
                    let usual = measure_from_key(key).to_string();
                    let (name, parameter) = usual.split_at(usual.find('@').unwrap_or(usual.len()));
                    let measure = measure(&format!("{name}(rel={level}){parameter}"));
                    let what = format!("{query}, {measure}");
                    let value = measure.value(&lists[query]).unwrap_or(0.0);
                    close(value, wanted.as_f64().unwrap(), &what);
                    let explained = explain(measure, &lists[query]);
                    close(explained.map_or(0.0, |of| of.value), value, &what);
                    n_compared += 1;
                }
            }
        }
    }
    assert_eq!(n_compared, (29 + 2 * 40) * 10);
}

/// The probability that an image satisfies a reader.
fn satisfaction(grade: i32) -> f64 {
    f64::from((1 << grade.max(0)) - 1) / 16.0
}

/// ERR@k by definition: the images are sorted anew, and for each rank all ranks above are read
/// again.
fn expected_reciprocal_rank(grades: &[(String, i32)], hits: &[(String, f32)], k: usize) -> f64 {
    let grades: BTreeMap<&String, i32> = grades.iter().map(|(id, grade)| (id, *grade)).collect();
    let mut hits: Vec<&(String, f32)> = hits.iter().collect();
    hits.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| b.0.cmp(&a.0)));
    let satisfies = |rank: usize| satisfaction(grades.get(&hits[rank - 1].0).copied().unwrap_or(0));
    let stops_at = |rank: usize| {
        let is_reached: f64 = (1..rank).map(|above| 1.0 - satisfies(above)).product();
        is_reached * satisfies(rank)
    };
    (1..=k.min(hits.len())).map(|rank| stops_at(rank) / rank as f64).sum()
}

#[test]
fn expected_reciprocal_ranks_are_those_of_gdeval() {
    let gdeval = golden("gdeval_err.json");
    let nothing = Vec::new();
    for (name, (qrels, run), n_queries, n_positive) in
        [("trec", golden_files(), 30, 63), ("trec_edges", edge_files(), 40, 16)]
    {
        let lists = judged(&qrels, &run);
        let golden = gdeval[name].as_object().unwrap();
        assert_eq!((golden.len(), lists.len()), (n_queries, n_queries), "{name}");
        let mut n_found = 0;
        for (query, wanted) in golden {
            for k in [5, 10, 20] {
                let key = format!("ERR@{k}");
                let (what, wanted) =
                    (format!("{name}, {query}, {key}"), wanted[&key].as_f64().unwrap());
                let list = &lists[query];
                let found = measure(&format!("trec:{key}")).value(list);
                assert_eq!(found.is_some(), list.n_relevant() > 0, "{what}");
                // No relevant document: gdeval prints nothing, which ir_measures reads as 0.
                let found = found.unwrap_or(0.0);
                let difference = (found - wanted).abs();
                assert!(difference < 5.1e-6, "{what}: {found}, and gdeval gives {wanted}");
                let hits = run.get(query).unwrap_or(&nothing);
                let brute = expected_reciprocal_rank(&qrels[query], hits, k);
                let difference = (found - brute).abs();
                assert!(difference < 1e-12, "{what}: {found}, and by brute force {brute}");
                n_found += usize::from(wanted > 0.0);
            }
        }
        assert_eq!(n_found, n_positive, "{name}");
    }
}

#[test]
fn expected_reciprocal_rank_takes_gdevals_grades_and_no_higher_ones() {
    let hits = hits(&[0.0, -1.0, -2.0]);
    let value = |grades: &[(u32, i32)]| {
        let list = JudgedList::as_given(&hits, &Judgements::new(grades.iter().copied()));
        measure("trec:ERR@5").value(&list)
    };
    // The reader who comes to rank 3 met a grade of 4, one of -1, then one of 3.
    let wanted = 15.0 / 16.0 + (1.0 / 16.0) * (7.0 / 16.0) / 3.0;
    close(value(&[(0, 4), (1, -1), (2, 3)]).unwrap(), wanted, "ERR@5");
    assert_eq!(value(&[(0, 1), (9, 5)]), None, "gdeval refuses the grade 5, listed or not");
    assert_eq!(value(&[(0, 1), (9, 4)]), Some(1.0 / 16.0));
}

#[test]
fn means_count_a_query_that_the_run_lacks_and_leave_out_one_without_relevant_documents() {
    let (lists, golden) = (golden_lists(), expected());
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
    let hits = hits(&[0.0, -1.0, -2.0, -3.0, -4.0, -5.0]);
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

/// `rank_biased.json`: by numpy, which agrees with trec_eval 10.0 to its four decimals on every query with a
/// list that has an unjudged image; of `trec.qrels` with `trec.run` and of six small queries, with the gain
/// over the highest grade of each query.
#[test]
fn rank_biased_precision_and_what_is_unjudged_are_as_numpy_has_them() {
    let golden = golden("rank_biased.json");
    let names: Vec<String> = serde_json::from_value(golden["measures"].clone()).unwrap();
    let compare = |lists: &BTreeMap<String, JudgedList>, wanted: &Value| {
        for (query, wanted) in wanted.as_object().unwrap() {
            for (name, wanted) in names.iter().zip(wanted.as_array().unwrap()) {
                let found = measure(name).value(&lists[query]).unwrap();
                let wanted = wanted.as_f64().unwrap();
                assert!((found - wanted).abs() < 1e-12, "{query}, {name}: {found}, not {wanted}");
            }
        }
    };
    compare(&golden_lists(), &golden["per_query"]);
    let fields = |line: &Value| -> Vec<String> {
        line.as_str().unwrap().split(' ').map(str::to_owned).collect()
    };
    let (mut qrels, mut run) = (Grades::new(), Run::new());
    for line in golden["small"]["qrels"].as_array().unwrap() {
        let own = fields(line);
        qrels.entry(own[0].clone()).or_default().push((own[2].clone(), own[3].parse().unwrap()));
    }
    for line in golden["small"]["run"].as_array().unwrap() {
        let own = fields(line);
        run.entry(own[0].clone()).or_default().push((own[2].clone(), own[4].parse().unwrap()));
    }
    compare(&judged(&qrels, &run), &golden["small"]["per_query"]);
}
