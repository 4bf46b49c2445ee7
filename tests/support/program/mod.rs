//! The native program as tests call it. Each test file uses a part of this.
#![allow(dead_code, clippy::panic, clippy::unwrap_used)]

pub(crate) mod served;

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::{Path, PathBuf},
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

/// The arguments in a line.
pub(crate) fn line(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// What it prints with `--json`.
#[track_caller]
pub(crate) fn flagged_json(args: &[&str]) -> Value {
    serde_json::from_str(&done(&[args, &["--json"]].concat())).unwrap()
}

/// `benchmark.json` in a folder.
pub(crate) fn manifest(folder: impl AsRef<Path>) -> Value {
    let text = fs::read_to_string(folder.as_ref().join("benchmark.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The paths of files in a new folder, by name. The folder is gone with the function.
pub(crate) fn folder() -> impl Fn(&str) -> String {
    let folder = tempfile::tempdir().unwrap();
    move |name| folder.path().join(name).to_str().unwrap().to_owned()
}

/// A new folder with these files.
pub(crate) fn with_files(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Within 1e-9.
#[track_caller]
pub(crate) fn near(found: &Value, wanted: f64) {
    let found = found.as_f64().unwrap();
    assert!((found - wanted).abs() < 1e-9, "{found}, not {wanted}");
}
