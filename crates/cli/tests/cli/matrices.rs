//! Matrices of scores in place of runs.
#![allow(clippy::unwrap_used)]

use crate::made::Made;
use crate::program::{done, done_saying, fails, folder, json, shapes};

/// With ties in rows and in columns.
const SCORES: [[f32; 4]; 3] = [[0.5, 0.5, 0.9, 0.1], [0.25, 0.5, 0.5, 0.5], [-1.0, 0.5, 0.0, -2.0]];
const QRELS: &str = "q0 0 i1 1\nq0 0 i3 1\nq1 0 i3 2\nq1 0 i0 0\nq2 0 i1 1\nq2 0 i9 1\n";
const TURNED: &str = "i1 0 q0 1\ni3 0 q0 1\ni3 0 q1 2\ni1 0 q2 1\ni9 0 q2 1\n";
const MEASURES: &str = "eccv:R@1,eccv:mAP@R,trec:AP,trec:nDCG@10,trec:P@5,inquire:AP@50";

fn made() -> Made {
    let made = Made::new();
    made.npy("sims.npy", &SCORES.map(Vec::from));
    made.npy("turned.npy", &[0, 1, 2, 3].map(|image| SCORES.map(|row| row[image]).to_vec()));
    made.write("queries.txt", "q0\nq1\nq2\n");
    made.write("images.csv", "name,file\nx,i0\ny,i1\nz,i2\nw,i3\n");
    made.write("t.qrels", QRELS);
    made.write("turned.qrels", TURNED);
    let (mut run, mut reverse) = (String::new(), String::new());
    for (query, row) in SCORES.iter().enumerate() {
        for (image, score) in row.iter().enumerate() {
            run.push_str(&format!("q{query} Q0 i{image} 0 {score:?} t\n"));
        }
    }
    for image in 0..4 {
        for (query, row) in SCORES.iter().enumerate() {
            reverse.push_str(&format!("i{image} Q0 q{query} 0 {:?} t\n", row[image]));
        }
    }
    made.write("t.run", run);
    made.write("turned.run", reverse);
    made
}

#[test]
fn a_matrix_measures_as_the_runs_of_both_directions_do() {
    let made = made();
    let text = |name: &str| made.text(name);
    let images = format!("{}#file", text("images.csv"));
    let sims = format!("m={}", text("sims.npy"));
    let ids = ["--query-ids", &text("queries.txt"), "--image-ids", &images];
    let eval = |qrels: &str, args: &[&str]| {
        let qrels = text(qrels);
        json(&[&["eval", "--qrels", &qrels, "--measures", MEASURES], args].concat())
    };
    let matrix = |args: &[&str]| eval("t.qrels", &[&["--sims", &sims], &ids[..], args].concat());
    let (run, reverse) = (format!("m={}", text("t.run")), format!("m={}", text("turned.run")));
    let runs = eval(
        "t.qrels",
        &["--run", &run, "--reverse-qrels", &text("turned.qrels"), "--reverse-run", &reverse],
    );
    assert_eq!(matrix(&[])["runs"], runs["runs"]);
    assert_eq!(matrix(&["--direction", "i2t"])["runs"], runs["reverse"]);
    assert_eq!(matrix(&["--direction", "mean"]), runs);
    let judged = matrix(&["--direction", "mean", "--reverse-qrels", &text("turned.qrels")]);
    assert_eq!(judged, runs);
}

