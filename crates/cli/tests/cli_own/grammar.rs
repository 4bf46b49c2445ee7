//! The grammar that all commands share: `rankscope COMMAND DIR -o FILE --json`, and older spellings.

use crate::{
    here::fixture,
    program::{done, done_saying, fails, flagged_json, folder, json, manifest, shapes},
};
use serde_json::{Value, json as value};
use std::{
    fs,
    io::Write,
    process::{Command, Output, Stdio},
};

/// Runs the program with this on standard input.
fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rankscope"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn older_spellings_say_the_same() {
    let path = folder();
    let shapes = shapes();
    let (measures, a, b) = (["--measures", "eccv:mAP@R"], "words-64", "words-8");
    for (new, old) in [
        (vec!["eval", shapes], vec!["eval", "--benchmark", shapes]),
        (vec!["agree", shapes], vec!["agree", "--benchmark", shapes]),
        (vec!["compare", shapes, a, b], vec!["compare", a, b, "--benchmark", shapes]),
    ] {
        let [new, old] = [new, old].map(|command| done(&[&command[..], &measures].concat()));
        assert_eq!(new, old);
    }
    let export = |words: &[&str]| done(&[&["export", "--system", "words-8"], words].concat());
    export(&[shapes, "-o", &path("new.run")]);
    export(&["--benchmark", shapes, "--run", &path("old.run")]);
    let new = fs::read(path("new.run")).unwrap();
    assert!(!new.is_empty() && new == fs::read(path("old.run")).unwrap());
    assert_eq!(export(&[shapes, "-o", "-"]).as_bytes(), new, "standard output");
    let fuse = ["fuse", shapes, "--systems", "words-64,words-8", "--by", "rrf"];
    done(&[&fuse[..], &["-o", &path("new-fused.run")]].concat());
    done(&[&fuse[..], &["--run", &path("old-fused.run")]].concat());
    assert_eq!(fs::read(path("new-fused.run")).unwrap(), fs::read(path("old-fused.run")).unwrap());
    fails(1, &[&fuse[..], &["-o", "-"]].concat(), &["--out a file"]);
}

#[test]
fn one_benchmark_is_named_once() {
    let shapes = shapes();
    fails(2, &["eval"], &["<DIR>"]);
    fails(2, &["export", "--system", "words-8", "-o", "x"], &["<DIR>"]);
    fails(2, &["eval", shapes, "--benchmark", shapes], &["cannot be used with"]);
    fails(2, &["agree", shapes, "--table", "x"], &["cannot be used with"]);
    fails(2, &["eval", shapes, "--qrels", "x", "--run", "y"], &["cannot be used with"]);
    fails(2, &["compare", "a", "b"], &["<B>", "--qrels"]);
    fails(1, &["compare", "a", "b", "c", "--qrels", "q"], &["no DIR"]);
    fails(1, &["compare", "a", "b", "c", "--benchmark", "d"], &["given twice"]);
}

#[test]
fn json_is_printed_by_a_flag_or_by_the_format() {
    let eval = ["eval", shapes(), "--system", "words-8", "--measures", "trec:P@10"];
    assert_eq!(flagged_json(&eval), json(&eval));
    fails(2, &[&eval[..], &["--json", "--format", "csv"]].concat(), &["cannot be used with"]);
    let path = folder();
    let out = path("again");
    let made = flagged_json(&["fixture", "-o", &out]);
    let listed = manifest(&out);
    let n_files = listed["files"].as_array().unwrap().len() + 1;
    assert_eq!(
        made,
        value!({
            "folder": out, "id": "shapes", "title": listed["title"], "images": 432,
            "queries": 40, "systems": 5, "files": n_files
        })
    );
    let pack = format!("{out}/encoders/tiny-bert");
    let checks = json(&["encoder", "check", &pack]);
    assert!(!checks.as_array().unwrap().is_empty());
    assert!(checks.as_array().unwrap().iter().all(|check| check["passed"] == true), "{checks}");
}

