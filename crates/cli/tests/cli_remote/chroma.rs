//! Against Chroma's own server.

use crate::Test;
use crate::program::{done, done_saying, fails, flagged_json, json, manifest, rankscope, shapes};
use crate::servers::Server;
use serde_json::Value;
use std::{collections::BTreeSet, fs, process::Command};
use tempfile::TempDir;

pub(crate) const TESTS: &[Test] = &[
    ("chroma_filled_it_answers_as_the_exact_search", filled_it_answers_as_the_exact_search),
    ("chroma_alone_its_recall_is_measured_by_reading_back", alone_its_recall_is_measured),
    ("chroma_a_half_filled_collection_is_refused_and_filled", a_half_filled_collection),
    ("chroma_stopped_and_started_again", stopped_and_started_again),
    ("chroma_collections_that_do_not_fit", collections_that_do_not_fit),
];

/// A copy of the generated benchmark.
pub(crate) fn copied() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("shapes");
    let status = Command::new("cp").arg("-r").arg(shapes()).arg(&copy).status().unwrap();
    assert!(status.success());
    let path = copy.to_str().unwrap().to_owned();
    (folder, path)
}

fn set_manifest(benchmark: &str, manifest: &Value) {
    fs::write(format!("{benchmark}/benchmark.json"), manifest.to_string()).unwrap();
}

/// The entry of the last system in a manifest.
pub(crate) fn last_system(manifest: &Value) -> &Value {
    manifest["systems"].as_array().unwrap().last().unwrap()
}

/// Every measure and every query of two systems is the same, up to hits that tie.
#[track_caller]
pub(crate) fn assert_same_values(report: &Value, ours: &str, theirs: &str) {
    let (ours, theirs) = (&report["runs"][ours], &report["runs"][theirs]);
    let names: BTreeSet<&String> = ours.as_object().unwrap().keys().collect();
    assert!(!names.is_empty());
    for name in names {
        let mean = |of: &Value| of[name]["mean"].as_f64().unwrap();
        let difference = (mean(ours) - mean(theirs)).abs();
        assert!(difference < 5e-3, "{name}: {} and {}", mean(ours), mean(theirs));
        assert_eq!(ours[name]["n"], theirs[name]["n"], "{name}");
    }
}

fn ids(found: &Value) -> Vec<String> {
    found.as_array().unwrap().iter().map(|hit| hit["id"].as_str().unwrap().into()).collect()
}

fn filled_it_answers_as_the_exact_search() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::chroma(data.path(), None);
    let (_folder, benchmark) = copied();
    let url = server.url();
    let index = ["index", &benchmark, "--system", "words-64", "--to", &url];
    let said = done(&index);
    assert!(said.contains("words-64-chroma: ") && said.contains("Chroma at http://127"), "{said}");
    let n = manifest(&benchmark)["counts"]["images"].as_u64().unwrap();
    assert!(said.contains(&format!("{n} of them sent now")), "{said}");
    // Again: nothing is sent, and the benchmark stays the same.
    let before = manifest(&benchmark);
    let again = flagged_json(&index);
    assert_eq!((&again["sent"], &again["points"]), (&0.into(), &n.into()));
    assert_eq!(manifest(&benchmark), before);
    let remote = &last_system(&before)["remote"];
    assert_eq!(*remote, again["remote"]);
    assert_eq!(remote["kind"], "chroma");
    assert_eq!(remote["collection"], "shapes-words-64");
    // The search itself.
    for query in ["q01", "q07"] {
        let ask = |system: &str| {
            json(&["search", &benchmark, "--system", system, "--query-id", query, "-k", "10"])
        };
        let (exact, found) = (ask("words-64"), ask("words-64-chroma"));
        let scores = |found: &Value| -> Vec<f64> {
            found.as_array().unwrap().iter().map(|hit| hit["score"].as_f64().unwrap()).collect()
        };
        assert_eq!(ids(&exact).len(), ids(&found).len());
        for (exact, found) in scores(&exact).into_iter().zip(scores(&found)) {
            assert!((exact - found).abs() < 1e-4, "{exact} and {found}");
        }
    }
    // And all queries, with what they are worth.
    let report = json(&["eval", &benchmark, "--system", "words-64", "--system", "words-64-chroma"]);
    assert_same_values(&report, "words-64-chroma", "words-64");
    let index = &report["indexes"]["words-64-chroma"];
    assert_eq!(index["recall"]["reference"], "gallery");
    assert!(index["recall"]["mean"].as_f64().unwrap() > 0.95, "{index}");
    let (table, said) = done_saying(&["eval", &benchmark, "--system", "words-64-chroma"]);
    assert!(table.contains("approximate index (Chroma at http://127.0.0.1"), "{table}");
    assert!(table.contains("recall@"), "{table}");
    assert!(said.contains("approximate index"), "{said}");
    let csv = done(&["eval", &benchmark, "--system", "words-64-chroma", "--format", "csv"]);
    assert!(csv.contains("index:recall@"), "{csv}");
    // Values that a server gives are not stored.
    done(&["eval", &benchmark, "--store", "--system", "words-64"]);
    let files = manifest(&benchmark)["files"].to_string();
    assert!(files.contains("values/words-64.") && !files.contains("values/words-64-chroma"));
    // What the other commands say.
    let info = done(&["info", &benchmark]);
    assert!(info.contains("shapes-words-64") && info.contains("asks a search engine"), "{info}");
    let (checked, said) = done_saying(&["check", &benchmark]);
    assert!(format!("{checked}{said}").contains("is not asked here"), "{checked}{said}");
}