/// Scores that are one as float32: a run tells them apart, and so does a matrix.
#[test]
fn doubles_order_what_ties_as_float32() {
    let made = Made::new();
    let scores: [[f64; 4]; 2] =
        [[0.3, 0.3 + 1e-12, 0.3 - 1e-12, 0.3], [0.5, 0.25, 0.25 + 1e-12, 0.25]];
    let values: Vec<u8> = scores.as_flattened().iter().flat_map(|s| s.to_le_bytes()).collect();
    let header = r#"{"sims":{"dtype":"F64","shape":[2,4],"data_offsets":[0,64]}}"#;
    let length = (header.len() as u64).to_le_bytes();
    made.write("m.safetensors", [&length[..], header.as_bytes(), &values].concat());
    let run = |turned: bool| -> String {
        let line = |query: usize, image: usize| {
            let (of, found) = if turned { (image, query) } else { (query, image) };
            format!("{of} Q0 {found} 0 {:?} t\n", scores[query][image])
        };
        let pairs = (0..4).flat_map(|image| (0..2).map(move |query| (query, image)));
        pairs.map(|(query, image)| line(query, image)).collect()
    };
    made.write("m.run", run(false));
    made.write("turned.run", run(true));
    made.write("t.qrels", "0 0 1 1\n0 0 2 1\n1 0 2 1\n");
    made.write("turned.qrels", "1 0 0 1\n2 0 0 1\n2 0 1 1\n");
    let text = |name: &str| made.text(name);
    let measures = "eccv:R@1,eccv:mAP@R,trec:AP,inquire:AP@50,inquire:nDCG@50";
    let eval = |args: &[&str]| {
        let qrels = text("t.qrels");
        json(&[&["eval", "--qrels", &qrels, "--measures", measures], args].concat())
    };
    let reverse = format!("m={}", text("turned.run"));
    let runs = eval(&[
        "--run",
        &text("m.run"),
        "--reverse-qrels",
        &text("turned.qrels"),
        "--reverse-run",
        &reverse,
    ]);
    assert_eq!(runs["runs"]["m"]["eccv:R@1"]["per_query"]["0"], 1.0);
    assert_eq!(eval(&["--sims", &text("m.safetensors"), "--direction", "mean"]), runs);
}

#[test]
fn the_array_sims_is_read_and_numbers_stand_for_ids() {
    let made = made();
    let numbers = "0 0 1 1\n0 0 3 1\n1 0 3 2\n1 0 0 0\n2 0 1 1\n2 0 9 1\n";
    made.write("numbers.qrels", numbers);
    // Two tensors, of which one is of scores.
    let values = |rows: &[[f32; 4]]| -> Vec<u8> {
        rows.as_flattened().iter().flat_map(|value| value.to_le_bytes()).collect()
    };
    let header = r#"{"a":{"dtype":"F32","shape":[1,4],"data_offsets":[0,16]},
        "sims":{"dtype":"F32","shape":[3,4],"data_offsets":[16,64]}}"#;
    let length = (header.len() as u64).to_le_bytes();
    let file = [&length[..], header.as_bytes(), &values(&[[0.0; 4]]), &values(&SCORES)].concat();
    made.write("m.safetensors", file);
    let qrels = made.text("numbers.qrels");
    let eval = |args: &[&str]| json(&[&["eval", "--qrels", &qrels, "--sims"], args].concat());
    let tensor = eval(&[&made.text("m.safetensors")]);
    assert_eq!(tensor["runs"]["m"], eval(&[&made.text("sims.npy")])["runs"]["sims"]);
    let named = format!("{}#sims", made.text("m.safetensors"));
    assert_eq!(
        eval(&[&named])["runs"].as_object().unwrap().values().next().unwrap(),
        &tensor["runs"]["m"]
    );
}

#[test]
fn what_does_not_fit_a_matrix_is_said() {
    let made = made();
    let text = |name: &str| made.text(name);
    let (qrels, sims, queries) = (text("t.qrels"), text("sims.npy"), text("queries.txt"));
    let images = format!("{}#file", text("images.csv"));
    let ids = ["--query-ids", &queries, "--image-ids", &images];
    let eval = ["eval", "--qrels", &qrels, "--sims"];
    let refused = |args: &[&str], words: &[&str]| fails(1, &[&eval[..], args].concat(), words);
    refused(&[&sims], &["none of the judged queries", "--query-ids FILE", "--image-ids FILE"]);
    refused(
        &[&[text("turned.npy").as_str()], &ids[..]].concat(),
        &["turned.npy", "[4, 3], for 3 queries and 4 images", "sims.T"],
    );
    refused(&[&sims, "--query-ids", &queries, "--image-ids", &queries], &["for 3 queries and 3"]);
    made.npy("nan.npy", &[vec![0.0; 4], vec![0.0, 1.0, f32::NAN, 0.0], vec![0.0; 4]]);
    refused(
        &[&[text("nan.npy").as_str()], &ids[..]].concat(),
        &["nan.npy, row 1: column 2", "NaN"],
    );
    made.write("twice.txt", "q0\nq1\nq0\n");
    refused(
        &[&sims, "--query-ids", &text("twice.txt")],
        &["twice.txt, line 3", "the id q0 is on line 1 already"],
    );
    refused(&[&sims, "--reverse-qrels", &text("turned.qrels")], &["--direction i2t or mean"]);
    refused(&[&sims, &sims], &["NAME=FILE"]);
    fails(
        2,
        &["eval", "--qrels", &qrels, "--run", &text("t.run"), "--direction", "mean"],
        &["--direction"],
    );
    fails(2, &["eval", "--qrels", &qrels, "--run", &text("t.run"), "--sims", &sims], &["--sims"]);
    fails(2, &["eval", "--qrels", &qrels], &["--sims"]);

    // As of a run: queries without judgements, and judged ones that are not there.
    made.write("few.txt", "q0\nq1\nq7\n");
    let few = text("few.txt");
    let (report, said) = done_saying(
        &[&eval[..], &[&sims, "--query-ids", &few, "--image-ids", &images, "--json"]].concat(),
    );
    assert!(said.contains("1 judged queries are not in it"), "{said}");
    assert!(said.contains("1 of its queries are not judged"), "{said}");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["runs"]["sims"]["eccv:R@1"]["n"], 3);
    assert_eq!(report["runs"]["sims"]["eccv:R@1"]["per_query"]["q2"], 0.0);
}

