//! `rankscope topics` on Fieldbook, held against scikit-learn.
//!
//! The expected values come from numpy 2.4 and scikit-learn 1.9, from the shipped files alone:
//! `Ridge(alpha=1)` on the rows that train; neighbours by a product in float64 rounded to float32,
//! equal ones in corpus order; `average_precision_score` of the ranking, equal scores in corpus
//! order; tags counted in Python.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use crate::{
    here::fieldbook,
    made::Made,
    program::{fails, json, near, shapes},
};
use rankscope_core::formats::text_from_bytes;
use serde_json::Value;
use std::{cmp::Reverse, collections::HashSet, fs};

fn on_fieldbook(challenge: &str, system: &str, more: &[&str]) -> Value {
    json(&[&["topics", &fieldbook(), "--challenge", challenge, "--system", system], more].concat())
}

#[test]
fn recognition_equals_scikit_learn() {
    for (system, wide, narrow) in [
        ("large", 0.8792946852477614, 0.8040338966063515),
        ("colours", 0.6150119374443311, 0.5431867390463264),
    ] {
        let report = on_fieldbook("recognition", system, &[]);
        for (sense, map) in [("wide", wide), ("narrow", narrow)] {
            near(&report[sense]["map"], map);
            assert_eq!(report[sense]["topics"].as_object().unwrap().len(), 24);
        }
    }
}

#[test]
fn propagation_equals_scikit_learn() {
    let report = on_fieldbook("propagation", "large", &[]);
    near(&report["wide"]["map"], 0.8524724483341632);
    near(&report["wide"]["acc@50"], 0.929090909090909);
    near(&report["wide"]["topics"]["t-003"]["ap"], 0.9812103301562443);
    near(&report["narrow"]["map"], 0.6718538695459927);
    assert_eq!(report["wide"]["topics"].as_object().unwrap().len(), 22);
    let narrow = on_fieldbook("propagation", "colours", &["--relevance", "narrow"]);
    assert_eq!(narrow.as_object().unwrap().len(), 1);
    near(&narrow["narrow"]["map"], 0.5786214435767317);
}

#[test]
fn suggestion_equals_counting_in_numpy() {
    let few = &["--tags", "30"][..];
    for (system, more, share, popularity, n, tags) in [
        ("large", &[][..], 7666.0 / 8753.0, 0.5582086141894208, 8753, 359),
        ("large", few, 7206.0 / 7653.0, 4897.0 / 7653.0, 7653, 30),
        ("base", few, 7162.0 / 7653.0, 4897.0 / 7653.0, 7653, 30),
        ("colours", few, 6845.0 / 7653.0, 4897.0 / 7653.0, 7653, 30),
        ("colours", &[], 7176.0 / 8753.0, 0.5582086141894208, 8753, 359),
    ] {
        let report = on_fieldbook("suggestion", system, more);
        near(&report["share"], share);
        near(&report["popularity"], popularity);
        assert_eq!((report["n"].as_u64(), report["tags"].as_u64()), (Some(n), Some(tags)));
    }
}