fn alone_its_recall_is_measured() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::chroma(data.path(), None);
    let (_folder, benchmark) = copied();
    let to = ["--to", &server.url(), "--kind", "chroma", "--collection", "own.name", "--alone"];
    done(&[&["index", &benchmark, "--system", "words-64"], &to[..]].concat());
    let manifest = manifest(&benchmark);
    let system = last_system(&manifest);
    assert_eq!(system["gallery"], serde_json::json!([]));
    assert_eq!(system["remote"]["collection"], "own.name");
    let report = json(&["eval", &benchmark, "--system", "words-64", "--system", "words-64-chroma"]);
    assert_same_values(&report, "words-64-chroma", "words-64");
    let recall = &report["indexes"]["words-64-chroma"]["recall"];
    assert_eq!(recall["reference"], "read-back");
    assert!(recall["mean"].as_f64().unwrap() > 0.95, "{recall}");
    // What needs the vectors themselves says so.
    assert!(!rankscope(&["topics", &benchmark, "--system", "words-64-chroma"]).status.success());
}

fn a_half_filled_collection() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::chroma(data.path(), None);
    let (_folder, benchmark) = copied();
    let url = server.url();
    let index = ["index", &benchmark, "--system", "words-64", "--to", &url];
    done(&index);
    // As if the run had been killed: some points are missing.
    let name = "shapes-words-64";
    let script = format!(
        "import chromadb; c = chromadb.HttpClient('127.0.0.1', {}).get_collection({name:?}); \
         c.delete(ids=['0', '3', '17', '40'])",
        server.port
    );
    let python = crate::servers::python().unwrap();
    assert!(Command::new(python).args(["-c", &script]).status().unwrap().success());
    let search = ["search", &benchmark, "--system", "words-64-chroma", "--query-id", "q01"];
    fails(1, &search, &["holds", "goes on where it stopped"]);
    assert_eq!(flagged_json(&index)["sent"], 4);
    done(&search);
}

fn stopped_and_started_again() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::chroma(data.path(), None);
    let (_folder, benchmark) = copied();
    done(&["index", &benchmark, "--system", "words-64", "--to", &server.url()]);
    let ask = ["search", &benchmark, "--system", "words-64-chroma", "--query-id", "q01"];
    let before = json(&ask);
    let port = server.port;
    drop(server);
    fails(1, &ask, &["cannot be reached", "Check that it is running"]);
    let _server = Server::chroma(data.path(), Some(port));
    assert_eq!(json(&ask), before);
}

fn collections_that_do_not_fit() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::chroma(data.path(), None);
    let (_folder, benchmark) = copied();
    done(&["index", &benchmark, "--system", "words-64", "--to", &server.url()]);
    let whole = manifest(&benchmark);
    let ask = ["search", &benchmark, "--system", "words-64-chroma", "--query-id", "q01"];
    let fails_with = |change: &dyn Fn(&mut Value), words: &[&str]| {
        let mut changed = whole.clone();
        let systems = changed["systems"].as_array_mut().unwrap();
        change(systems.last_mut().unwrap());
        // The file `system.json` would differ.
        let files = changed["files"].as_array_mut().unwrap();
        files.retain(|file| file["path"] != "systems/words-64-chroma/system.json");
        set_manifest(&benchmark, &changed);
        fails(1, &ask, words);
    };
    let set = |system: &mut Value, field: &str, value: &str| system["remote"][field] = value.into();
    fails_with(&|system| set(system, "collection", "another"), &["has no collection another"]);
    fails_with(&|system| set(system, "metric", "cosine"), &["compares by ip", "says cosine"]);
    fails_with(&|system| set(system, "kind", "qdrant"), &["Check", "Qdrant"]);
    fails_with(&|system| set(system, "tenant", "nobody"), &["nobody"]);
    fails_with(&|system| set(system, "url", "ftp://x"), &["is not the address of a search engine"]);
    let of_another_dim = |system: &mut Value| {
        system["dim"] = 63.into();
        system["gallery"] = serde_json::json!([]);
    };
    fails_with(&of_another_dim, &["dim"]);
    set_manifest(&benchmark, &whole);
    // The vectors of another system, in a collection of the same size.
    let other = whole["systems"].as_array().unwrap().iter().find(|other| {
        other["dim"] == last_system(&whole)["dim"]
            && other["id"] != "words-64"
            && other.get("remote").is_none()
    });
    if let Some(other) = other {
        let id = other["id"].as_str().unwrap();
        let to = ["--to", &server.url(), "--collection", "shapes-words-64"];
        let output = rankscope(&[&["index", &benchmark, "--system", id], &to[..]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("does not have this benchmark"), "{said}");
    }
}
