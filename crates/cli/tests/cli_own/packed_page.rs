//! The page inside the program: the files of the built page, byte for byte, as a folder gives them.
//! These tests exist in a program that was built with the feature `page`; `scripts/test` builds one.
#![cfg(feature = "page")]
#![allow(clippy::unwrap_used)]

use crate::{
    here,
    program::{self, done, served::Served, shapes},
    tree::Tree,
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The page that the program was built with.
fn dist() -> PathBuf {
    env::var_os("RANKSCOPE_PAGE").map_or_else(|| here::root().join("dist"), PathBuf::from)
}

/// Both ways to serve the same page.
fn both() -> [Served; 2] {
    let serve = |options: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rankscope"));
        Served::start(command.args(["serve", shapes(), "--port", "0"]).args(options))
    };
    [serve(&[]), serve(&["--dist", dist().to_str().unwrap()])]
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            found.push(path);
        } else if path != dist().join("benchmark") {
            files(&path, found);
        }
    }
}

/// All header lines but the tag and the time, which say what did not change, and what a folder alone
/// can do.
fn kept(head: &str) -> Vec<&str> {
    let without = ["etag: ", "last-modified: ", "accept-ranges: ", "date: ", "vary: "];
    let mut lines: Vec<&str> =
        head.lines().filter(|line| !without.iter().any(|name| line.starts_with(name))).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn every_file_is_that_of_the_folder() {
    let [packed, folder] = both();
    let mut all = Vec::new();
    files(&dist(), &mut all);
    let plain: Vec<&PathBuf> =
        all.iter().filter(|file| file.extension().is_none_or(|end| end != "br")).collect();
    assert!(plain.len() > 10, "{plain:?}");
    for file in plain {
        let path = format!("/{}", file.strip_prefix(dist()).unwrap().display());
        for accepted in ["", "accept-encoding: gzip, br\r\n"] {
            let (one, other) = (packed.get(&path, accepted), folder.get(&path, accepted));
            assert_eq!(kept(&one.0), kept(&other.0), "{path}");
            assert!(one.1 == other.1, "{path} with {accepted:?}");
        }
        assert!(packed.get(&path, "").1 == fs::read(file).unwrap(), "{path}");
    }
}

#[test]
fn views_and_unknown_addresses_are_answered_as_from_a_folder() {
    let [packed, folder] = both();
    for path in ["/", "/leaderboard", "/benchmark/benchmark.json", "/nowhere", "/style", "/style/"]
    {
        let (one, other) = (packed.get(path, ""), folder.get(path, ""));
        assert_eq!(kept(&one.0), kept(&other.0), "{path}");
        assert!(one.1 == other.1, "{path}");
    }
    let request = "HEAD /boot.js HTTP/1.0\r\nhost: localhost\r\n\r\n";
    let (one, other) = (packed.ask(request), folder.ask(request));
    assert_eq!(kept(&one.0), kept(&other.0));
    assert!(one.1.is_empty());
}

#[test]
fn what_has_not_changed_is_not_sent_again() {
    let [packed, _] = both();
    for accepted in ["", "accept-encoding: br\r\n"] {
        let (head, _) = packed.get("/app_bg.wasm", accepted);
        let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
        let (head, body) =
            packed.get("/app_bg.wasm", &format!("{accepted}if-none-match: {tag}\r\n"));
        assert!(head.contains(" 304 ") && body.is_empty(), "{head}");
        assert!(head.contains("cache-control: no-cache"), "{head}");
    }
}

#[test]
fn a_site_is_published_without_a_folder_of_the_page() {
    let out = program::folder();
    done(&["publish", shapes(), "-o", &out("packed")]);
    done(&["publish", shapes(), "-o", &out("folder"), "--dist", dist().to_str().unwrap()]);
    let packed = Tree::read(Path::new(&out("packed")));
    assert!(packed.len() > 20);
    assert!(packed == Tree::read(Path::new(&out("folder"))));
}
