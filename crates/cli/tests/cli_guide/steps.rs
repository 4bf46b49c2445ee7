//! The steps on files: `fuse`, `trust` and `lof`.

use crate::program::{done, done_saying, fails, folder};
use serde_json::Value;
use std::fs;

/// A file with this text, which is gone with its folder.
fn file(text: &str) -> (impl Fn(&str) -> String + use<>, String) {
    let folder = folder();
    let path = folder("in.json");
    fs::write(&path, text).unwrap();
    (folder, path)
}

fn run(step: &str, text: &str) -> Value {
    let (_folder, path) = file(text);
    serde_json::from_str(&done(&["guide", step, &path])).unwrap()
}

#[track_caller]
fn refused(step: &str, text: &str, words: &[&str]) {
    let (_folder, path) = file(text);
    fails(1, &["guide", step, &path], &[&[&*path], words].concat());
}

const LISTS: &str = r#""weights": {"one": 0.6, "two": 0.4},
    "lists": {"one": [["a", "b", "c"]], "two": [["b", "a", "d"]]}, "k": 3"#;

fn close(found: &Value, wanted: f64) -> bool {
    (found.as_f64().unwrap() - wanted).abs() < 1e-12
}

#[test]
fn fuse_gives_the_example_of_the_method() {
    let hits = run("fuse", &format!("{{{LISTS}}}"));
    let wanted = [("a", 0.8), ("b", 0.7), ("c", 0.2), ("d", 0.4 / 3.0)];
    assert_eq!(hits.as_array().unwrap().len(), 4);
    for (hit, (id, score)) in hits.as_array().unwrap().iter().zip(wanted) {
        assert_eq!(hit["id"], id);
        assert!(close(&hit["score"], score), "{hit}");
        assert_eq!(hit.as_object().unwrap().len(), 2);
    }
    let (_folder, path) = file(&format!("{{{LISTS}}}"));
    let hits: Value = serde_json::from_str(&done(&["guide", "fuse", &path, "--terms"])).unwrap();
    let term = &hits[0]["terms"][1];
    assert_eq!(
        (&term["embedder"], &term["rank"], &term["guide"]),
        (&"two".into(), &2.into(), &1.into())
    );
    assert!(close(&term["adds"], 0.2));
}

#[test]
fn ties_follow_the_order_of_the_file() {
    // "z" comes before "a" in the file, so its list decides.
    let text = r#"{"weights": {"a": 0.5, "z": 0.5}, "lists": {"z": [[7, 3]], "a": [[3, 7]]}}"#;
    let hits = run("fuse", text);
    assert_eq!((&hits[0]["id"], &hits[1]["id"]), (&7.into(), &3.into()));
}

#[test]
fn trust_gives_the_example_of_the_method() {
    let weights = run("trust", &format!(r#"{{{LISTS}, "wrong": ["b"]}}"#));
    assert!(close(&weights["one"], 0.585 / 0.965));
    assert!(close(&weights["two"], 0.38 / 0.965));
    // With this rate both would become 0, so they stay.
    let text = r#"{"weights": {"one": 3, "two": 1}, "lists": {"one": [["b"], ["b"], ["b"]],
        "two": [["b"], ["b"], ["b"]]}, "wrong": ["b"], "eta": 0.5}"#;
    let weights = run("trust", text);
    assert_eq!((&weights["one"], &weights["two"]), (&3.0.into(), &1.0.into()));
    let (_folder, path) = file(&format!(r#"{{{LISTS}, "wrong": ["q"]}}"#));
    let (_, said) = done_saying(&["guide", "trust", &path]);
    assert!(said.contains("q is in no list"), "{said}");
}

#[test]
fn lof_gives_the_values_of_scikit_learn() {
    let points = "[[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.5], [5, 5]]";
    let at = |scores: Value, wanted: [f64; 6]| {
        for (found, wanted) in scores.as_array().unwrap().iter().zip(wanted) {
            assert!((found.as_f64().unwrap() - wanted).abs() < 1e-6, "{found}, not {wanted}");
        }
    };
    let lof = |k: &str| run("lof", &format!(r#"{{"points": {points}{k}}}"#));
    let c = 0.926_777;
    at(lof(r#", "k": 2"#), [c, c, c, c, 1.171_573, 6.526_019]);
    let c = 0.967_456;
    at(lof(r#", "k": 3"#), [c, c, c, c, 1.108_194, 6.584_283]);
    assert_eq!(lof(""), lof(r#", "k": 4"#));
    let (_folder, path) = file(r#"{"points": [[0], [1], [3]], "k": 9}"#);
    let (_, said) = done_saying(&["guide", "lof", &path]);
    assert!(said.contains("3 points have 2 neighbours"), "{said}");
}

#[test]
fn wrong_files_are_refused_with_the_place() {
    fails(1, &["guide", "fuse", "/nowhere/lists.json"], &["/nowhere/lists.json"]);
    fails(2, &["guide", "fuse"], &["<FILE>"]);
    refused("fuse", "{", &["line 1"]);
    refused("fuse", r#"{"weights": {"a": 1}}"#, &["lists"]);
    refused("fuse", r#"{"weights": {"a": 1}, "lists": {}, "eat": 1}"#, &["eat"]);
    refused("fuse", r#"{"weights": {"a": 1}, "lists": {"b": []}}"#, &["embedder b", "weights"]);
    refused("fuse", r#"{"weights": {"a": -1}, "lists": {}}"#, &["weight of a is -1"]);
    refused("fuse", r#"{"weights": {"a": 1, "a": 2}, "lists": {}}"#, &["a is named twice"]);
    refused("fuse", r#"{"weights": {}, "lists": {}, "k": 0}"#, &["k is 0"]);
    refused("fuse", r#"{"weights": {"a": 1}, "lists": {"a": [[1.5]]}}"#, &["whole number"]);
    let twice = r#"{"weights": {"a": 1}, "lists": {"a": [["x"], ["y", "x", "y"]]}}"#;
    refused("fuse", twice, &["embedder a, guide 2", "y stands at rank 1 and at rank 3"]);
    refused("trust", &format!("{{{LISTS}}}"), &["wrong"]);
    refused("trust", &format!(r#"{{{LISTS}, "wrong": [], "eta": 1}}"#), &["learning rate is 1"]);
    refused("lof", r#"{"points": [[0, 1], [2]], "k": 1}"#, &["point 2 has 1 values"]);
    refused("lof", r#"{"points": [[0], [1], [2]]}"#, &["fewer than 4"]);
    refused("lof", r#"{"points": [[0], [1]], "k": 0}"#, &["k is 0"]);
    refused("lof", r#"{"points": [[0]], "k": 1}"#, &["1 points, and 2 are the least"]);
    refused("lof", r#"{"points": [[1e999]], "k": 1}"#, &["number out of range"]);
}
