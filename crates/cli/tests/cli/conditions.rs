//! `--where` in all commands that measure, against loops over what they print of all queries.
#![allow(clippy::unwrap_used)]

use crate::program::{done, fails, json, shapes};
use serde_json::Value;
use std::{collections::BTreeMap, fs};

#[track_caller]
fn near(found: &Value, wanted: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - wanted).abs() < 1e-12, "{found}, not {wanted}");
}

/// The values of a system on every query of the generated benchmark.
fn values(system: &str, measure: &str) -> BTreeMap<String, f64> {
    let report = json(&["eval", shapes(), "--system", system, "--measures", measure]);
    serde_json::from_value(report["runs"][system][measure]["per_query"].clone()).unwrap()
}

/// The queries that are hard for a system, and the mean of another one on them.
fn hard() -> (Vec<String>, f64) {
    let (of_one, of_other) = (values("words-8", "trec:AP"), values("words-64", "trec:AP"));
    let hard = of_one.into_iter().filter(|(_, value)| *value < 0.5).map(|(id, _)| id);
    let hard: Vec<String> = hard.collect();
    assert!(hard.len() > 5 && hard.len() < 35, "{hard:?}");
    let mean = hard.iter().map(|id| of_other[id]).sum::<f64>() / hard.len() as f64;
    (hard, mean)
}

const HARD: &str = "trec:AP(words-8) < 0.5";

#[test]
fn commands_measure_the_queries_that_meet_a_condition() {
    let (hard, mean) = hard();
    let run = |args: &[&str]| json(&[args, &["--where", HARD]].concat());
    let eval = run(&["eval", shapes(), "--measures", "trec:AP", "--system", "words-64"]);
    assert_eq!(eval["where"], HARD);
    let measured = &eval["runs"]["words-64"]["trec:AP"];
    near(&measured["mean"], mean);
    let queries: Vec<&String> = measured["per_query"].as_object().unwrap().keys().collect();
    assert_eq!(queries, hard.iter().collect::<Vec<_>>());

    let compare = run(&["compare", shapes(), "words-64", "words-8", "--measures", "trec:AP"]);
    near(&compare["measures"]["trec:AP"]["mean_a"], mean);
    assert_eq!(compare["measures"]["trec:AP"]["n"], hard.len());

    let agree = ["agree", shapes(), "--measures", "trec:AP,trec:P@5", "--resamples", "100"];
    let agree = run(&agree);
    assert_eq!(agree["n_queries"], serde_json::json!([hard.len(), hard.len()]));
    let systems = agree["systems"].as_array().unwrap();
    let place = systems.iter().position(|id| id == "words-64").unwrap();
    near(&agree["means"][place][0], mean);
    assert_eq!(run(&["agree", shapes(), "--diversity"])["n_queries"], hard.len());

    let fuse =
        ["fuse", shapes(), "--systems", "words-64,words-8", "--by", "rrf", "--measures", "trec:AP"];
    assert_eq!(run(&fuse)["trec:AP"]["n"], hard.len());
    let rerank = ["rerank", shapes(), "--first", "words-64", "--by", "words-8"];
    let rerank = run(&[&rerank[..], &["--depth", "432", "--measures", "trec:AP"]].concat());
    near(&rerank["trec:AP"]["found"], mean);
    assert_eq!(rerank["trec:AP"]["n"], hard.len());

    let facets = ["facets", shapes(), "--facet", "wording"];
    let between = ["--between", "other words,the captions' words", "--system", "words-64"];
    let test = run(&[&facets[..], &between, &["--measure", "trec:AP"]].concat());
    let n = |value: &str| test[value]["n"].as_u64().unwrap();
    assert_eq!(n("other words") + n("the captions' words"), hard.len() as u64);
    let counts = run(&[&facets[..], &["--distribution"]].concat());
    assert_eq!(counts["(all)"]["queries"], hard.len());
}

