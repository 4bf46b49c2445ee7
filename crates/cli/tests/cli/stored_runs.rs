//! Runs that a benchmark carries: built from a recipe, and used as systems and as second stages.
#![allow(clippy::unwrap_used)]

use crate::made::Made;
use crate::program::{done_saying, fails, json};
use rankscope_core::benchmark::RunKind;
use serde_json::Value;
use std::fs;

/// The system ranks a, b, c, d, e, f for every query. Relevant are c and f to q1, a to q2, b and d to q3.
const RECIPE: &str = r#"
id = "tiny"
title = "Tiny"
[images]
ids = "images.txt"
[queries]
ids = "queries.txt"
texts = "queries.jsonl"
[[relevance]]
id = "judged"
title = "Judged"
counts_as = "What was judged."
default = true
qrels = "judged.qrels"
[[systems]]
id = "first"
title = "First"
gallery = "gallery.npy"
queries = "queries.npy"
"#;

const LOGITS: &str = r#"
[[runs]]
id = "vlm"
title = "A model"
kind = "logits"
file = "vlm.csv"
of = "first"
depth = 4
prompt = "Does it fit?"
source = "made by a test"
"#;

/// Scores c .953, b .5, a .269, d .119 for q1, and b alone for q2.
const TABLE: &str = "query,image,yes,no\nq1,a,0,1\nq1,b,1,1\nq1,c,3,0\nq1,d,-1,1\nq2,b,2,0\n";

fn tiny(runs: &str) -> Made {
    let made = Made::new();
    made.write("recipe.toml", format!("{RECIPE}{runs}"));
    made.write("images.txt", "a\nb\nc\nd\ne\nf\n");
    made.write("queries.txt", "q1\nq2\nq3\n");
    let texts: Vec<String> =
        (1..4).map(|n| format!("{{\"id\": \"q{n}\", \"text\": \"query {n}\"}}\n")).collect();
    made.write("queries.jsonl", texts.concat());
    made.write("judged.qrels", "q1 0 c 1\nq1 0 f 1\nq2 0 a 1\nq3 0 b 1\nq3 0 d 1\n");
    let angle = |n: f32| vec![n.cos(), n.sin()];
    made.npy("gallery.npy", &(0..6u8).map(|n| angle(0.2 * f32::from(n))).collect::<Vec<_>>());
    made.npy("queries.npy", &vec![angle(0.0); 3]);
    made.write("vlm.csv", TABLE);
    made
}

fn eval(benchmark: &str, system: &str, measure: &str) -> Value {
    let args = ["eval", benchmark, "--system", system, "--measures", measure];
    json(&args)["runs"][system][measure].clone()
}

fn near_of(measured: &Value, mean: f64, n: u64) {
    assert!((measured["mean"].as_f64().unwrap() - mean).abs() < 1e-12, "{measured}");
    assert_eq!(measured["n"], n);
}

