//! A build that is interrupted at any moment, by any signal: the destination holds the old benchmark
//! or the new one, whole.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::{
    program::{done, sha256},
    tree::Tree,
};
use rankscope_core::{benchmark::Manifest, random::SplitMix64};
use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

const N_TRIALS: usize = 200;
const SIGNALS: [(&str, i32); 4] = [("INT", 2), ("TERM", 15), ("HUP", 1), ("KILL", 9)];

/// When to send the signal.
#[derive(Debug, Clone, Copy)]
enum Moment {
    /// After this share of an uninterrupted run.
    Share(f64),
    /// This long after the last system is begun, shortly before the manifest.
    AfterLastSystem(Duration),
    /// This long after the new manifest is written, shortly before it is published.
    AfterManifest(Duration),
    /// This long after the new benchmark is at its place.
    AfterPublishing(Duration),
}

/// A shell that sends signals: it runs already, and so is quick.
struct Sender(Child);

impl Sender {
    fn new() -> Self {
        let shell = Command::new("sh").stdin(Stdio::piped()).stderr(Stdio::null()).spawn();
        Self(shell.unwrap())
    }

    fn send(&mut self, signal: &str, to: &Child) {
        let line = format!("kill -{signal} {}\n", to.id());
        self.0.stdin.as_mut().unwrap().write_all(line.as_bytes()).unwrap();
    }
}

impl Drop for Sender {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        self.0.wait().unwrap();
    }
}

fn stages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_stage = |path: &PathBuf| {
        path.file_name().unwrap().to_string_lossy().starts_with(".rankscope-unfinished-")
    };
    entries.filter(is_stage).collect()
}

fn is_staged(folder: &Path, name: &str) -> bool {
    let is_in = |stage: &PathBuf| {
        ["new", "finished", "benchmark"].iter().any(|new| stage.join(new).join(name).exists())
    };
    stages(folder).iter().any(is_in)
}

/// Waits for the moment. `false` if the build ended before.
fn comes(moment: Moment, length: Duration, folder: &Path, child: &mut Child) -> bool {
    let has_ended = |child: &mut Child| child.try_wait().unwrap().is_some();
    let (has_come, after): (&dyn Fn() -> bool, Duration) = match moment {
        Moment::Share(share) => (&|| true, length.mul_f64(share)),
        Moment::AfterLastSystem(after) => (&|| is_staged(folder, "systems/chance-16"), after),
        Moment::AfterManifest(after) => (&|| is_staged(folder, "benchmark.json"), after),
        // Only the new benchmark has pictures.
        Moment::AfterPublishing(after) => (&|| folder.join("out/encoders").exists(), after),
    };
    while !has_come() && !has_ended(child) {
        thread::yield_now();
    }
    // Shorter than the system would sleep.
    let began = Instant::now();
    while began.elapsed() < after && !has_ended(child) {
        if after.saturating_sub(began.elapsed()) > Duration::from_millis(3) {
            thread::sleep(Duration::from_millis(1));
        }
    }
    !has_ended(child)
}

struct Known {
    old: Tree,
    new: Tree,
    /// How long an uninterrupted run takes.
    length: Duration,
}

fn spawn(out: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_rankscope"))
        .args(["fixture", "--force", "--out"])
        .arg(out)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// One interrupted build, and one that is left alone. The error says what went wrong.
fn trial(number: usize, known: &Known, near: &Path, sender: &mut Sender) -> Result<(), String> {
    let mut random = SplitMix64::new(number as u64);
    let mut below = |most: f32| f64::from(random.unit() * most);
    let moment = match number / SIGNALS.len() % 4 {
        0 => Moment::Share(below(1.2)),
        1 => Moment::AfterLastSystem(Duration::from_secs_f64(below(0.004))),
        // More often at once than later.
        2 => Moment::AfterManifest(Duration::from_secs_f64(below(0.2).powi(3))),
        _ => Moment::AfterPublishing(Duration::from_secs_f64(below(0.005))),
    };
    let (name, signal) = SIGNALS[number % SIGNALS.len()];
    let folder = tempfile::tempdir_in(near).unwrap();
    let out = folder.path().join("out");
    known.old.write(&out);
    let mut child = spawn(&out);
    if comes(moment, known.length, folder.path(), &mut child) {
        sender.send(name, &child);
    }
    let status = child.wait().unwrap();
    let wrong = |what: &str| Err(format!("trial {number}, {name}, {moment:?}, {status}: {what}"));
    let found = Tree::read(&out);
    let is_new = found == known.new;
    if !is_new && found != known.old {
        return wrong(&format!("{} files, neither the old nor the new", found.len()));
    }
    if let Err(error) = check_hashes(&out) {
        return wrong(&error);
    }
    if status.success() && !is_new {
        return wrong("it says that it is done");
    }
    if !is_interrupted(status, signal) && !status.success() {
        return wrong("another status");
    }
    let n_left = stages(folder.path()).len();
    if n_left > 0 && status.code().is_some() {
        return wrong("it ended by itself and left its stage");
    }
    if n_left > 0 {
        let mut again = spawn(&out);
        let mut said = String::new();
        again.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        if !again.wait().unwrap().success() || Tree::read(&out) != known.new {
            return wrong(&format!("the next run failed: {said}"));
        }
        if !stages(folder.path()).is_empty() || !said.contains("killed") {
            return wrong(&format!("the next run did not clear what was left: {said:?}"));
        }
    }
    Ok(())
}

fn is_interrupted(status: ExitStatus, signal: i32) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(signal) || status.code() == Some(128 + signal)
}

