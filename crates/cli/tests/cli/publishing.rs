//! Files and folders appear whole or not at all, and nothing of others is lost.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::{
    made::Made,
    program::{self, done, done_saying, fails, shapes},
    tree::Tree,
};
use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

const RECIPE: &str = r#"
id = "tiny"
title = "Tiny"
[images]
ids = "ids.txt"
[queries]
ids = "ids.txt"
texts = "texts.jsonl"
[[relevance]]
id = "r"
title = "R"
counts_as = "r"
default = true
qrels = "r.qrels"
[[systems]]
id = "s"
title = "S"
gallery = "g.npy"
queries = "q.npy"
"#;

/// A build that waits for its judgements, which come through a pipe, until the test writes them.
struct Waiting(Made);

impl Waiting {
    fn new() -> Self {
        let made = Made::new();
        made.write("recipe.toml", RECIPE);
        made.write("ids.txt", "1\n");
        made.write("texts.jsonl", "{\"id\": 1, \"text\": \"x\"}");
        for name in ["g.npy", "q.npy"] {
            made.npy(name, &[vec![1.0, 2.0]]);
        }
        assert!(Command::new("mkfifo").arg(made.path("r.qrels")).status().unwrap().success());
        Self(made)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    /// Starts a build, and waits until it has a stage.
    fn start(&self, out: &Path, more: &[&str]) -> Child {
        let folder = out.parent().unwrap();
        // It is locked before it is written to.
        let n_in_use = || {
            let stages = stages(folder).into_iter();
            stages.filter(|stage| folder.join(stage).join("new").exists()).count()
        };
        let n_before = n_in_use();
        // If the tests run under `nohup`, the child would inherit an ignored SIGHUP.
        let child = Command::new("env")
            .args(["--default-signal=HUP", env!("CARGO_BIN_EXE_rankscope"), "build"])
            .arg(self.path("recipe.toml"))
            .arg("--out")
            .arg(out)
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while n_in_use() <= n_before {
            assert!(began.elapsed() < Duration::from_secs(60), "the build did not start");
            thread::sleep(Duration::from_millis(5));
        }
        child
    }

    /// Lets a build go on, to its end.
    fn finish(&self, child: Child) -> (Option<i32>, String) {
        fs::write(self.path("r.qrels"), "1 0 1 1\n").unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}

fn stages(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(".rankscope")).collect()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Runs the program where no file may grow beyond this many blocks of 512 or 1,024 bytes, as on a
/// full disk.
fn on_full_disk(blocks: usize, args: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", &format!("ulimit -f {blocks}; trap '' XFSZ; exec \"$@\""), "sh"])
        .arg(env!("CARGO_BIN_EXE_rankscope"))
        .args(args)
        .output()
        .unwrap()
}

#[test]
fn what_appears_during_a_build_is_kept_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let waiting = Waiting::new();
    let child = waiting.start(&out, &[]);
    fs::create_dir(&out).unwrap();
    fs::write(out.join("letter.txt"), "dear").unwrap();
    let (code, said) = waiting.finish(child);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(text(&out)) && said.contains("it is kept"), "{said}");
    assert_eq!(fs::read_to_string(out.join("letter.txt")).unwrap(), "dear");
    assert!(stages(folder.path()).is_empty());
    // With --force too, if it is not what was there in the beginning.
    fs::remove_dir_all(&out).unwrap();
    done(&["fixture", "--out", text(&out)]);
    let child = waiting.start(&out, &["--force"]);
    fs::write(out.join("letter.txt"), "dear").unwrap();
    let (code, said) = waiting.finish(child);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("letter.txt"), "{said}");
    assert!(out.join("encoders").is_dir() && out.join("letter.txt").exists());
    assert!(stages(folder.path()).is_empty());
}