#[test]
fn a_run_of_logits_is_a_system_and_a_second_stage() {
    let made = tiny(LOGITS);
    let manifest = made.build();
    let run = &manifest.runs[0];
    assert_eq!((run.kind, run.depth, run.of.as_deref()), (RunKind::Logits, 4, Some("first")));
    assert_eq!((run.prompt.as_str(), run.source.as_str()), ("Does it fit?", "made by a test"));
    let file = manifest.file("runs/vlm.run.gz").unwrap();
    assert_eq!(file.bytes, fs::metadata(made.path("out/runs/vlm.run.gz")).unwrap().len());

    // Reciprocal ranks of q1, q2 and q3. As found: 1/3, 1, 1/2. Re-ranked c b a d, b a c d, and a b c d,
    // of which nothing is scored: 1, 1/2, 1/2.
    let out = made.text("out");
    let rerank = ["rerank", &out, "--first", "first", "--depth", "4", "--measures", "inquire:RR"];
    let by_run = [&rerank[..], &["--by", "vlm"]].concat();
    let report = json(&by_run);
    let means = &report["inquire:RR"];
    let near = |name: &str, wanted: f64| {
        let found = means[name].as_f64().unwrap();
        assert!((found - wanted).abs() < 1e-12, "{name}: {found}");
    };
    near("found", (1.0 / 3.0 + 1.0 + 0.5) / 3.0);
    near("reranked", 2.0 / 3.0);
    near("best", 1.0);
    let (_, said) = done_saying(&by_run);
    assert!(said.contains("7 of 12 hits, of 2 of 3 queries, have no score"), "{said}");
    // The same from the table that it was built from.
    let table = made.text("vlm.csv");
    assert_eq!(json(&[&rerank[..], &["--logits", &table]].concat()), report);

    // As a system it ranks what it lists: c first for q1, b for q2, nothing for q3.
    near_of(&eval(&out, "vlm", "inquire:RR"), 1.0 / 3.0, 3);
    let all = json(&["eval", &out]);
    assert_eq!(all["runs"].as_object().unwrap().keys().collect::<Vec<_>>(), ["first"]);
    let swapped = ["rerank", &out, "--first", "vlm", "--by", "first", "--measures", "inquire:RR"];
    let orders = &json(&swapped)["inquire:RR"];
    assert!((orders["found"].as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-12);
    assert!((orders["reranked"].as_f64().unwrap() - 1.0 / 9.0).abs() < 1e-12);
    fails(1, &["search", &out, "--system", "vlm", "--query", "an owl"], &["vlm"]);
}

#[test]
fn a_trec_run_keeps_its_order_and_its_scores_as_float32() {
    let made = tiny("[[runs]]\nid = \"other\"\ntitle = \"Other\"\nfile = \"other.run\"\n");
    // 0.30000001 and 0.3 are the same float32; of equal scores the first line is first.
    made.write("other.run", "q3 Q0 d 1 0.30000001 x\nq3 Q0 b 2 0.3 x\nq3 Q0 a 3 -1e-3 x\n");
    let manifest = made.build();
    assert_eq!((manifest.runs[0].depth, manifest.runs[0].kind), (3, RunKind::Run));
    let bytes = fs::read(made.path("out/runs/other.run.gz")).unwrap();
    let text = rankscope_core::formats::text_from_bytes("other", &bytes).unwrap().into_owned();
    let wanted = "q3 Q0 d 1 0.3 other\nq3 Q0 b 2 0.3 other\nq3 Q0 a 3 -0.001 other\n";
    assert_eq!(text, wanted);
    let out = made.text("out");
    near_of(&eval(&out, "other", "eccv:mAP@R"), 1.0 / 3.0, 3);
}

#[test]
fn what_a_run_may_not_have_is_refused_by_file_and_line() {
    let table = |line: &str| format!("{TABLE}{line}\n");
    for (text, words) in [
        (table("q9,a,1,1"), &["vlm.csv", "line 7", "query q9 is not in the benchmark"][..]),
        (table("q3,z,1,1"), &["vlm.csv", "line 7", "image z is not in the corpus"]),
        (table("q1,a,1,1"), &["vlm.csv", "line 7", "image a of query q1 is on line 2 already"]),
        (table("q3,a,NaN,1"), &["vlm.csv", "line 7", "not a finite number"]),
        // The fifth in the order of scores.
        (table("q1,e,-9,1"), &["vlm.csv", "line 7", "query q1 has 5 images, but depth is 4"]),
        ("query,image,yes,no\n".into(), &["vlm.csv", "no rankings"]),
    ] {
        let made = tiny(LOGITS);
        made.write("vlm.csv", text);
        made.refused(words);
    }
    for (line, words) in [
        ("q1 Q0 a 1 1e39 x", &["x.run", "line 2", "1e39", "finite"][..]),
        ("q1 Q0 b 2 1 x", &["x.run", "line 2", "line 1 already"]),
        ("q4 Q0 b 2 1 x", &["x.run", "line 2", "q4"]),
    ] {
        let made = tiny("[[runs]]\nid = \"x\"\ntitle = \"X\"\nfile = \"x.run\"\n");
        made.write("x.run", format!("q1 Q0 b 1 1 x\n{line}\n"));
        made.refused(words);
    }
    for (old, new, words) in [
        ("of = \"first\"", "of = \"second\"", &["run vlm", "unknown system second"][..]),
        ("id = \"vlm\"", "id = \"First\"", &["\"First\" is a system's and a run's"]),
        ("depth = 4", "depth = 0", &["depth is 0"]),
        ("kind = \"logits\"", "kind = \"votes\"", &["unknown variant `votes`", "logits"]),
        ("file = \"vlm.csv\"", "file = \"none.csv\"", &["none.csv"]),
    ] {
        tiny(&LOGITS.replace(old, new)).refused(words);
    }
}

/// What a manifest says of a run is checked before it is believed.
#[test]
fn a_manifest_with_a_wrong_run_is_refused() {
    let made = tiny(LOGITS);
    made.build();
    let path = made.path("out/benchmark.json");
    let text = fs::read_to_string(&path).unwrap();
    let out = made.text("out");
    for (old, new, words) in [
        ("\"id\": \"vlm\"", "\"id\": \"first\"", &["system or run first is listed twice"][..]),
        ("\"id\": \"vlm\"", "\"id\": \"../vlm\"", &["run id", "file name"]),
        ("\"of\": \"first\"", "\"of\": \"last\"", &["run vlm re-ranks an unknown system last"]),
        ("\"depth\": 4", "\"depth\": 7", &["run vlm: depth is 7", "6 images"]),
        ("\"depth\": 4", "\"depth\": 3", &["runs/vlm.run.gz", "line 4", "depth is 3"]),
        ("\"path\": \"runs/vlm.run.gz\"", "\"path\": \"runs/v.run.gz\"", &["runs/vlm.run.gz"]),
    ] {
        assert!(text.contains(old), "{old}");
        fs::write(&path, text.replacen(old, new, 1)).unwrap();
        fails(1, &["eval", &out], words);
    }
}

/// Rows in another order than the queries, columns than the images; f has no score.
const SIMS: [[f32; 6]; 3] = [
    [0.1, 0.2, 0.3, 0.4, 0.5, f32::NEG_INFINITY],
    [0.9, 0.8, 0.8, 0.8, 0.1, 0.0],
    [-0.5, -0.25, -0.25, -1.0, -2.0, -0.75],
];

#[test]
fn a_matrix_of_scores_is_a_run_of_its_best_images() {
    let run = "[[runs]]\nid = \"cross\"\ntitle = \"Cross\"\nsims = \"sims.npy\"\n";
    let ids = "query_ids = \"rows.txt\"\nimage_ids = \"columns.json\"\ndepth = 3\n";
    let made = tiny(&format!("{run}{ids}"));
    made.npy("sims.npy", &SIMS.map(Vec::from));
    made.write("rows.txt", "q3\nq1\nq2\n");
    made.write("columns.json", r#"["a", "c", "b", "d", "e", "f"]"#);
    let manifest = made.build();
    assert_eq!((manifest.runs[0].kind, manifest.runs[0].depth), (RunKind::Run, 3));
    let out = made.text("out");
    // q1: a, c, b; q2: c, b, a; q3: e, d, b. Relevant are c and f, a, b and d.
    near_of(&eval(&out, "cross", "eccv:R@1"), 0.0, 3);
    near_of(&eval(&out, "cross", "trec:AP"), (0.25 + 1.0 / 3.0 + (0.5 + 2.0 / 3.0) / 2.0) / 3.0, 3);

    // In the benchmark's own order, and all of it.
    let made = tiny(run);
    made.npy("sims.npy", &SIMS.map(Vec::from));
    assert_eq!(made.build().runs[0].depth, 6);
    // The other direction: every image but e finds q2 first, which is relevant to a.
    let i2t = ["--direction", "i2t", "--measures", "eccv:R@1"];
    let stored = json(&[&["eval", &made.text("out"), "--system", "cross"], &i2t[..]].concat());
    near_of(&stored["runs"]["cross"]["eccv:R@1"], 0.2, 5);
    let [sims, qrels] = ["sims.npy", "judged.qrels"].map(|name| made.text(name));
    let [queries, images] = ["queries.txt", "images.txt"].map(|name| made.text(name));
    let ids = ["--query-ids", &queries, "--image-ids", &images, "--qrels", &qrels];
    let whole = json(&[&["eval", "--sims", &sims], &ids[..], &i2t[..]].concat());
    near_of(&whole["runs"]["sims"]["eccv:R@1"], 0.2, 5);
    done_saying(&["check", &made.text("out")]);
    let (_, said) = done_saying(&[
        "export",
        &made.text("out"),
        "--system",
        "cross",
        "--out",
        &made.text("cross.run"),
    ]);
    let lines = fs::read_to_string(made.path("cross.run")).unwrap();
    assert_eq!(lines.lines().filter(|line| line.starts_with("q1 ")).count(), 5, "{said}");
    assert!(lines.lines().next().unwrap().contains(" e "), "{lines}");

    for (keys, words) in [
        ("", &["sims.npy", "[3, 5]", "3 queries and 6 images"][..]),
        ("query_ids = \"few.txt\"\n", &["[3, 5], for 2 queries and 6 images"]),
        ("file = \"a.run\"\n", &["run cross", "file and sims", "only one"]),
        ("kind = \"logits\"\n", &["run cross", "logits"]),
        ("query_ids = \"wrong.txt\"\nimage_ids = \"five.txt\"\n", &["sims.npy, row 2", "query q9"]),
    ] {
        let made = tiny(&format!("{run}{keys}"));
        made.npy("sims.npy", &SIMS.map(|row| row[..5].to_vec()));
        made.write("few.txt", "q1\nq2\n");
        made.write("wrong.txt", "q1\nq2\nq9\n");
        made.write("five.txt", "a\nb\nc\nd\ne\n");
        made.refused(words);
    }
}

#[test]
fn pairs_that_a_run_does_not_list_are_left_out() {
    let made = tiny("");
    let out = made.text("out");
    made.write(
        "vlm.run",
        "q1 Q0 c 0 .9 r\nq1 Q0 b 0 .5 r\nq2 Q0 b 0 .7 r\nq2 Q0 c 0 .7 r\nq3 Q0 b 0 .1 r\n",
    );
    made.write(
        "recipe.toml",
        format!("{RECIPE}[[runs]]\nid = \"run\"\ntitle = \"Run\"\nfile = \"vlm.run\"\n"),
    );
    made.build();
    let (file, head) = (made.text("pairs.csv"), "query_0,query_1,image_0,image_1\n");
    let args = ["pairs", &out, "--system", "run", "--json", "--pairs", &file];
    made.write("pairs.csv", format!("{head}q1,q2,c,b\nq1,q3,c,b\n"));
    let (report, said) = done_saying(&args);
    assert!(said.contains("1 of 2 cases are left out"), "{said}");
    let report: Value = serde_json::from_str(&report).unwrap();
    // Each image picks its query, and the second query scores both images alike.
    assert_eq!((&report["n"], &report["text"]), (&1.into(), &1.0.into()));
    assert_eq!((&report["image"], &report["one_to_one"]), (&0.0.into(), &1.0.into()));
    made.write("pairs.csv", format!("{head}q1,q3,c,b\n"));
    fails(1, &args, &["run", "none of the 1 cases"]);
}
