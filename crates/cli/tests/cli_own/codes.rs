//! The signs of galleries as files: the bytes that a page would take by itself, made in four ways, checked
//! and published.
#![allow(clippy::unwrap_used)]

use crate::copied::Copied;
use crate::program::{done, rankscope, shapes};
use rankscope_core::search::large::LargeShard;
use rankscope_core::vectors::ShardFile;
use serde_json::{Value, json};
use std::{fs, future::Future, path::Path, pin::pin, task};
use tempfile::TempDir;

fn manifest(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("benchmark.json")).unwrap()).unwrap()
}

/// All shards of all systems.
fn shards(folder: &Path) -> Vec<String> {
    let manifest = manifest(folder);
    let galleries = manifest["systems"].as_array().unwrap().iter();
    let paths = galleries.flat_map(|system| system["gallery"].as_array().unwrap().clone());
    paths.map(|path| path.as_str().unwrap().to_owned()).collect()
}

fn info(folder: &str) -> Value {
    serde_json::from_str(&done(&["info", folder, "--json"])).unwrap()
}

fn signs_path(shard: &str) -> String {
    shard.replace(".safetensors", ".signs")
}

/// What a page keeps beside a shard that it has fetched: the same code, over a file.
fn taken_by_a_page(shard: &Path) -> Vec<u8> {
    let file = ShardFile::open("shard", fs::File::open(shard).unwrap()).unwrap();
    let mut coding = pin!(LargeShard::coded(0, file, async |_| true));
    let mut context = task::Context::from_waker(task::Waker::noop());
    let task::Poll::Ready(coded) = coding.as_mut().poll(&mut context) else { unreachable!() };
    let mut bytes = Vec::new();
    let put = |part: &[u8]| {
        bytes.extend_from_slice(part);
        Ok::<(), ()>(())
    };
    coded.unwrap().unwrap().write_signs(put).unwrap();
    bytes
}

#[track_caller]
fn assert_has_signs(folder: &Path) {
    let shards = shards(folder);
    assert!(!shards.is_empty());
    let manifest = manifest(folder);
    let files: Vec<&str> = manifest["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["path"].as_str().unwrap())
        .collect();
    for shard in shards {
        let signs = signs_path(&shard);
        assert_eq!(
            fs::read(folder.join(&signs)).unwrap(),
            taken_by_a_page(&folder.join(&shard)),
            "{signs}"
        );
        let place = files.iter().position(|path| *path == shard).unwrap();
        assert_eq!(files[place + 1], signs, "listed after its shard");
    }
    let report = done(&["check", folder.to_str().unwrap(), "--json"]);
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["faults"], json!([]));
}

#[test]
fn a_benchmark_gets_the_signs_that_a_page_would_take() {
    let copied = Copied::new();
    let folder = copied.path.to_str().unwrap();
    let said: Value = serde_json::from_str(&done(&["codes", folder, "--json"])).unwrap();
    let n = shards(&copied.path).len();
    assert_eq!(said["files"], n);
    assert_has_signs(&copied.path);
    // As before but for them, and the same again.
    let before: Vec<Value> = manifest(Path::new(shapes()))["files"].as_array().unwrap().clone();
    let first = fs::read(copied.path.join("benchmark.json")).unwrap();
    let after: Vec<Value> = manifest(&copied.path)["files"].as_array().unwrap().clone();
    let is_signs = |file: &&Value| file["path"].as_str().unwrap().ends_with(".signs");
    assert_eq!(after.iter().filter(|file| !is_signs(file)).cloned().collect::<Vec<_>>(), before);
    assert!(done(&["codes", folder]).contains(&format!("{n} files of signs, ")));
    assert_eq!(fs::read(copied.path.join("benchmark.json")).unwrap(), first);
    let said = info(folder);
    assert_eq!(said["files"]["signs"]["files"], n);
    assert!(said["systems"].as_array().unwrap().iter().all(|system| system["has_signs"] == true));
    let without = info(shapes());
    assert!(
        without["systems"].as_array().unwrap().iter().all(|system| system["has_signs"] == false)
    );
}

/// A folder with a recipe of as many rows, in shards of `shard_rows`.
fn recipe(n: u16, dim: u16, shard_rows: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let value = |row: u16, at: u16| f32::from(1 + row * 7 % 11) - f32::from((at + 1) * (row % 5));
    let rows: Vec<Vec<f32>> =
        (0..n).map(|row| (0..dim).map(|at| value(row, at)).collect()).collect();
    fs::write(folder.path().join("gallery.npy"), npy(&rows)).unwrap();
    let text = format!(
        "id = \"few\"\ntitle = \"Few\"\nshard_rows = {shard_rows}\n[images]\nrange = [1, {n}]\n\
         [[systems]]\nid = \"a\"\ntitle = \"A\"\ngallery = \"gallery.npy\"\n"
    );
    fs::write(folder.path().join("recipe.toml"), text).unwrap();
    folder
}

