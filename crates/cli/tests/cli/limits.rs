//! Limits in scripts: results are printed, and the status says whether they are good enough.
#![allow(clippy::unwrap_used)]

use crate::here::fixture;
use crate::program::{done, fails, json, rankscope};
use std::fs;

/// It prints its results, ends with status 1 and says these words.
#[track_caller]
fn is_beyond(args: &[&str], words: &[&str]) {
    let output = rankscope(args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(!output.stdout.is_empty());
    for word in words {
        assert!(said.contains(word), "{said:?} does not say {word:?}");
    }
}

#[test]
fn eval_fails_below_a_limit() {
    let (qrels, run) = (fixture("trec.qrels"), format!("golden={}", fixture("trec.run")));
    let args = ["eval", "--qrels", &qrels, "--run", &run, "--measures", "trec:P@5"];
    let with = |limits: &[&'static str]| [&args[..], limits].concat();
    // A measure with a limit is measured too.
    let report = json(&with(&["--at-least", "trec:AP=0"]));
    let mean = report["runs"]["golden"]["trec:AP"]["mean"].as_f64().unwrap();
    assert!((0.11..0.13).contains(&mean), "{mean}");
    done(&with(&["--at-least", "map=0.11", "--at-least", "trec:AP(rel=2)=0.01"]));
    let words = ["trec:AP of golden is 0.1", "--at-least asks for 0.13", "trec:P@5 of golden"];
    is_beyond(&with(&["--at-least", "trec:AP=0.13", "--at-least", "trec:P@5=0.9"]), &words);
    for (limit, fault) in [
        ("trec:AP", "MEASURE=VALUE"),
        ("trec:AP=much", "\"much\" is not a number"),
        ("nothing=1", "\"nothing\" is not a measure"),
    ] {
        fails(2, &with(&["--at-least", limit]), &[fault]);
    }
}

#[test]
fn compare_fails_where_the_first_loses_more_than_the_margin() {
    let (qrels, golden) = (fixture("trec.qrels"), format!("golden={}", fixture("trec.run")));
    let folder = tempfile::tempdir().unwrap();
    // The same run without the first documents of each query.
    let text = fs::read_to_string(fixture("trec.run")).unwrap();
    let rank = |line: &&str| line.split_whitespace().nth(3).unwrap().parse::<u32>().unwrap();
    let rest: Vec<&str> = text.lines().filter(|line| rank(line) > 10).collect();
    let path = folder.path().join("worse.run");
    fs::write(&path, rest.join("\n")).unwrap();
    let worse = format!("worse={}", path.display());
    let args = |a, b, limit| {
        ["compare", "--qrels", &qrels, a, b, "--measures", "trec:P@5", "--fail-if-worse", limit]
    };
    done(&args(&golden, &worse, "trec:AP"));
    done(&args(&worse, &golden, "trec:AP:0.9"));
    let words = ["trec:AP of worse is", "below the", "of golden, p = ", "allows 0.001"];
    is_beyond(&args(&worse, &golden, "trec:AP:0.001"), &words);
    is_beyond(&args(&worse, &golden, "ndcg_cut_10"), &["trec:nDCG@10 of worse", "allows 0"]);
    fails(2, &args(&worse, &golden, "trec:AP:-1"), &["the margin -1 is below 0"]);
    fails(2, &args(&worse, &golden, "trec:PA@x"), &["\"trec:PA@x\" is not a measure"]);
}

/// Runs the action's script with these inputs; its status, summary and errors.
#[cfg(unix)]
fn gate(inputs: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.github/actions/gate/gate.sh");
    let mut command = std::process::Command::new("bash");
    command.arg(script).env("RANKSCOPE", env!("CARGO_BIN_EXE_rankscope"));
    let output = command.envs(inputs.iter().copied()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[cfg(unix)]
#[test]
fn the_action_prints_tables_and_fails_as_the_program_does() {
    let (qrels, run) = (fixture("trec.qrels"), format!("golden={}", fixture("trec.run")));
    let same = format!("same={}", fixture("trec.run"));
    let inputs = [("QRELS", qrels.as_str()), ("RUN", &run)];
    let with = |more: &[(&'static str, &'static str)]| gate(&[&inputs[..], more].concat());
    let (code, summary, said) = with(&[("AT_LEAST", "trec:AP=0.1\n\n  trec:P@5=0.01\n")]);
    assert_eq!(code, Some(0), "{said}");
    assert!(summary.starts_with("| ") && summary.contains("golden"), "{summary}");
    let (code, _, said) = with(&[("AT_LEAST", "trec:AP=0.1\ntrec:P@5=0.9")]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("trec:P@5 of golden"), "{said}");
    let more = [("BASELINE", same.as_str()), ("FAIL_IF_WORSE", "trec:AP\ntrec:P@5:0.1")];
    let (code, summary, said) = gate(&[&inputs[..], &more].concat());
    assert_eq!(code, Some(0), "{said}");
    assert!(summary.contains("same"), "{summary}");
    let (code, _, said) = with(&[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("give at-least"), "{said}");
}
