//! `rankscope topics` on Fieldbook, held against scikit-learn.
//!
//! The expected values come from numpy 2.4 and scikit-learn 1.9, from the shipped files alone:
//! `Ridge(alpha=1)` on the rows that train; neighbours by a product in float64 rounded to float32,
//! equal ones in corpus order; `average_precision_score` of the ranking, equal scores in corpus
//! order; tags counted in Python.
#![allow(clippy::unwrap_used)]

use crate::{
    here::fieldbook,
    program::{fails, json, near, shapes},
};
use serde_json::Value;

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