#[test]
fn a_dash_is_standard_input() {
    let (qrels, run) = (fixture("trec.qrels"), fixture("trec.run"));
    let from_file = json(&["eval", "--qrels", &qrels, "--run", &format!("stdin={run}")]);
    let eval = ["eval", "--qrels", &qrels, "--run", "-", "--json"];
    let output = fed(&eval, &fs::read(&run).unwrap());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap(), from_file);

    let convert = ["convert", "-", "--from", "trec", "--to", "beir"];
    let output = fed(&convert, b"q1 0 7 1\nq1 0 9 0\n");
    let written = String::from_utf8(output.stdout).unwrap();
    assert_eq!(written, "query-id\tcorpus-id\tscore\nq1\t7\t1\nq1\t9\t0\n");

    let output = fed(&convert, b"q1 0 7\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("standard input, line 1"), "{said}");
    let output = fed(&["eval", "--qrels", "-", "--run", "-"], b"q1 0 7 1\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("- is given twice"), "{said}");
}

/// JSON's own error is the reason that the reader gives, and was said again after it.
#[test]
fn an_error_says_each_cause_once() {
    let path = folder();
    fs::write(path("cut.json"), r#"{"q1": {"a": 1"#).unwrap();
    let output = fed(&["eval", "--qrels", &path("cut.json"), "--run", &fixture("trec.run")], b"");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.matches("line 1").count()), (Some(1), 1), "{said}");
    fs::write(path("half.qrels"), "q1 0 7 1.5\n").unwrap();
    let eval = ["eval", "--qrels", &path("half.qrels"), "--run", &fixture("trec.run")];
    fails(1, &eval, &["half.qrels, line 1: the grade 1.5 is not a whole number\n"]);
}

#[test]
fn quiet_leaves_out_notes_but_neither_warnings_nor_results() {
    let path = folder();
    let export = |name: &str, more: &[&str]| {
        let out = path(name);
        done_saying(&[&["export", shapes(), "--system", "words-8", "-o", &out], more].concat()).1
    };
    assert!(export("a.run", &[]).contains("40 queries"));
    assert_eq!(export("b.run", &["-q"]), "");
    let eval = ["-q", "eval", "--qrels", &fixture("trec.qrels"), "--run", &fixture("trec.run")];
    let (printed, said) = done_saying(&eval);
    assert!(said.contains("warning: ") && printed.contains("trec:nDCG@10"), "{said}");
}

#[test]
fn a_measure_without_its_protocol_is_asked_about() {
    let words = "which nDCG@10? did you mean trec:nDCG@10, inquire:nDCG@10?";
    fails(2, &["eval", shapes(), "--measures", "nDCG@10"], &[words]);
    fails(2, &["eval", shapes(), "--measures", "trec:nDGC@10"], &["did you mean trec:nDCG@10?"]);
}

/// Python's `unicodedata.east_asian_width` is `W` for each of the three, so they take six columns.
#[test]
fn columns_are_aligned_by_the_width_that_a_terminal_gives_them() {
    let path = folder();
    fs::write(path("a.qrels"), "q 0 d 1\n").unwrap();
    fs::write(path("a.run"), "q Q0 d 1 1 x\n").unwrap();
    let run = |name: &str| format!("{name}={}", path("a.run"));
    let table = |names: [&str; 2]| {
        let [one, other] = names.map(run);
        let qrels = path("a.qrels");
        done(&["eval", "--qrels", &qrels, "--measures", "trec:P@1", "--run", &one, &other])
    };
    let narrow = table(["abcdef", "g"]);
    let wide = table(["画像検", "g"]);
    let accented = table(["e\u{301}bcdef", "g"]);
    assert_eq!(wide.replace("画像検", "abcdef"), narrow);
    assert_eq!(accented.replace("e\u{301}b", "ab"), narrow);
}