fn path_in(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_build_with_codes_is_a_build_and_then_codes() {
    let folder = recipe(45, 6, 20);
    let text = |name: &str| path_in(&folder, name);
    done(&["build", &text("recipe.toml"), "--codes", "-o", &text("at-once")]);
    done(&["build", &text("recipe.toml"), "-o", &text("later")]);
    done(&["codes", &text("later")]);
    assert_has_signs(&folder.path().join("at-once"));
    for name in ["benchmark.json", "systems/a/gallery-00002.signs"] {
        let of = |built: &str| fs::read(folder.path().join(built).join(name)).unwrap();
        assert_eq!(of("at-once"), of("later"), "{name}");
    }
}

/// Rows as numpy writes float32.
fn npy(rows: &[Vec<f32>]) -> Vec<u8> {
    let shape = format!("({}, {})", rows.len(), rows[0].len());
    let head = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}");
    let head = format!("{head:<117}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(head.len()).unwrap().to_le_bytes());
    bytes.extend(head.as_bytes());
    bytes.extend(rows.iter().flatten().flat_map(|value| value.to_le_bytes()));
    bytes
}

#[test]
fn check_takes_signs_again_and_names_the_row_that_differs() {
    let copied = Copied::new();
    let folder = copied.path.to_str().unwrap();
    done(&["codes", folder]);
    let shard = "systems/words-8/gallery-00000.safetensors";
    let (signs, other) =
        (signs_path(shard), signs_path("systems/words-64/gallery-00000.safetensors"));
    let whole = fs::read(copied.path.join(&signs)).unwrap();
    let faults = || {
        let args = ["check", folder, "--json"];
        let output = rankscope(&args);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        report["faults"].as_array().unwrap().clone()
    };
    // Damaged on its way.
    let mut damaged = whole.clone();
    damaged[3] ^= 1;
    fs::write(copied.path.join(&signs), &damaged).unwrap();
    let found = faults();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0]["reason"].as_str().unwrap().contains("SHA-256"));
    // Entered as it is: its own checksum tells.
    copied.enter(&signs);
    let found = faults();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0]["reason"].as_str().unwrap().contains("not the signs of 432 rows of dim 8"),
        "{found:?}"
    );
    assert!(found[0]["what_to_do"].as_str().unwrap().contains("rankscope codes"));
    // Those of other vectors.
    fs::copy(copied.path.join(&other), copied.path.join(&signs)).unwrap();
    copied.enter(&signs);
    assert_eq!(faults().len(), 1);
    // Right for the vectors as they were: one row has changed since.
    fs::write(copied.path.join(&signs), &whole).unwrap();
    copied.enter(&signs);
    let mut vectors = fs::read(copied.path.join(shard)).unwrap();
    let row = 300;
    let at = vectors.len() - (432 - row) * 8 * 2;
    vectors[at + 1] ^= 0x80;
    fs::write(copied.path.join(shard), vectors).unwrap();
    copied.enter(shard);
    let found = faults();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0]["file"], &found[0]["row"]), (&json!(signs), &json!(row)));
}

#[test]
fn pieces_of_a_split_shard_have_signs_of_their_own() {
    let folder = recipe(2_000, 16, 1_500);
    let text = |name: &str| path_in(&folder, name);
    done(&["build", &text("recipe.toml"), "--codes", "-o", &text("built")]);
    fs::create_dir(folder.path().join("dist")).unwrap();
    for name in ["index.html", "404.html", "boot.js", "app.js"] {
        fs::write(folder.path().join("dist").join(name), "<!doctype html>").unwrap();
    }
    // The first shard has 48 kB, and the second 16.
    let (built, dist, out) = (text("built"), text("dist"), text("site"));
    done(&["publish", &built, "--dist", &dist, "--out", &out, "--max-file", "20kB"]);
    let benchmark = folder.path().join("site/benchmark");
    assert_eq!(shards(&benchmark).len(), 4);
    assert_has_signs(&benchmark);
    assert!(!benchmark.join("systems/a/gallery-00000.signs").exists());
    let whole = fs::read(folder.path().join("built/systems/a/gallery-00001.signs")).unwrap();
    assert_eq!(fs::read(benchmark.join("systems/a/gallery-00001.signs")).unwrap(), whole);
}

#[test]
fn parts_are_joined_with_codes() {
    let folder = recipe(45, 6, 20);
    let text = |name: &str| path_in(&folder, name);
    done(&["build", &text("recipe.toml"), "-o", &text("parts")]);
    // What a task would have written beside its shards.
    let of_build = manifest(&folder.path().join("parts"));
    let files = of_build["files"].as_array().unwrap();
    let shards: Vec<&Value> =
        files.iter().filter(|file| file["path"].as_str().unwrap().contains("/gallery-")).collect();
    let side = folder.path().join("parts/parts/systems/a");
    fs::create_dir_all(&side).unwrap();
    for (part, shard) in shards.iter().enumerate() {
        let (first, end) = (&shard["rows"]["start"], &shard["rows"]["end"]);
        let rows = end.as_u64().unwrap() - first.as_u64().unwrap();
        let file = json!({
            "path": shard["path"], "bytes": shard["bytes"], "sha256": shard["sha256"], "rows": rows,
        });
        let said = json!({
            "schema_version": 1, "part": part, "first_row": first, "rows": rows, "dim": 6,
            "dtype": "f16", "system": {"id": "a", "title": "A"}, "files": [file],
        });
        fs::write(side.join(format!("{part:05}.json")), said.to_string()).unwrap();
    }
    done(&["index", &text("parts"), "--force", "--codes", "--finish"]);
    let folder = folder.path().join("parts");
    for shard in self::shards(&folder) {
        let signs = fs::read(folder.join(signs_path(&shard))).unwrap();
        assert_eq!(signs, taken_by_a_page(&folder.join(&shard)));
    }
    assert!(manifest(&folder)["files"].to_string().contains("gallery-00002.signs"));
}
