//! The program as scripts call it. This test makes `cargo test` build the program that they need.
#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

fn bundle(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bundle")).args(args).output().unwrap()
}

#[test]
fn what_is_wrong_is_named_with_the_usage() {
    for (args, words) in [
        (&["--modules"][..], "--modules needs a path"),
        (&["--modules", "nowhere"], "--out is missing"),
        (&["--engine", "e.wasm"], "unknown argument --engine"),
    ] {
        let output = bundle(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words) && said.contains("Usage: bundle"), "{said}");
    }
    let help = bundle(&["--help"]);
    assert!(help.status.success() && help.stdout.starts_with(b"Usage: bundle"));
}

#[test]
fn modules_that_are_not_built_leave_nothing_behind() {
    let folder = std::env::temp_dir().join(format!("rankscope-bundle-{}", std::process::id()));
    let (modules, out) = (folder.join("modules"), folder.join("dist"));
    std::fs::create_dir_all(&modules).unwrap();
    let output = bundle(&["--modules", modules.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("app.wasm"), "{said}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "only the folder of modules");
    std::fs::remove_dir_all(&folder).unwrap();
}
