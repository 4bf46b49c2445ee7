//! Against Qdrant's client in local mode, behind its REST API: every request must have the published form.

use crate::Test;
use crate::chroma::{assert_same_values, copied, last_system};
use crate::here;
use crate::program::{done, json, manifest, rankscope};
use crate::servers::Server;
use serde_json::Value;
use std::process::{Command, Output};

pub(crate) const TESTS: &[Test] = &[
    ("qdrant_filled_it_answers_as_the_exact_search", filled_it_answers),
    ("qdrant_asks_for_its_key", asks_for_its_key),
];

fn server(key: Option<&str>) -> Server {
    Server::qdrant(&here::root().join("tests/remote/qdrant_double.py"), key)
}

fn with_key(args: &[&str], key: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rankscope"));
    command.args(args).env("RANKSCOPE_REMOTE_KEY", key).output().unwrap()
}

fn filled_it_answers() {
    let server = server(None);
    let (_folder, benchmark) = copied();
    let args = ["index", &benchmark, "--system", "words-64", "--to", &server.url(), "--alone"];
    done(&args);
    assert_eq!(last_system(&manifest(&benchmark))["remote"]["kind"], "qdrant");
    let report = json(&["eval", &benchmark, "--system", "words-64", "--system", "words-64-qdrant"]);
    assert_same_values(&report, "words-64-qdrant", "words-64");
    let recall = &report["indexes"]["words-64-qdrant"]["recall"];
    assert_eq!(recall["reference"], "engine");
    // Local mode is exact.
    assert_eq!(recall["mean"], 1.0);
}

fn asks_for_its_key() {
    let server = server(Some("s3cret"));
    let (_folder, benchmark) = copied();
    let url = server.url();
    let args = ["index", &benchmark, "--system", "words-64", "--to", &url, "--json"];
    let without = rankscope(&args);
    let said = String::from_utf8(without.stderr).unwrap();
    assert!(said.contains("asks for a key") && said.contains("RANKSCOPE_REMOTE_KEY"), "{said}");
    let wrong = String::from_utf8(with_key(&args, "other").stderr).unwrap();
    assert!(wrong.contains("refuses this key") && !wrong.contains("other"), "{wrong}");
    let broken = String::from_utf8(with_key(&args, "two\nlines").stderr).unwrap();
    assert!(broken.contains("characters that no key has"), "{broken}");
    let right = with_key(&args, "s3cret");
    assert!(right.status.success(), "{}", String::from_utf8_lossy(&right.stderr));
    let filled: Value = serde_json::from_slice(&right.stdout).unwrap();
    assert_eq!(filled["system"], "words-64-qdrant");
    assert!(!manifest(&benchmark).to_string().contains("s3cret"));
}