/// Every file has the size and the hash that the manifest says.
fn check_hashes(benchmark: &Path) -> Result<(), String> {
    let text = fs::read_to_string(benchmark.join("benchmark.json")).map_err(|e| e.to_string())?;
    let manifest = Manifest::from_json(&text).map_err(|error| error.to_string())?;
    for file in &manifest.files {
        let bytes = fs::read(benchmark.join(&file.path)).map_err(|error| error.to_string())?;
        if (bytes.len() as u64, &sha256(&bytes)) != (file.bytes, &file.sha256) {
            return Err(format!("{} is not what the manifest says", file.path));
        }
    }
    Ok(())
}

#[test]
#[ignore = "release lane: a campaign of 200 interruptions"]
fn an_interrupted_build_leaves_the_old_or_the_new_whole() {
    let path = crate::program::folder();
    done(&["fieldbook", "build", "--n", "60", "--out", &path("old")]);
    let mut lengths: Vec<Duration> = (0..5)
        .map(|number| {
            let began = Instant::now();
            done(&["fixture", "--out", &path(&format!("new-{number}"))]);
            began.elapsed()
        })
        .collect();
    lengths.sort();
    let known = Known {
        old: Tree::read(Path::new(&path("old"))),
        new: Tree::read(Path::new(&path("new-0"))),
        length: lengths[2],
    };
    assert!(known.old.len() > 5 && known.new.len() > 400 && known.old != known.new);
    let next = Mutex::new(0..N_TRIALS);
    let faults = Mutex::new(Vec::new());
    // On a disk, and in memory if there is such a file system, where syncing takes no time.
    let in_memory = PathBuf::from("/dev/shm");
    let places =
        [std::env::temp_dir(), in_memory].map(|place| match tempfile::tempdir_in(&place) {
            Ok(_) => place,
            Err(_) => std::env::temp_dir(),
        });
    let (next, known, faults) = (&next, &known, &faults);
    thread::scope(|scope| {
        for near in &places {
            scope.spawn(move || {
                let mut sender = Sender::new();
                loop {
                    let Some(number) = next.lock().unwrap().next() else { break };
                    if let Err(fault) = trial(number, known, near, &mut sender) {
                        faults.lock().unwrap().push(fault);
                    }
                }
            });
        }
    });
    let faults = faults.lock().unwrap();
    assert!(faults.is_empty(), "{} of {N_TRIALS}:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn values_are_stored_for_all_systems_or_for_none() {
    let folder = tempfile::tempdir().unwrap();
    let benchmark = folder.path().join("shapes");
    let path = benchmark.to_str().unwrap();
    done(&["fixture", "--out", path]);
    let text = fs::read_to_string(benchmark.join("benchmark.json")).unwrap();
    let manifest = Manifest::from_json(&text).unwrap();
    let systems = manifest.systems.iter().filter(|system| system.queries.is_some());
    let files: Vec<PathBuf> =
        systems.map(|system| benchmark.join(format!("values/{}.jsonl.gz", system.id))).collect();
    let [first, .., last] = &files[..] else { panic!("several systems are needed") };
    // The first could be written, and the last cannot.
    done(&["eval", path, "--store"]);
    fs::write(first, "old").unwrap();
    fs::remove_file(last).unwrap();
    fs::create_dir(last).unwrap();
    fs::write(last.join("in the way"), "").unwrap();
    let before = Tree::read(&benchmark);
    let output = crate::program::rankscope(&["eval", path, "--store"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(last.file_name().unwrap().to_str().unwrap()), "{said}");
    assert!(Tree::read(&benchmark) == before, "some values are new");
    // What a user keeps in the folder stays there.
    fs::remove_dir_all(last).unwrap();
    fs::write(benchmark.join("notes.txt"), "mine").unwrap();
    done(&["eval", path, "--store"]);
    check_hashes(&benchmark).unwrap();
    assert_eq!(fs::read_to_string(benchmark.join("notes.txt")).unwrap(), "mine");
    assert!(stages(folder.path()).is_empty());
}