#[test]
fn pairs_of_a_matrix_are_counted_by_rows_and_columns() {
    let made = made();
    let (sims, queries) = (made.text("sims.npy"), made.text("queries.txt"));
    let images = format!("{}#file", made.text("images.csv"));
    // Right by images and wrong by queries; and all wrong, with a tie.
    let cases = "query_0,query_1,image_0,image_1\nq0,q1,i0,i1\nq1,q2,i3,i1\n";
    made.write("pairs.csv", cases);
    let pairs = made.text("pairs.csv");
    let ids = ["--query-ids", &queries, "--image-ids", &images];
    let args = [&["pairs", "--sims", &sims, "--pairs", &pairs], &ids[..]].concat();
    let wanted = serde_json::json!({
        "n": 2, "text": 0.0, "image": 0.0, "group": 0.0, "pairing": 0.0, "one_to_one": 1.0
    });
    assert_eq!(json(&args), wanted);
    let table = done(&args);
    for word in ["0.0000", "1.0000", "1/6", "one_to_one"] {
        assert!(table.contains(word), "{table}");
    }
    fails(
        1,
        &["pairs", "--sims", &sims, "--pairs", &pairs],
        &["line 2", "no query q0", "--query-ids"],
    );
    fails(2, &["pairs", "--pairs", &pairs], &["<DIR>"]);
    fails(1, &["pairs", shapes(), "--pairs", &pairs], &["--system ID"]);
    let unknown = ["pairs", shapes(), "--pairs", &pairs, "--system", "words-8"];
    fails(1, &unknown, &["pairs.csv, line 2", "the benchmark has no query q0"]);
}

#[test]
fn pairs_of_a_system_are_those_of_its_scores() {
    let path = folder();
    let run = &path("words.run");
    done(&["export", shapes(), "--system", "words-8", "--out", run, "-k", "432"]);
    let run = std::fs::read_to_string(run).unwrap();
    // The first and the last image of two queries, and two of each in the middle of their lists.
    let of = |query: &str, rank: usize| -> String {
        let mut lines = run.lines().filter(|line| line.starts_with(&format!("{query} ")));
        lines.nth(rank).unwrap().split(' ').nth(2).unwrap().to_owned()
    };
    let score = |query: &str, image: &str| -> f64 {
        let start = format!("{query} Q0 {image} ");
        let line = run.lines().find(|line| line.starts_with(&start)).unwrap();
        line.split(' ').nth(4).unwrap().parse().unwrap()
    };
    let (mut cases, mut wanted) = (String::new(), [0.0; 3]);
    for (first, second, rank) in [("q01", "q02", 0), ("q03", "q07", 100), ("q05", "q10", 300)] {
        let (a, b) = (of(first, rank), of(second, rank + 1));
        cases.push_str(&format!(
            "{{\"captions\":[{first:?},{second:?}],\"images\":[{a:?},{b:?}]}}\n"
        ));
        let [[s00, s01], [s10, s11]] =
            [first, second].map(|query| [&a, &b].map(|image| score(query, image)));
        let right = [s00 > s10 && s11 > s01, s00 > s01 && s11 > s10, s00 + s11 > s01 + s10];
        for (sum, right) in wanted.iter_mut().zip(right) {
            *sum += f64::from(u8::from(right)) / 3.0;
        }
    }
    std::fs::write(path("pairs.jsonl"), cases).unwrap();
    let report = json(&["pairs", shapes(), "--system", "words-8", "--pairs", &path("pairs.jsonl")]);
    for (name, wanted) in ["text", "image", "one_to_one"].into_iter().zip(wanted) {
        crate::program::near(&report[name], wanted);
    }
}
