//! `rankscope hardness` and `rankscope hubs`, against loops over what other commands print.
#![allow(clippy::unwrap_used)]

use crate::{
    here::fieldbook,
    program::{done, fails, json, shapes},
};
use std::{collections::BTreeMap, fs};

#[test]
fn hubs_are_counted_as_a_loop_counts_them() {
    let hubs = json(&["hubs", shapes(), "--system", "words-8", "--k", "3", "--split", "val"]);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let run = done(&["export", shapes(), "--system", "words-8", "-o", "-", "-k", "3"]);
    for line in run.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let number: usize = fields[0].trim_start_matches('q').parse().unwrap();
        if number.is_multiple_of(4) {
            *counts.entry(fields[2].into()).or_default() += 1;
        }
    }
    assert_eq!(counts.values().sum::<u64>(), 30, "10 queries");
    assert_eq!(hubs["never"], 432 - counts.len());
    assert_eq!(hubs["share_never"], (432 - counts.len()) as f64 / 432.0);
    let top = hubs["top"].as_array().unwrap();
    assert_eq!(top.len(), 10);
    assert_eq!(top[0]["n"], *counts.values().max().unwrap());
    for hub in top {
        assert_eq!(hub["n"], counts[hub["id"].as_str().unwrap()]);
    }
    let all = ["hubs", shapes(), "--system", "words-8", "-k", "3", "--top", "1"];
    assert_eq!(json(&all)["top"].as_array().unwrap().len(), 1);
    let table = done(&[&all[..], &["--where", "n_words > 3"]].concat());
    assert!(table.contains("are never among the first 3"), "{table}");
}

#[test]
fn hardness_needs_vectors_and_three_queries() {
    let args = ["hardness", shapes(), "--system", "words-64", "--measure", "trec:AP"];
    let with = |more: &[&'static str]| [&args[..], more].concat();
    let report = json(&with(&["--per-query"]));
    let points = report["per_query"].as_object().unwrap();
    assert_eq!((report["n"].as_u64().unwrap(), points.len()), (40, 40));
    let eval = json(&["eval", shapes(), "--system", "words-64", "--measures", "trec:AP"]);
    let of_eval = &eval["runs"]["words-64"]["trec:AP"]["per_query"];
    points.iter().for_each(|(id, point)| assert_eq!(point[1], of_eval[id]));
    let shown =
        json(&["search", shapes(), "--system", "words-64", "--query-id", "q04", "-k", "432"]);
    let qrels = fs::read_to_string(format!("{}/relevance/exact.qrels", shapes())).unwrap();
    let relevant = |id: &str| qrels.lines().any(|line| line.starts_with(&format!("q04 0 {id} ")));
    let scores = shown.as_array().unwrap().iter();
    let scores = scores.filter(|hit| relevant(hit["id"].as_str().unwrap()));
    let scores: Vec<f64> = scores.map(|hit| hit["score"].as_f64().unwrap()).collect();
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    assert!((points["q04"][0].as_f64().unwrap() - mean).abs() < 1e-6, "scores are printed shorter");
    assert!(json(&args).get("per_query").is_none());
    assert!(done(&with(&["--format", "markdown"])).contains("Spearman"));
    fails(
        1,
        &with(&["--where", "n_words = 1"]),
        &["and a value: 1 given, but at least 3 are needed"],
    );
    let book = fieldbook();
    let run = ["hardness", &book, "--system", "simulated-vlm"];
    fails(1, &run, &["simulated-vlm is a stored run", "no vectors", "choose a system"]);
}
