//! The native program as tests call it. Each test file uses a part of this.
#![allow(dead_code, clippy::panic, clippy::unwrap_used)]

pub(crate) mod served;

use serde_json::Value;
use std::{
    path::PathBuf,
    process::{Command, Output},
    sync::OnceLock,
};
use tempfile::TempDir;

/// Runs it.
pub(crate) fn rankscope(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rankscope")).args(args).output().unwrap()
}

/// Runs it to a good end; what it printed, and what it said on standard error.
#[track_caller]
pub(crate) fn done_saying(args: &[&str]) -> (String, String) {
    let output = rankscope(args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    (String::from_utf8(output.stdout).unwrap(), said)
}

/// Runs it to a good end; what it printed.
#[track_caller]
pub(crate) fn done(args: &[&str]) -> String {
    done_saying(args).0
}

/// What it prints with `--format json`.
#[track_caller]
pub(crate) fn json(args: &[&str]) -> Value {
    serde_json::from_str(&done(&[args, &["--format", "json"]].concat())).unwrap()
}

/// It ends with this status, says these words and prints nothing.
#[track_caller]
pub(crate) fn fails(code: i32, args: &[&str], words: &[&str]) {
    let output = rankscope(args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?}");
    for word in words {
        assert!(said.contains(word), "{said:?} does not say {word:?}");
    }
}

/// The generated benchmark, made once for all tests of a file.
pub(crate) fn shapes() -> &'static str {
    static SHAPES: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, path) = SHAPES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shapes");
        done(&["fixture", "--out", path.to_str().unwrap()]);
        (folder, path)
    });
    path.to_str().unwrap()
}
