//! `rankscope info` says what is in a benchmark.

use crate::copied::Copied;
use crate::here::fieldbook;
use crate::program::{self, done, done_saying, fails, flagged_json, shapes};
use rankscope_core::citation::read_entries;
use rankscope_core::formats::qrels_from_trec;
use std::fs;

#[test]
fn counts_are_those_of_the_files() {
    let said = flagged_json(&["info", shapes()]);
    let read = |name: &str| fs::read_to_string(format!("{}/{name}", shapes())).unwrap();
    let manifest = program::manifest(shapes());
    for key in ["images", "queries", "captions"] {
        assert_eq!(said[key], manifest["counts"][key], "{key}");
    }
    for key in ["id", "title", "description", "headlines"] {
        assert_eq!(said[key], manifest[key], "{key}");
    }
    let definitions = manifest["relevance"].as_array().unwrap();
    assert_eq!(said["definitions"].as_array().unwrap().len(), definitions.len());
    for (found, listed) in said["definitions"].as_array().unwrap().iter().zip(definitions) {
        let path = listed["path"].as_str().unwrap();
        let qrels = qrels_from_trec(path, &read(path)).unwrap();
        assert_eq!((&found["id"], &found["default"]), (&listed["id"], &listed["default"]));
        assert_eq!(found["judgements"], qrels.len());
        assert_eq!(found["relevant"], qrels.iter().filter(|qrel| qrel.grade >= 1).count());
    }
    let systems = manifest["systems"].as_array().unwrap();
    for (found, listed) in said["systems"].as_array().unwrap().iter().zip(systems) {
        assert_eq!((&found["id"], &found["dim"]), (&listed["id"], &listed["dim"]));
        assert_eq!((&found["dtype"], &found["has_queries"]), (&"f16".into(), &true.into()));
    }
    let of_kinds = said["files"].as_object().unwrap().values();
    let bytes: u64 = of_kinds.map(|amount| amount["bytes"].as_u64().unwrap()).sum();
    assert_eq!(said["total"]["bytes"], bytes);
    let listed = manifest["files"].as_array().unwrap().iter();
    assert_eq!(bytes, listed.map(|file| file["bytes"].as_u64().unwrap()).sum::<u64>());
}

#[test]
fn fieldbook_has_all_that_a_benchmark_can_carry() {
    let folder = &fieldbook();
    let said = flagged_json(&["info", folder]);
    assert_eq!((&said["images"], &said["queries"]), (&20_000.into(), &1410.into()));
    assert_eq!(said["systems"].as_array().unwrap().len(), 14);
    assert_eq!(said["stored_values"], 14);
    assert_eq!(said["complexity"], true);
    assert_eq!(said["runs"].as_array().unwrap().len(), 1);
    assert!(said["topics"].as_u64().unwrap() > 0);
    let splits = said["splits"].as_object().unwrap().values();
    assert_eq!(splits.map(|n| n.as_u64().unwrap()).sum::<u64>(), 1410);
    let encoders = said["encoders"].as_array().unwrap();
    assert!(encoders.iter().any(|encoder| encoder["pictures"] == true));
    // The same for people: every title at the place of its column.
    let text = done(&["info", folder]);
    for words in ["Fieldbook (fieldbook)", "20,000 images, 1,410 queries", "definition", "together"]
    {
        assert!(text.contains(words), "{words:?} is not in {text}");
    }
    let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap();
    let ends = |line: &str, word: &str| line.find(word).unwrap() + word.len();
    assert_eq!(ends(line("system "), " dim"), ends(line("large "), " 64"));
}

#[test]
fn a_folder_that_is_no_benchmark_is_named() {
    fails(1, &["info", "/nowhere"], &["cannot read /nowhere/benchmark.json"]);
}

#[test]
fn bibtex_has_the_benchmark_and_the_publications_behind_its_measures() {
    let copied = Copied::new();
    let bibtex = ["info", copied.path.to_str().unwrap(), "--bibtex"];
    let keys = |text: &str| {
        let entries = read_entries(text).unwrap();
        entries.iter().map(|entry| entry.key.to_string()).collect::<Vec<_>>()
    };
    let text = done(&bibtex);
    let all = keys(&text);
    assert_eq!(all.first().map(String::as_str), Some("shapes"));
    // What is behind the leaderboard's columns.
    for key in ["treceval", "chun2022eccvcaption", "jarvelin2002cumulated"] {
        assert!(all.iter().any(|found| found == key), "{key} is not in {text}");
    }
    let cite =
        |bibtex: &str| copied.change_manifest(|manifest| manifest["citation"] = bibtex.into());
    cite("@misc{Own, year = 2020}");
    let second = |text: &str| keys(text).swap_remove(1);
    assert_eq!(second(&done(&bibtex)), "Own");
    cite("@misc{Own, year = }");
    let (text, said) = done_saying(&bibtex);
    assert_ne!(second(&text), "Own");
    let fault =
        "warning: the benchmark's own BibTeX is left out: line 1: the value of a field is missing";
    assert!(said.contains(fault), "{said}");
    fails(2, &[&bibtex[..], &["--json"]].concat(), &["cannot be used with"]);
}
