//! `rankscope info` says what is in a benchmark.

use crate::here;
use crate::made::Made;
use crate::program::{done, done_saying, fails, shapes};
use rankscope_core::citation::read_entries;
use rankscope_core::formats::qrels_from_trec;
use serde_json::Value;
use std::fs;

fn info(folder: &str) -> Value {
    serde_json::from_str(&done(&["info", folder, "--json"])).unwrap()
}

#[test]
fn counts_are_those_of_the_files() {
    let said = info(shapes());
    let read = |name: &str| fs::read_to_string(format!("{}/{name}", shapes())).unwrap();
    let manifest: Value = serde_json::from_str(&read("benchmark.json")).unwrap();
    for key in ["images", "queries", "captions"] {
        assert_eq!(said[key], manifest["counts"][key], "{key}");
    }
    for key in ["id", "title", "description", "headlines"] {
        assert_eq!(said[key], manifest[key], "{key}");
    }
    let definitions = manifest["relevance"].as_array().unwrap();
    assert_eq!(said["definitions"].as_array().unwrap().len(), definitions.len());
    for (own, of) in said["definitions"].as_array().unwrap().iter().zip(definitions) {
        let path = of["path"].as_str().unwrap();
        let qrels = qrels_from_trec(path, &read(path)).unwrap();
        assert_eq!((&own["id"], &own["default"]), (&of["id"], &of["default"]));
        assert_eq!(own["judgements"], qrels.len());
        assert_eq!(own["relevant"], qrels.iter().filter(|qrel| qrel.grade >= 1).count());
    }
    for (own, of) in
        said["systems"].as_array().unwrap().iter().zip(manifest["systems"].as_array().unwrap())
    {
        assert_eq!((&own["id"], &own["dim"]), (&of["id"], &of["dim"]));
        assert_eq!(own["dtype"], "f16");
        assert_eq!(own["has_queries"], true);
    }
    let of_kinds = said["files"].as_object().unwrap().values();
    let bytes: u64 = of_kinds.map(|amount| amount["bytes"].as_u64().unwrap()).sum();
    assert_eq!(said["total"]["bytes"], bytes);
    let listed = manifest["files"].as_array().unwrap().iter();
    assert_eq!(bytes, listed.map(|file| file["bytes"].as_u64().unwrap()).sum::<u64>());
}

#[test]
fn fieldbook_has_all_that_a_benchmark_can_carry() {
    let folder = here::root().join("public/fieldbook");
    let folder = folder.to_str().unwrap();
    let said = info(folder);
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
    let made = Made::new();
    let folder = made.path("shapes").to_str().unwrap().to_string();
    done(&["fixture", "--out", &folder]);
    let keys = |text: &str| {
        let entries = read_entries(text).unwrap();
        entries.iter().map(|entry| entry.key.to_string()).collect::<Vec<_>>()
    };
    let text = done(&["info", &folder, "--bibtex"]);
    let all = keys(&text);
    assert_eq!(all.first().map(String::as_str), Some("shapes"));
    // What is behind the leaderboard's columns.
    for key in ["treceval", "chun2022eccvcaption", "jarvelin2002cumulated"] {
        assert!(all.iter().any(|own| own == key), "{key} is not in {text}");
    }
    let file = made.path("shapes/benchmark.json");
    let manifest = fs::read_to_string(&file).unwrap();
    let mut manifest: Value = serde_json::from_str(&manifest).unwrap();
    manifest["citation"] = "@misc{Own, year = 2020}".into();
    fs::write(&file, manifest.to_string()).unwrap();
    let second = |text: &str| keys(text).swap_remove(1);
    assert_eq!(second(&done(&["info", &folder, "--bibtex"])), "Own");
    manifest["citation"] = "@misc{Own, year = }".into();
    fs::write(&file, manifest.to_string()).unwrap();
    let (text, said) = done_saying(&["info", &folder, "--bibtex"]);
    assert_ne!(second(&text), "Own");
    let fault =
        "warning: the benchmark's own BibTeX is left out: line 1: the value of a field is missing";
    assert!(said.contains(fault), "{said}");
    fails(2, &["info", &folder, "--bibtex", "--json"], &["cannot be used with"]);
}