#[test]
fn of_two_builds_to_one_output_one_wins_and_the_other_says_so() {
    for replaces in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        let more: &[&str] = if replaces { &["--force"] } else { &[] };
        if replaces {
            done(&["fixture", "--out", text(&out)]);
        }
        let (one, other) = (Waiting::new(), Waiting::new());
        fs::write(other.path("recipe.toml"), RECIPE.replace("Tiny", "Other")).unwrap();
        let (first, second) = (one.start(&out, more), other.start(&out, more));
        assert_eq!(stages(folder.path()).len(), 2, "a living build is no leftover");
        let (code, said) = other.finish(second);
        assert_eq!(code, Some(0), "{said}");
        let (code, said) = one.finish(first);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("another program") && said.contains("is removed"), "{said}");
        let manifest = fs::read_to_string(out.join("benchmark.json")).unwrap();
        assert!(manifest.contains("Other") && stages(folder.path()).is_empty());
    }
}

#[test]
fn leftovers_of_killed_runs_are_removed_if_they_are_ours() {
    let folder = tempfile::tempdir().unwrap();
    let (out, elsewhere) = (folder.path().join("out"), folder.path().join("elsewhere"));
    let waiting = Waiting::new();
    for out in [&out, &elsewhere] {
        let mut child = waiting.start(out, &[]);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(stages(folder.path()).len(), 2);
    let foreign = folder.path().join(".rankscope-unfinished-notes");
    fs::create_dir(&foreign).unwrap();
    fs::write(foreign.join("letter.txt"), "dear").unwrap();
    let (_, said) = done_saying(&["fixture", "--out", text(&out)]);
    assert!(said.contains("removed, a killed run had left it"), "{said}");
    assert_eq!(stages(folder.path()).len(), 2, "that of another destination, and the foreign one");
    assert_eq!(fs::read_to_string(foreign.join("letter.txt")).unwrap(), "dear");
    done(&["fixture", "--out", text(&elsewhere)]);
    assert_eq!(stages(folder.path()), [".rankscope-unfinished-notes"]);
}

#[test]
fn an_old_benchmark_that_a_killed_run_had_moved_is_put_back() {
    // As two renames leave it, where the file system cannot exchange.
    let folder = tempfile::tempdir().unwrap();
    let (out, stage) = (folder.path().join("out"), folder.path().join(".rankscope-unfinished-x"));
    fs::create_dir(&stage).unwrap();
    fs::write(stage.join("lock"), "rankscope\nout").unwrap();
    Tree::read(Path::new(shapes())).write(&stage.join("replaced"));
    let output = crate::program::rankscope(&["fixture", "--out", text(&out)]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("put back") && said.contains("exists already"), "{said}");
    assert!(Tree::read(&out) == Tree::read(Path::new(shapes())));
    assert!(stages(folder.path()).is_empty());
}

#[test]
fn force_replaces_a_benchmark_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let out = path("out");
    let force = ["fixture", "--force", "--out", text(&out)];
    done(&force);
    // A file that is not the benchmark's, in one of its folders.
    fs::write(out.join("systems/notes.txt"), "dear").unwrap();
    fails(1, &force, &["systems/notes.txt", "--force would lose"]);
    assert!(out.join("systems/notes.txt").exists());
    fs::remove_file(out.join("systems/notes.txt")).unwrap();
    // A folder with something under that name.
    let other = path("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("benchmark.json"), "{\"name\": \"of another program\"}").unwrap();
    fails(1, &["fixture", "--force", "--out", text(&other)], &["benchmark.json is not one"]);
    assert!(other.join("benchmark.json").exists());
    fails(1, &["fixture", "--force", "--out", text(&out.join("queries.jsonl"))], &["not a folder"]);
    // A link stays, and what it leads to is replaced.
    let link = path("link");
    symlink("out", &link).unwrap();
    fs::write(out.join("queries.jsonl"), "damaged").unwrap();
    done(&["fixture", "--force", "--out", text(&link)]);
    assert_eq!(fs::read_link(&link).unwrap(), Path::new("out"));
    assert!(Tree::read(&out) == Tree::read(Path::new(shapes())));
    symlink("nowhere", path("dangling")).unwrap();
    let dangling = path("dangling");
    fails(1, &["fixture", "--force", "--out", text(&dangling)], &["leads nowhere"]);
    assert!(dangling.is_symlink() && stages(folder.path()).is_empty());
}

#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| text(&folder.path().join(name)).to_owned();
    let (run, qrels, out, pack) = (path("a.run"), path("a.qrels"), path("out"), path("pack"));
    fs::write(&run, "the run of yesterday").unwrap();
    fs::write(&qrels, "the judgements of yesterday").unwrap();
    done(&["fieldbook", "build", "--n", "60", "--out", &out]);
    let old = Tree::read(Path::new(&out));
    let model = crate::here::root().join("tests/fixtures/clip-tiny-quickgelu");
    let full = |blocks: usize, args: &[&str]| {
        let output = on_full_disk(blocks, args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.contains("File too large"), "{args:?}: {said}");
    };
    full(8, &["export", shapes(), "--system", "words-8", "--out", &run, "--force"]);
    let shown = format!("{}/relevance/exact.qrels", shapes());
    full(0, &["convert", &shown, "--from", "trec", "--to", "beir", "--out", &qrels, "--force"]);
    full(20, &["fixture", "--out", &out, "--force"]);
    full(4, &["encoder", "import", text(&model), "--out", &pack]);
    full(0, &["eval", shapes(), "--mteb", &path("results")]);
    assert_eq!(fs::read_to_string(&run).unwrap(), "the run of yesterday");
    assert_eq!(fs::read_to_string(&qrels).unwrap(), "the judgements of yesterday");
    assert!(Tree::read(Path::new(&out)) == old);
    assert!(!Path::new(&pack).exists(), "a partial pack");
    assert!(stages(folder.path()).is_empty());
    assert_eq!(fs::read_dir(path("results")).unwrap().count(), 0);
    // With room again, all of them work.
    done(&["encoder", "import", text(&model), "--out", &pack]);
    done(&["encoder", "check", &pack]);
    done(&["export", shapes(), "--system", "words-8", "--out", &run, "--force"]);
    assert!(fs::read_to_string(&run).unwrap().lines().count() > 1000);
}