#[test]
fn a_condition_and_a_split_must_both_hold() {
    let ids = |more: &[&str]| -> Vec<String> {
        let args = ["eval", shapes(), "--system", "words-8", "--measures", "trec:AP"];
        let report = json(&[&args[..], more].concat());
        let measured = &report["runs"]["words-8"]["trec:AP"]["per_query"];
        measured.as_object().unwrap().keys().cloned().collect()
    };
    let of_test = ids(&["--split", "test"]);
    let mut both = hard().0;
    both.retain(|id| of_test.contains(id));
    assert_eq!(ids(&["--split", "test", "--where", HARD]), both);
    assert_eq!(ids(&["--where", &format!("{HARD} and split = test")]), both);
    let facet = "\"asks for\" in ('one property', 'two properties') and not n_words < 4";
    assert!((1..40).contains(&ids(&["--where", facet]).len()));
    let of_split = json(&["agree", shapes(), "--split", "test", "--resamples", "0"]);
    assert_eq!(of_split["n_queries"][0], of_test.len());
    let compare = ["compare", shapes(), "words-8", "words-64", "--split", "test"];
    assert_eq!(json(&compare)["measures"]["trec:AP@50"]["n"], of_test.len());
}

#[test]
fn a_condition_may_name_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for system in ["words-64", "words-8"] {
        let run = path(&format!("{system}.run"));
        done(&["export", shapes(), "--system", system, "-o", &run, "-k", "432"]);
    }
    let qrels = format!("{}/relevance/exact.qrels", shapes());
    let args = ["eval", "--qrels", &qrels, "--run", &path("words-64.run"), &path("words-8.run")];
    let with = |condition: &'static str| {
        [&args[..], &["--measures", "trec:P@5", "--where", condition]].concat()
    };
    let report = json(&with(HARD));
    let measured = report["runs"]["words-64"].as_object().unwrap();
    assert_eq!(measured.keys().collect::<Vec<_>>(), ["trec:P@5"]);
    assert_eq!(measured["trec:P@5"]["n"], hard().0.len());
    fails(1, &with("trec:AP(other) < 1"), &["no run other", "words-64, words-8"]);
    fails(1, &with("n_words > 1"), &["no texts"]);
    fails(1, &with("split = test"), &["no query has the facet split", "there is none"]);
    fails(2, &[&args[..], &["--split", "test"]].concat(), &["--split"]);
    let compare = ["compare", &path("words-64.run"), &path("words-8.run"), "--qrels", &qrels];
    fails(2, &[&compare[..], &["--where", HARD]].concat(), &["--where"]);
}

#[test]
fn shares_of_the_queries_of_a_condition_are_all_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for args in [
        &["eval", shapes(), "--measures", "trec:AP", "--where", HARD][..],
        &["agree", shapes(), "--split", "test", "--where", HARD],
    ] {
        for number in ["1", "2"] {
            let share = done(&[args, &["--queries", &format!("{number}/2")]].concat());
            fs::write(path(number), share).unwrap();
        }
        let merged = done(&["merge", &path("2"), &path("1"), "--json"]);
        assert_eq!(merged, done(&[args, &["--json"]].concat()));
    }
    let other = ["eval", shapes(), "--measures", "trec:AP", "--where", "n_words > 0", "--queries"];
    fs::write(path("1"), done(&[&other[..], &["1/2"]].concat())).unwrap();
    fails(1, &["merge", &path("1"), &path("2")], &["differ in their"]);
}

#[test]
fn conditions_that_no_query_can_meet_are_refused() {
    let refused = |code: i32, condition: &str, words: &[&str]| {
        fails(code, &["eval", shapes(), "--where", condition], words);
    };
    refused(2, "trec:AP(words-8 < 0.5", &["the bracket is not closed, at character 8"]);
    refused(2, "trec:APP(words-8) < 1", &["did you mean trec:AP"]);
    refused(
        1,
        "trec:AP(word) < 0.5",
        &["--where trec:AP(word) < 0.5", "no system word", "words-8"],
    );
    refused(1, "colour = red", &["no query has the facet colour", "asks for, split, wording"]);
    refused(1, "wording = other", &["no query has wording = other", "other words"]);
    refused(1, "trec:AP(words-8) > 1", &["no query meets trec:AP(words-8) > 1"]);
}
