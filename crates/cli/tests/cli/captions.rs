//! Captions with vectors of their own: what `build` writes of them, and what images find.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::made::{Made, marked};
use crate::program::json;
use serde_json::Value;
use std::fs;

const RECIPE: &str = r#"
id = "tiny"
title = "Tiny"
[images]
ids = "images.txt"
[captions]
path = "captions.jsonl"
id = "id"
image = "image"
text = "text"
[queries]
ids = "queries.txt"
texts = "texts.jsonl"
[[relevance]]
id = "own"
title = "Own"
counts_as = "x"
default = true
qrels = "own.qrels"
[[relevance]]
id = "wide"
title = "Wide"
counts_as = "y"
qrels = "own.qrels"
reverse = { json = "wide.json" }
[[systems]]
id = "s"
title = "S"
gallery = "gallery.npy"
queries = "queries.npy"
captions = "captions.npy"
"#;

fn captions(lines: &[(&str, &str)]) -> String {
    let line = |(id, image): &(&str, &str)| {
        format!("{{\"id\":\"{id}\",\"image\":\"{image}\",\"text\":\"of {image}\"}}\n")
    };
    lines.iter().map(line).collect()
}

/// Three images along three axes. Captions: two of `a`, one of an image outside the corpus, one of
/// `b`, which lies nearer to `c`.
fn tiny() -> Made {
    let made = Made::new();
    made.write("recipe.toml", RECIPE);
    made.write("images.txt", "a\nb\nc\n");
    made.write("queries.txt", "q\n");
    made.write("texts.jsonl", "{\"id\":\"q\",\"text\":\"a thing\"}\n");
    made.write("own.qrels", "q 0 a 1\n");
    made.write("captions.jsonl", captions(&[("c0", "a"), ("c1", "z"), ("c2", "b"), ("c3", "a")]));
    made.write("wide.json", "{\"c\": [\"c2\", \"far\"], \"z\": [\"c1\"]}");
    let axis = |place: usize| marked(3, &[place]);
    made.npy("gallery.npy", &[axis(0), axis(1), axis(2)]);
    made.npy("queries.npy", &[axis(0)]);
    made.npy("captions.npy", &[axis(0), axis(1), vec![0.0, 0.6, 0.8], vec![0.8, 0.6, 0.0]]);
    made
}

fn eval(made: &Made, relevance: &str) -> Value {
    let (out, measures) = (made.text("out"), "eccv:R@1,trec:RR,eccv:R-Precision");
    json(&["eval", &out, "--direction", "i2t", "--relevance", relevance, "--measures", measures])
}

#[test]
fn images_rank_captions_by_their_own_vectors() {
    let made = tiny();
    made.build();
    let file = fs::read_to_string(made.path("out/captions.jsonl")).unwrap();
    assert_eq!(file.lines().count(), 3);
    let reverse = fs::read_to_string(made.path("out/reverse/wide.qrels")).unwrap();
    assert_eq!(reverse, "c 0 c2 1\nc 0 far 1\n");
    // a: c0 1, c3 .8, c2 0. b: c2 and c3 both .6 in float16, c2 first.
    let report = eval(&made, "own");
    let of = |report: &Value, measure: &str| report["runs"]["s"][measure].clone();
    assert_eq!(of(&report, "trec:RR")["n"], 2);
    assert_eq!(of(&report, "eccv:R@1")["per_query"], serde_json::json!({ "a": 1.0, "b": 1.0 }));
    assert_eq!(of(&report, "eccv:R-Precision")["mean"], 1.0);
    // c: c2 .8 first; the other relevant text has no vector.
    let report = eval(&made, "wide");
    assert_eq!(of(&report, "eccv:R@1")["per_query"], serde_json::json!({ "c": 1.0 }));
    assert_eq!(of(&report, "eccv:R-Precision")["mean"], 0.5);
}

#[test]
fn captions_that_do_not_fit_are_refused() {
    let made = tiny();
    made.npy("captions.npy", &vec![vec![1.0, 0.0, 0.0]; 3]);
    made.refused(&["captions.npy has 3 rows, and there are 4 captions"]);
    let made = tiny();
    made.npy("captions.npy", &vec![vec![1.0, 0.0]; 4]);
    made.refused(&["captions.npy", "dim 2", "dim 3"]);
    let made = tiny();
    made.write("wide.json", "{\"z\": [\"c1\"]}");
    made.refused(&["relevance wide", "no text relevant to any image"]);
    let made = tiny();
    made.write("recipe.toml", RECIPE.replace("{ json = \"wide.json\" }", "{}"));
    made.refused(&["relevance wide", "give one of json, qrels"]);
}