#[test]
fn scores_of_ones_own_are_held_to_the_test_pictures() {
    let fieldbook = fieldbook();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let info = json(&[
        "topics",
        &fieldbook,
        "--challenge",
        "recognition",
        "--system",
        "colours",
        "--by-topic",
    ]);
    let curve = &info["wide"]["topics"]["t-003"]["curve"];
    let points = curve["points"].as_array().unwrap();
    let n = info["wide"]["topics"]["t-003"]["n"].as_u64().unwrap();
    assert_eq!(points.len() as u64, n, "to the end");
    near(&points.last().unwrap()["recall"], 1.0);
    let precisions = points.iter().map(|point| point["precision"].as_f64().unwrap());
    let ap = precisions.sum::<f64>() / n as f64;
    near(&info["wide"]["topics"]["t-003"]["ap"], ap);
    near(&curve["interpolated"][10], points.last().unwrap()["precision"].as_f64().unwrap());
    let topics: Vec<&String> = info["wide"]["topics"].as_object().unwrap().keys().collect();
    let rows = || (0..20_000).filter(|row| row % 5 > 2);
    let score = |topic: usize, row: usize| (row * (topic + 7)) % 9_973;
    let mut run = String::from("query,document,score\n");
    let id = |row: usize| format!("fb1-{row}");
    for (place, topic) in topics.iter().enumerate() {
        for row in rows() {
            run.push_str(&format!("{topic},{},{}.5\n", id(row), score(place, row)));
        }
    }
    fs::write(path("own.csv"), &run).unwrap();
    let entries = |file: &str, more: &[&str]| {
        let file = path(file);
        json(
            &[&["topics", &fieldbook, "--challenge", "recognition", "--entries", &file], more]
                .concat(),
        )
    };
    let own = entries("own.csv", &[]);
    // A matrix in the benchmark's order of topics says the same.
    let matrix: Vec<Vec<f32>> = (0..topics.len())
        .map(|place| rows().map(|row| score(place, row) as f32 + 0.5).collect())
        .collect();
    let made = Made::new();
    made.npy("own.npy", &matrix);
    let by_matrix = json(&[
        "topics",
        &fieldbook,
        "--challenge",
        "recognition",
        "--entries",
        &made.text("own.npy"),
    ]);
    assert_eq!(own, by_matrix);
    // A topic that is part of another: the same ranking without the pictures that do not show that.
    let inside = entries("own.csv", &["--inside", "--relevance", "wide"]);
    let path_of_qrels = format!("{fieldbook}/relevance/wide.qrels.gz");
    let qrels = fs::read(&path_of_qrels).unwrap();
    let qrels = text_from_bytes("wide", &qrels).unwrap();
    let shown = |topic: &str| -> HashSet<usize> {
        let fields = qrels.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let own = fields.filter(|own| own[0] == topic && own[3] != "0");
        own.map(|own| own[2].trim_start_matches("fb1-").parse().unwrap()).collect()
    };
    let mut n_parts = 0;
    for (place, topic) in topics.iter().enumerate() {
        let found = &inside["wide"]["topics"][topic]["inside"];
        let Some(general) = found["topic"].as_str() else { continue };
        n_parts += 1;
        let (part, whole) = (shown(topic), shown(general));
        assert!(part.is_subset(&whole), "{topic} in {general}");
        let mut ranked: Vec<usize> = rows().filter(|row| whole.contains(row)).collect();
        ranked.sort_by_key(|row| (Reverse(score(place, *row)), *row));
        let (mut n_found, mut sum) = (0.0, 0.0);
        for (rank, row) in (1u32..).zip(&ranked) {
            if part.contains(row) {
                n_found += 1.0;
                sum += n_found / f64::from(rank);
            }
        }
        near(&found["ap"], sum / n_found);
        near(&found["prevalence"], n_found / ranked.len() as f64);
    }
    assert!(n_parts > 3, "{n_parts} topics are part of another");
    assert!(own["wide"]["topics"][topics[0]].get("inside").is_none());
    let refused = |text: String, words: &[&str]| {
        fs::write(path("wrong.csv"), text).unwrap();
        let file = path("wrong.csv");
        fails(1, &["topics", &fieldbook, "--challenge", "recognition", "--entries", &file], words);
    };
    let first = format!("{},{},", topics[0], id(3));
    refused(
        run.replacen(&first, &format!("{},{},", topics[0], id(0)), 1),
        &["wrong.csv", "line 2", "is not tested"],
    );
    refused(
        run.replacen(&first, &format!("{},nobody,", topics[0]), 1),
        &["line 2", "no picture nobody"],
    );
    refused(
        run.replacen(&first, &format!("t-999,{},", id(3)), 1),
        &["line 2", "t-999 is none of the topics"],
    );
    let short: String = run
        .lines()
        .filter(|line| !line.starts_with(&first))
        .map(|line| format!("{line}\n"))
        .collect();
    refused(short, &["7999 of the 8000 test pictures", &id(3)]);
    made.npy("small.npy", &[vec![1.0, 2.0]]);
    fails(
        1,
        &["topics", &fieldbook, "--challenge", "recognition", "--entries", &made.text("small.npy")],
        &["[1, 2]", "[24, 8000]", "test"],
    );
}

#[test]
fn suggestions_of_ones_own_are_counted_by_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let entries = |text: &str| {
        fs::write(path("own.run"), text).unwrap();
        path("own.run")
    };
    let args = |file: &str| -> Vec<String> {
        ["topics", &fieldbook(), "--challenge", "suggestion", "--tags", "30", "--entries", file]
            .map(String::from)
            .to_vec()
    };
    // fb1-2 has the tag animal, fb1-10 feeding; a suggestion after the fifth does not count.
    let six = "fb1-2 Q0 animal 1 9 own\nfb1-10 Q0 bird 1 9 own\nfb1-10 Q0 city 2 8 own\nfb1-10 Q0 fog 3 7 own\nfb1-10 Q0 rain 4 6 own\nfb1-10 Q0 night 5 5 own\nfb1-10 Q0 feeding 6 4 own\n";
    let file = entries(six);
    let all = args(&file);
    let report = json(&all.iter().map(String::as_str).collect::<Vec<_>>());
    near(&report["share"], 1.0 / 7653.0);
    near(&report["popularity"], 4897.0 / 7653.0);
    for (text, words) in [
        ("fb1-0 Q0 animal 1 9 own\n", &["line 1", "fb1-0 is not tested"][..]),
        ("fb1-2 Q0 sofa 1 9 own\n", &["line 1", "sofa is none of the tags"]),
        ("x Q0 animal 1 9 own\n", &["no picture x"]),
    ] {
        let file = entries(text);
        let all = args(&file);
        fails(1, &all.iter().map(String::as_str).collect::<Vec<_>>(), words);
    }
}

#[test]
fn derived_spaces_are_tried_too() {
    let whole = on_fieldbook("suggestion", "colours", &["--tags", "30"]);
    let first = on_fieldbook("suggestion", "first(large,64)", &["--tags", "30"]);
    assert!(first["share"].as_f64() > whole["share"].as_f64());
    let args = |system| {
        ["topics", &*fieldbook(), "--challenge", "suggestion", "--system", system].map(String::from)
    };
    for (system, words) in [
        ("rrf(large,colours)", &["no vectors"][..]),
        ("qbnorm(large,val)", &["normalises the scores of queries"]),
    ] {
        let args = args(system);
        fails(1, &args.each_ref().map(String::as_str), words);
    }
}

#[test]
fn what_a_benchmark_lacks_is_said() {
    let topics = |challenge, more: &[&str], words: &[&str]| {
        let args = ["topics", shapes(), "--challenge", challenge, "--system", "tiny-bert"];
        fails(1, &[&args, more].concat(), words);
    };
    topics(
        "propagation",
        &[],
        &["no topic of the benchmark has tags", "topics.json", "[[topics]]"],
    );
    topics("suggestion", &[], &["no picture of the benchmark has tags"]);
    topics("recognition", &["--relevance", "none"], &["no relevance none", "known are"]);
}