#[test]
fn files_are_replaced_by_force_alone_and_keep_their_permissions() {
    let path = program::folder();
    let qrels = format!("{}/relevance/exact.qrels", shapes());
    let out = path("a.tsv");
    let convert = ["convert", &qrels, "--from", "trec", "--to", "beir", "--out", &out];
    fs::write(&out, "mine").unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o600)).unwrap();
    fails(1, &convert, &["exists already", "--force"]);
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    done(&[&convert[..], &["--force"]].concat());
    assert!(fs::read_to_string(&out).unwrap().starts_with("query-id"));
    assert_eq!(fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o600);
    // A device is written to, never replaced.
    let device = ["convert", &qrels, "--from", "trec", "--to", "beir", "--out", "/dev/null"];
    done(&[&device[..], &["--force"]].concat());
    assert!(!fs::metadata("/dev/null").unwrap().is_file());

    let results = path("results");
    let mteb = ["eval", shapes(), "--system", "words-8", "--mteb", &results];
    done(&mteb);
    fs::write(format!("{results}/words-8.json"), "mine").unwrap();
    fails(1, &mteb, &["words-8.json exists already", "--force"]);
    assert_eq!(fs::read_to_string(format!("{results}/words-8.json")).unwrap(), "mine");
    done(&[&mteb[..], &["--force"]].concat());
    assert!(fs::read_to_string(format!("{results}/words-8.json")).unwrap().contains("main_score"));
    assert_eq!(fs::read_dir(&results).unwrap().count(), 1);
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    let waiting = Waiting::new();
    for signal in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = waiting.start(&folder.path().join("out"), &[]);
        // Two signals that are pending at the same time are delivered as one: the second is sent
        // until it has an effect.
        let once = format!("kill -{signal} {}", child.id());
        let code = loop {
            assert!(Command::new("sh").args(["-c", &once]).stderr(Stdio::null()).status().is_ok());
            thread::sleep(Duration::from_millis(20));
            if let Some(status) = child.try_wait().unwrap() {
                break status.code();
            }
        };
        assert!(matches!(code, Some(129 | 130 | 143)), "{signal}: {code:?}");
        assert!(!folder.path().join("out").exists());
    }
}
