//! Standard output and standard error that are full or closed: the status says what happened, and
//! nothing panics.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use crate::program::shapes;
use std::{
    fs::File,
    path::Path,
    process::{Command, Stdio},
};

fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

/// The exit status with these outputs, and what was said.
fn status(args: &[&str], out: Stdio, err: Stdio) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rankscope"));
    let output = command.args(args).stdout(out).stderr(err).output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_full_standard_error_changes_no_status() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let qrels = format!("{}/relevance/exact.qrels", shapes());
    let out = path("out.tsv");
    let convert = ["convert", &qrels, "--from", "trec", "--to", "json", "--out", &out];
    assert_eq!(status(&convert, Stdio::null(), full()).0, Some(0), "a note");
    assert!(Path::new(&out).exists());
    assert_eq!(status(&convert, Stdio::null(), full()).0, Some(1), "an error");
    assert_eq!(status(&["eval"], Stdio::null(), full()).0, Some(2), "wrong usage");
    assert_eq!(status(&["fixture", "--out", &path("a")], Stdio::null(), full()).0, Some(0));
    assert_eq!(status(&["eval", "/nowhere"], full(), full()).0, Some(1));
}

#[test]
fn a_full_standard_output_is_an_error() {
    let eval = ["eval", shapes(), "--system", "words-8"];
    for args in [&eval[..], &["--help"], &["--version"], &["eval", "--help"]] {
        let (code, said) = status(args, full(), Stdio::piped());
        assert_eq!(code, Some(1), "{args:?}: {said}");
        assert!(said.contains("cannot write to standard output"), "{args:?}: {said}");
        assert_eq!(status(args, full(), full()).0, Some(1), "{args:?}");
    }
}

#[test]
fn closed_outputs_do_not_panic() {
    let run = |line: &str| {
        let output = Command::new("sh")
            .args(["-c", line, "sh", env!("CARGO_BIN_EXE_rankscope"), shapes()])
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    // The shell ends with the status of the program.
    let cases = [
        (r#""$1" eval "$2" >&- 2>&-"#, 0),
        (r#""$1" eval /nowhere >&- 2>&-"#, 1),
        (r#"s=$( { { "$1" --help; echo $? >&3; } | true; } 3>&1 ); exit $s"#, 0),
        (r#"s=$( { { "$1" --bad 2>&1; echo $? >&3; } | true; } 3>&1 ); exit $s"#, 2),
        (r#"s=$( { { "$1" eval /x 2>&1; echo $? >&3; } | true; } 3>&1 ); exit $s"#, 1),
    ];
    for (line, expected) in cases {
        let (code, said) = run(line);
        assert_eq!(code, Some(expected), "{line}: {said}");
        assert!(!said.contains("panicked"), "{line}: {said}");
    }
}
