//! `complexity.json`: read, checked against the benchmark, rounded.

use crate::fixture::assert_close;
use rankscope_core::benchmark::{Manifest, Query, queries_from_jsonl};
use rankscope_guide::{Complexity, usual_weights};
use serde_json::{Value, json};

fn manifest() -> Manifest {
    let system = |id: &str| json!({ "id": id, "title": id, "dim": 2, "gallery": ["gallery"], "queries": "queries" });
    let file = |path: &str| json!({ "path": path, "bytes": 99, "sha256": "0".repeat(64) });
    let mut gallery = file("gallery");
    gallery["rows"] = json!({ "start": 0, "end": 3 });
    let manifest = json!({
        "schema_version": 1, "id": "small", "title": "Small",
        "counts": { "queries": 4, "images": 3 },
        "relevance": [{ "id": "all", "title": "All", "counts_as": "", "default": true, "path": "qrels" }],
        "systems": [system("one"), system("two")],
        "files": [file("qrels"), gallery, file("queries")],
    });
    Manifest::from_json(&manifest.to_string()).unwrap()
}

fn queries() -> Vec<Query> {
    let line = |(row, split): (usize, &str)| {
        format!("{{\"id\":\"q{row}\",\"text\":\"\",\"split\":\"{split}\"}}\n")
    };
    let lines: String = ["val", "val", "test", "test"].into_iter().enumerate().map(line).collect();
    queries_from_jsonl("queries.jsonl", &lines).unwrap()
}

fn written() -> Value {
    json!({
        "measure": "inquire:AP@50", "relevance": "all", "methods": ["one", "two"], "top": 10,
        "features": ["one: mean", "one: deviation", "two: mean", "two: deviation", "one and two: overlap"],
        "intercept": 0.5, "coefficients": [1.0, -2.0, 0.25, 0.0, 4.0], "preset": "balanced",
        "fitted": { "split": "val", "n": 2, "r_squared": 0.1, "pearson": null },
        "tried": { "split": "test", "n": 2, "r_squared": null, "pearson": 0.3 },
        "text_ms": 0.3, "guides_ms": 22.0,
        "curve": [
            { "gamma": 0.0, "share_at_once": 1.0, "ap": 0.4, "ms": 0.3 },
            { "gamma": 0.5, "share_at_once": 0.25, "ap": 0.2, "ms": 20.0 },
        ],
        "points": [["q2", 0.3, 0.123456789, 0.2], ["q3", 0.1, 0.0, 0.0]],
        "fitted_points": [["q1", 0.3, 0.5, 0.2], ["q0", 0.1, 0.0, 0.0]],
    })
}

fn read(value: &Value) -> Result<Complexity, String> {
    let read =
        Complexity::from_json("complexity.json", &value.to_string(), &manifest(), &queries());
    read.map_err(|error| error.to_string())
}

#[test]
fn it_predicts_and_is_written_as_it_was_read() {
    let complexity = read(&written()).unwrap();
    // 0.5 + 0.2 − 2 · 0.1 + 0.25 · 0.4 + 4 · 0.05
    let predicted = complexity.predicted(&[0.2, 0.1, 0.4, 9.0, 0.05]).unwrap();
    assert!((predicted - 0.8).abs() < 1e-12);
    assert_eq!(complexity.predicted(&[0.2; 4]), None);
    assert_eq!(serde_json::to_value(&complexity).unwrap(), written());
    let [first, _] = &complexity.clone().rounded().points[..] else { unreachable!("two points") };
    assert_eq!((first.query.as_str(), first.actual, first.predicted), ("q2", 0.12346, 0.3));
    // Points of the fit may be left out.
    let mut without = written();
    without.as_object_mut().unwrap().remove("fitted_points");
    assert!(read(&without).unwrap().fitted_points.is_empty());
}

#[test]
fn a_file_that_contradicts_the_benchmark_is_refused() {
    let refused = |pointer: &str, value: Value, words: &str| {
        let mut wrong = written();
        *wrong.pointer_mut(pointer).unwrap() = value;
        let said = read(&wrong).unwrap_err();
        assert!(
            said.contains(words) && said.starts_with("complexity.json: "),
            "{said:?}: {words:?}"
        );
    };
    refused("/measure", "none:AP".into(), "none");
    refused("/relevance", "other".into(), "no relevance other");
    refused("/preset", "slow".into(), "balanced");
    refused("/methods", json!([]), "no methods");
    refused("/methods", json!(["one", "three"]), "no system three");
    refused("/methods", json!(["one", "one"]), "method one is there twice");
    refused("/top", 1.into(), "top is 1");
    refused("/features/1", "other".into(), "features are not one: mean, one: deviation");
    refused("/features", json!([]), "features are not");
    refused("/coefficients", json!([1.0]), "5 features need 5 coefficients, and there are 1");
    refused("/guides_ms", (-1.0).into(), "guides_ms is -1");
    refused("/curve/1/gamma", 0.0.into(), "do not ascend");
    refused("/curve/1/share_at_once", 1.5.into(), "curve, row 1");
    refused("/tried/n", 3.into(), "points has 2 rows, and n of test is 3");
    refused("/points/1/0", "q9".into(), "points, row 1: there is no query q9");
    refused("/points/1/0", "q2".into(), "points, row 1: query q2 is in row 0 already");
    refused("/points/1/0", "q0".into(), "query q0 is of split \"val\", not \"test\"");
    refused("/fitted_points/0/0", "q3".into(), "fitted_points, row 0: query q3 is of split");
    refused("/points/1", json!(["q3", 0.1, 0.2]), "expected a tuple of size 4");
    refused("/intercept", json!("b"), "invalid type");
    let huge = written().to_string().replace("0.123456789", "1e999");
    let said =
        Complexity::from_json("complexity.json", &huge, &manifest(), &queries()).unwrap_err();
    assert!(said.to_string().contains("out of range"), "{said}");
}

/// An embedder without a stated weight has the mean of those that take part.
#[test]
fn usual_weights_are_the_stated_ones() {
    let mut manifest = manifest();
    assert_close(&usual_weights(&manifest, ["a", "b"]), &[0.5, 0.5]);
    manifest.guide_weights = [("a".to_owned(), 3.0), ("b".to_owned(), 1.0)].into();
    assert_close(&usual_weights(&manifest, ["a", "b"]), &[0.75, 0.25]);
    assert_close(&usual_weights(&manifest, ["a", "b", "c"]), &[0.5, 1.0 / 6.0, 1.0 / 3.0]);
    assert_close(&usual_weights(&manifest, ["b", "c"]), &[0.5, 0.5]);
    assert_close(&usual_weights(&manifest, ["c"]), &[1.0]);
    assert!(usual_weights(&manifest, []).is_empty());
}
