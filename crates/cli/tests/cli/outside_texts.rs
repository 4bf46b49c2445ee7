//! Ids, texts and files from outside: no id leads to another path, no escape sequence reaches the
//! terminal, and nothing endless is read.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::{
    copied::Copied,
    program::{self, done, fails, rankscope, shapes},
};
use std::{
    fs,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

#[test]
fn ids_that_lead_elsewhere_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let copied = Copied::new();
    let copy = copied.path.to_str().unwrap();
    let file = format!("{copy}/benchmark.json");
    let manifest = fs::read_to_string(&file).unwrap();
    let precious = folder.path().join("precious.json");
    fs::write(&precious, "mine").unwrap();
    let results = folder.path().join("results");
    let eval = ["eval", copy, "--mteb", results.to_str().unwrap()];
    for id in ["../precious", "a/b", "..", ".hidden", "", "a\\u001b[2Jb", "a b"] {
        let changed = manifest.replace("\"id\": \"words-8\"", &format!("\"id\": \"{id}\""));
        assert!(changed != manifest);
        fs::write(&file, changed).unwrap();
        fails(1, &eval, &["the system id", "cannot be a file name"]);
    }
    for (what, old) in [("relevance", "exact"), ("encoder", "tiny-bert"), ("benchmark", "shapes")] {
        let old = format!("\"id\": \"{old}\"");
        fs::write(&file, manifest.replacen(&old, "\"id\": \"../x\"", 1)).unwrap();
        let output = rankscope(&eval);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("cannot be a file name"), "{what}: {said}");
    }
    // The names of runs become names of files as well.
    let run = folder.path().join("a.run");
    fs::write(&run, "q01 Q0 x 1 1 t\n").unwrap();
    let qrels = format!("{}/relevance/exact.qrels", shapes());
    let run = format!("..\\precious={}", run.display());
    let mteb = ["eval", "--qrels", &qrels, "--run", &run, "--mteb", results.to_str().unwrap()];
    fails(1, &mteb, &["cannot be the name of a file", "NAME=FILE"]);
    assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
    assert!(!results.exists());
}

#[test]
fn no_escape_sequence_reaches_the_terminal() {
    let path = program::folder();
    let (qrels, run) = (path("a.qrels"), path("a.run"));
    fs::write(&qrels, "q\u{1b}[2J1 0 d1 1\nq2 0 d\u{9b}31m 1\nq3 0 d1 1\n").unwrap();
    fs::write(&run, "q2 Q0 d\u{9b}31m 1 1 t\nq3 Q0 d1 1 1 t\nz\u{1b}]0;title\u{7} Q0 d1 1 1 t\n")
        .unwrap();
    let named = format!("a\u{1b}[31mb={run}");
    let is_plain = |text: &str| !text.chars().any(|c| c.is_control() && !"\n\t".contains(c));
    for args in [
        &["eval", "--qrels", &qrels, "--run", &named, "--measures", "trec:AP"][..],
        &["compare", &named, &run, "--qrels", &qrels, "--measures", "trec:AP"],
        &["eval", "--qrels", &qrels, "--run", &path("no\u{1b}[31mthing")],
        &["convert", &run, "--from", "trec", "--to", "beir"],
    ] {
        let output = rankscope(args);
        let (out, err) = (output.stdout, output.stderr);
        for text in [String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap()] {
            assert!(is_plain(&text), "{args:?}: {text:?}");
        }
    }
    let output = rankscope(&["eval", "--qrels", &qrels, "--run", &named, "--measures", "trec:AP"]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("a\\u{1b}[31mb"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("q\\u{1b}[2J1"));
    // A pipe gets the data as they are.
    let convert = ["convert", &qrels, "--from", "trec", "--to", "beir"];
    assert!(done(&convert).contains("q\u{1b}[2J1"));
}

/// On a terminal of its own, which `script` makes.
#[cfg(target_os = "linux")]
#[test]
fn data_on_a_terminal_have_no_escape_sequences_either() {
    let folder = tempfile::tempdir().unwrap();
    let qrels = folder.path().join("a.qrels");
    fs::write(&qrels, "q\u{1b}[2J1 0 d\u{9b}1 1\n").unwrap();
    let line = format!(
        "'{}' convert '{}' --from trec --to beir",
        env!("CARGO_BIN_EXE_rankscope"),
        qrels.display()
    );
    let output = Command::new("script").args(["-qec", &line, "/dev/null"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("q\\u{1b}[2J1") && said.contains("d\\u{9b}1"), "{said:?}");
    assert!(!said.contains('\u{1b}') && !said.contains('\u{9b}'), "{said:?}");
}

/// It fails within a minute with these words.
#[track_caller]
fn fails_soon(args: &[&str], words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rankscope"));
    let mut child =
        command.args(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if began.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{args:?} is still reading");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{said:?} does not say {word:?}");
    }
}

#[test]
fn pipes_devices_and_larger_files_are_refused_before_they_are_read() {
    let copied = Copied::new();
    let copy = copied.path.to_str().unwrap();
    let spoil = |path: &str, make: &dyn Fn(&Path)| {
        let path = copied.path.join(path);
        let whole = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        make(&path);
        (path, whole)
    };
    let pipe = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    let device = |path: &Path| symlink("/dev/zero", path).unwrap();
    // A hole of a terabyte takes no room on the disk.
    let huge = |path: &Path| fs::File::create(path).unwrap().set_len(1 << 40).unwrap();
    let eval = ["eval", copy];
    let search = ["search", copy, "--system", "tiny-bert", "--query", "hearts"];
    let (shard, weights) =
        ("systems/words-8/gallery-00000.safetensors", "encoders/tiny-bert/weights.safetensors");
    let cases: [(&[&str], &str); 5] = [
        (&eval, shard),
        (&eval, "queries.jsonl"),
        (&eval, "relevance/exact.qrels"),
        (&search, weights),
        (&search, "encoders/tiny-bert/tokenizer.json"),
    ];
    for (args, path) in cases {
        for (make, word) in
            [(&pipe as &dyn Fn(&Path), "not a file"), (&device, "not a file"), (&huge, "bytes")]
        {
            let (spoilt, whole) = spoil(path, make);
            fails_soon(args, &[path, word]);
            fs::remove_file(&spoilt).unwrap();
            fs::write(spoilt, whole).unwrap();
        }
    }
    for path in ["benchmark.json", "encoders/tiny-bert/encoder.json"] {
        for make in [&pipe as &dyn Fn(&Path), &device] {
            let (spoilt, whole) = spoil(path, make);
            fails_soon(&search, &[path, "not a file"]);
            fs::remove_file(&spoilt).unwrap();
            fs::write(spoilt, whole).unwrap();
        }
    }
    done(&search);
}
