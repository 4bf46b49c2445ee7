//! `--queries I/N` and `rankscope merge`: several processes give the figures of one, to the last digit.
#![allow(clippy::unwrap_used)]

use crate::copied::Copied;
use crate::program::{done, done_saying, fails, flagged_json, folder, shapes};
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

/// The results of a command on shares of the queries, in files.
struct Shares {
    _folder: TempDir,
    files: Vec<String>,
}

impl Shares {
    fn new(args: &[&str], n: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut files = Vec::new();
        for number in 1..=n {
            let share = format!("{number}/{n}");
            let path = folder.path().join(format!("{number}.json")).display().to_string();
            fs::write(&path, done(&[args, &["--queries", &share]].concat())).unwrap();
            files.push(path);
        }
        Self { _folder: folder, files }
    }

    /// The arguments of a merge, the last share first.
    fn merge<'a>(&'a self, options: &[&'a str]) -> Vec<&'a str> {
        let files = self.files.iter().rev().map(String::as_str);
        std::iter::once("merge").chain(files).chain(options.iter().copied()).collect()
    }
}

#[track_caller]
fn assert_same(args: &[&str], n: u32) {
    let shares = Shares::new(args, n);
    for format in ["json", "table", "csv", "latex", "markdown"] {
        let alone = done(&[args, &["--format", format]].concat());
        let merged = done(&shares.merge(&["--format", format]));
        assert_eq!(merged, alone, "{args:?}, {n} shares, {format}");
    }
}

#[test]
fn eval_on_shares_is_eval() {
    assert_same(&["eval", shapes()], 3);
    // More shares than queries.
    assert_same(&["eval", shapes(), "--system", "words-8"], 50);
    let options = ["--split", "test", "--by", "wording", "--measures", "eccv:mAP@R,trec:nDCG@10"];
    assert_same(&[&["eval", shapes()], &options[..]].concat(), 4);
}

#[test]
fn agree_on_shares_is_agree() {
    assert_same(&["agree", shapes()], 3);
    let options = ["--measures", "trec:AP,eccv:R@1", "--relevance", "pairs", "--resamples", "0"];
    assert_same(&[&["agree", shapes()], &options[..]].concat(), 2);
}

/// The mean of folds is a mean of means: shares need to know the folds.
#[test]
fn folds_are_those_of_all_queries() {
    let copied = Copied::new();
    let folded = |lines: &mut Vec<String>| {
        for (row, line) in lines.iter_mut().enumerate() {
            let mut record: Value = serde_json::from_str(line).unwrap();
            record["facets"]["fold"] = json!(["1", "2", "3", "4", "5"][row % 7 % 5]);
            *line = record.to_string();
        }
    };
    copied.change("queries.jsonl", folded);
    copied.change("images/00000.jsonl", folded);
    let args = ["eval", copied.path.to_str().unwrap(), "--measures", "coco-1k:R@1,trec:RR"];
    let report = flagged_json(&args);
    assert!(report["runs"]["words-64"]["coco-1k:R@1"]["mean"].as_f64().unwrap() > 0.0);
    assert_same(&args, 3);
}

#[test]
fn runs_of_shares_are_the_run_one_after_the_other() {
    let path = folder();
    let args = ["export", shapes(), "--system", "words-64", "-k", "7", "-o"];
    let all = done(&[&args[..], &["-"]].concat());
    let mut joined = String::new();
    for number in 1..=3 {
        let path = path(&format!("{number}.run"));
        let share = format!("{number}/3");
        let (_, said) = done_saying(&[&args[..], &[&path, "--queries", &share]].concat());
        assert!(said.contains("13 queries") || said.contains("14 queries"), "{said}");
        joined.push_str(&fs::read_to_string(path).unwrap());
    }
    assert_eq!(joined.trim_end(), all.trim_end());
}

#[test]
fn shares_that_do_not_make_a_whole_are_refused() {
    let args = ["eval", shapes(), "--system", "words-64", "--measures", "trec:AP"];
    let shares = Shares::new(&args, 3);
    let [one, two, three] = [0, 1, 2].map(|number| shares.files[number].as_str());
    fails(1, &["merge", one, three], &["2 of 3 shares", "share 2/3 is missing", "--queries 2/3"]);
    fails(1, &["merge", one, two, three, one], &["are both share 1/3"]);
    let other =
        Shares::new(&["eval", shapes(), "--system", "words-64", "--measures", "trec:RR"], 3);
    fails(1, &["merge", one, two, &other.files[2]], &["3.json", "differ in their measures"]);
    let other = Shares::new(&["eval", shapes(), "--system", "words-8", "--measures", "trec:AP"], 3);
    fails(1, &["merge", one, two, &other.files[2]], &["differ in their systems"]);
    let other = Shares::new(&args, 2);
    fails(1, &["merge", one, &other.files[1]], &["differ in their number of shares"]);
    let copied = Copied::new();
    copied.change_manifest(|manifest| manifest["version"] = json!("another"));
    let args = [&args[..1], &[copied.path.to_str().unwrap()], &args[2..]].concat();
    let other = Shares::new(&args, 3);
    fails(1, &["merge", one, two, &other.files[2]], &["differ in their benchmark"]);
}

#[test]
fn damaged_shares_are_refused() {
    let shares = Shares::new(&["agree", shapes(), "--measures", "trec:AP,trec:RR"], 2);
    let merge = shares.merge(&[]);
    let whole = fs::read_to_string(&shares.files[1]).unwrap();
    fs::write(&shares.files[1], &whole[..whole.len() / 2]).unwrap();
    fails(1, &merge, &["2.json holds no partial results, or not all of them", "--queries I/N"]);
    let path = folder();
    fs::write(path("run.txt"), "q1 Q0 a 1 0.5 tag\n").unwrap();
    fails(1, &["merge", &path("run.txt")], &["run.txt holds no partial results"]);
    fs::write(&shares.files[1], &whole).unwrap();
    done(&merge);
    let refused = |change: &dyn Fn(&mut Value), words: &[&str]| {
        let mut share: Value = serde_json::from_str(&whole).unwrap();
        change(&mut share);
        fs::write(&shares.files[1], share.to_string()).unwrap();
        fails(1, &merge, words);
    };
    fn pop(list: &mut Value) {
        list.as_array_mut().unwrap().pop();
    }
    let words = ["2.json is damaged", "share 2/2 of 40 queries has 20, and it has 19"];
    refused(&|share| pop(&mut share["queries"]), &words);
    let words = ["2.json is damaged", "19 values by trec:AP"];
    refused(&|share| pop(&mut share["values"][1][0]["values"]), &words);
    refused(&|share| pop(&mut share["values"]), &["2.json is damaged", "systems"]);
    let words = ["2.json", "\"high\" is not a number or null"];
    refused(&|share| share["values"][0][0]["values"][0] = json!("high"), &words);
    let words = ["there is no share 3/2"];
    refused(&|share| share["share"] = json!({"number": 3, "of": 2}), &words);
    refused(&|share| share["partial_results"] = json!(2), &["version 2"]);
}

#[test]
fn shares_are_of_queries_and_their_result_is_json() {
    for share in ["0/2", "3/2", "2", "a/b"] {
        fails(2, &["eval", shapes(), "--queries", share], &["I/N"]);
    }
    fails(2, &["eval", shapes(), "--queries", "1/2", "--store"], &["--store"]);
    fails(2, &["eval", shapes(), "--queries", "1/2", "--direction", "i2t"], &["--direction"]);
    fails(2, &["agree", shapes(), "--queries", "1/2", "--diversity"], &["--diversity"]);
    let csv = ["eval", shapes(), "--queries", "1/2", "--format", "csv"];
    fails(1, &csv, &["rankscope merge"]);
    let by = ["eval", shapes(), "--queries", "1/2", "--by", "nothing"];
    fails(1, &by, &["no query has the facet"]);
}
