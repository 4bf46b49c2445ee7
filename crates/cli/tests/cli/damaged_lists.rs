//! Benchmarks whose files have the right hashes and the wrong contents: every command refuses
//! them, by file, row and reason.
#![allow(clippy::unwrap_used)]

use crate::copied::Copied;
use crate::program::{done, fails};
use serde_json::{Value, json};
use std::fs;

fn with_id(line: &str, id: &str) -> String {
    let mut record: Value = serde_json::from_str(line).unwrap();
    record["id"] = json!(id);
    record.to_string()
}

fn id_of(line: &str) -> String {
    serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned()
}

#[test]
fn ids_that_occur_twice() {
    let copied = Copied::new();
    let mut id = String::new();
    copied.change("queries.jsonl", |lines| {
        id = id_of(&lines[2]);
        lines[7] = with_id(&lines[7], &id);
    });
    let advice = "is damaged: build it again";
    copied.refused(&[advice, "queries.jsonl, row 7", &id, "used by row 2 of queries.jsonl"]);

    let copied = Copied::new();
    copied.change("images/00000.jsonl", |lines| {
        id = id_of(&lines[0]);
        lines[3] = with_id(&lines[3], &id);
    });
    copied.refused(&[advice, "images/00000.jsonl, row 3", &id, "used by row 0"]);

    let copied = Copied::new();
    copied.change_manifest(|manifest| {
        let systems = manifest["systems"].as_array_mut().unwrap();
        systems.push(systems[0].clone());
    });
    let places = "as number 0 and as number 5 of its list";
    copied.refused(&["benchmark.json: system ", "is listed twice", places]);
}

#[test]
fn lists_that_are_shorter_than_the_manifest_says() {
    let copied = Copied::new();
    copied.change("queries.jsonl", |lines| drop(lines.pop()));
    copied.refused(&["queries.jsonl has 39 queries, but benchmark.json says 40"]);
    let copied = Copied::new();
    copied.change("images/00000.jsonl", |lines| drop(lines.pop()));
    copied.refused(&["images/00000.jsonl has ", "gives it rows 0.."]);
}

#[test]
fn judgements_of_unknown_images_in_the_definition_that_is_used() {
    let copied = Copied::new();
    let query = id_of(
        fs::read_to_string(copied.path.join("queries.jsonl")).unwrap().lines().next().unwrap(),
    );
    let mut number = 0;
    copied.change("relevance/pairs.qrels", |lines| {
        lines.push(String::new());
        lines.push(format!("{query} 0 nowhere 1"));
        number = lines.len();
    });
    let path = copied.path.to_str().unwrap();
    let place = format!("relevance/pairs.qrels, line {number}: image nowhere");
    fails(1, &["eval", path, "--relevance", "pairs"], &[&place, &query]);
    // The default definition is another file.
    done(&["eval", path, "--system", "words-64"]);
}

#[test]
fn paths_that_lead_out_of_the_benchmark() {
    let copied = Copied::new();
    copied.change_manifest(|manifest| {
        let entry = json!({ "path": "../outside", "bytes": 0, "sha256": "0".repeat(64) });
        manifest["files"].as_array_mut().unwrap().push(entry);
    });
    copied.refused(&["benchmark.json: ../outside is not a path inside the benchmark"]);
}
