//! The signs of galleries as files: the bytes that a page would take by itself, made in four ways, checked
//! and published.
#![allow(clippy::unwrap_used)]

use crate::copied::Copied;
use crate::made::Made;
use crate::program::{done, flagged_json, manifest, rankscope, shapes};
use rankscope_core::search::large::LargeShard;
use rankscope_core::vectors::ShardFile;
use serde_json::{Value, json};
use std::{fs, future::Future, path::Path, pin::pin, task};

/// All shards of all systems.
fn shards(folder: &Path) -> Vec<String> {
    let manifest = manifest(folder);
    let galleries = manifest["systems"].as_array().unwrap().iter();
    let paths = galleries.flat_map(|system| system["gallery"].as_array().unwrap().clone());
    paths.map(|path| path.as_str().unwrap().to_owned()).collect()
}

fn signs_path(shard: &str) -> String {
    shard.replace(".safetensors", ".signs")
}

/// The signs that a page takes of a shard that it has fetched: the same code, over a file.
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
    let files = manifest["files"].as_array().unwrap().iter();
    let files: Vec<&str> = files.map(|file| file["path"].as_str().unwrap()).collect();
    for shard in shards {
        let signs = signs_path(&shard);
        let bytes = fs::read(folder.join(&signs)).unwrap();
        assert_eq!(bytes, taken_by_a_page(&folder.join(&shard)), "{signs}");
        let place = files.iter().position(|path| *path == shard).unwrap();
        assert_eq!(files[place + 1], signs, "listed after its shard");
    }
    let report = flagged_json(&["check", folder.to_str().unwrap()]);
    assert_eq!(report["faults"], json!([]));
}

#[test]
fn a_benchmark_gets_the_signs_that_a_page_would_take() {
    let copied = Copied::new();
    let folder = copied.path.to_str().unwrap();
    let said = flagged_json(&["codes", folder]);
    let n = shards(&copied.path).len();
    assert_eq!(said["files"], n);
    assert_has_signs(&copied.path);
    // As before but for them, and the same again.
    let before: Vec<Value> = manifest(shapes())["files"].as_array().unwrap().clone();
    let first = fs::read(copied.path.join("benchmark.json")).unwrap();
    let after: Vec<Value> = manifest(&copied.path)["files"].as_array().unwrap().clone();
    let is_signs = |file: &&Value| file["path"].as_str().unwrap().ends_with(".signs");
    assert_eq!(after.iter().filter(|file| !is_signs(file)).cloned().collect::<Vec<_>>(), before);
    assert!(done(&["codes", folder]).contains(&format!("{n} files of signs, ")));
    assert_eq!(fs::read(copied.path.join("benchmark.json")).unwrap(), first);
    assert_eq!(flagged_json(&["info", folder])["files"]["signs"]["files"], n);
    for (folder, has_signs) in [(folder, true), (shapes(), false)] {
        let said = flagged_json(&["info", folder]);
        let mut systems = said["systems"].as_array().unwrap().iter();
        assert!(systems.all(|system| system["has_signs"] == has_signs));
    }
}

/// A recipe of `n` rows, in shards of `shard_rows`.
fn recipe(n: u16, dim: u16, shard_rows: usize) -> Made {
    let made = Made::new();
    let value = |row: u16, at: u16| f32::from(1 + row * 7 % 11) - f32::from((at + 1) * (row % 5));
    let rows: Vec<Vec<f32>> =
        (0..n).map(|row| (0..dim).map(|at| value(row, at)).collect()).collect();
    made.npy("gallery.npy", &rows);
    let text = format!(
        "id = \"few\"\ntitle = \"Few\"\nshard_rows = {shard_rows}\n[images]\nrange = [1, {n}]\n\
         [[systems]]\nid = \"a\"\ntitle = \"A\"\ngallery = \"gallery.npy\"\n"
    );
    made.write("recipe.toml", text);
    made
}

#[test]
fn a_build_with_codes_is_a_build_and_then_codes() {
    let made = recipe(45, 6, 20);
    done(&["build", &made.text("recipe.toml"), "--codes", "-o", &made.text("at-once")]);
    done(&["build", &made.text("recipe.toml"), "-o", &made.text("later")]);
    done(&["codes", &made.text("later")]);
    assert_has_signs(&made.path("at-once"));
    for name in ["benchmark.json", "systems/a/gallery-00002.signs"] {
        let of = |built: &str| fs::read(made.path(built).join(name)).unwrap();
        assert_eq!(of("at-once"), of("later"), "{name}");
    }
}

#[test]
fn check_takes_signs_again_and_names_the_row_that_differs() {
    let copied = Copied::new();
    let folder = copied.path.to_str().unwrap();
    done(&["codes", folder]);
    let shard = "systems/words-8/gallery-00000.safetensors";
    let signs = signs_path(shard);
    let whole = fs::read(copied.path.join(&signs)).unwrap();
    let only_fault = || {
        let output = rankscope(&["check", folder, "--json"]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["faults"].as_array().unwrap().len(), 1, "{report}");
        report["faults"][0].clone()
    };
    // Damaged on its way.
    let mut damaged = whole.clone();
    damaged[3] ^= 1;
    fs::write(copied.path.join(&signs), &damaged).unwrap();
    assert!(only_fault()["reason"].as_str().unwrap().contains("SHA-256"));
    // Entered as it is: its own checksum tells.
    copied.enter(&signs);
    let fault = only_fault();
    let reason = fault["reason"].as_str().unwrap();
    assert!(reason.contains("not the signs of 432 rows of dim 8"), "{reason}");
    assert!(fault["what_to_do"].as_str().unwrap().contains("rankscope codes"));
    // Those of other vectors.
    let other = signs_path("systems/words-64/gallery-00000.safetensors");
    fs::copy(copied.path.join(other), copied.path.join(&signs)).unwrap();
    copied.enter(&signs);
    only_fault();
    // Right for the vectors as they were: one row has changed since.
    fs::write(copied.path.join(&signs), &whole).unwrap();
    copied.enter(&signs);
    let mut vectors = fs::read(copied.path.join(shard)).unwrap();
    let row = 300;
    let at = vectors.len() - (432 - row) * 8 * 2;
    vectors[at + 1] ^= 0x80;
    fs::write(copied.path.join(shard), vectors).unwrap();
    copied.enter(shard);
    let fault = only_fault();
    assert_eq!((&fault["file"], &fault["row"]), (&json!(signs), &json!(row)));
}

#[test]
fn pieces_of_a_split_shard_have_signs_of_their_own() {
    let made = recipe(2_000, 16, 1_500);
    done(&["build", &made.text("recipe.toml"), "--codes", "-o", &made.text("built")]);
    for name in ["index.html", "404.html", "boot.js", "app.js"] {
        made.write(&format!("dist/{name}"), "<!doctype html>");
    }
    // The first shard has 48 kB, and the second 16.
    let [built, dist, out] = ["built", "dist", "site"].map(|name| made.text(name));
    done(&["publish", &built, "--dist", &dist, "--out", &out, "--max-file", "20kB"]);
    let benchmark = made.path("site/benchmark");
    assert_eq!(shards(&benchmark).len(), 4);
    assert_has_signs(&benchmark);
    assert!(!benchmark.join("systems/a/gallery-00000.signs").exists());
    let whole = fs::read(made.path("built/systems/a/gallery-00001.signs")).unwrap();
    assert_eq!(fs::read(benchmark.join("systems/a/gallery-00001.signs")).unwrap(), whole);
}

#[test]
fn parts_are_joined_with_codes() {
    let made = recipe(45, 6, 20);
    done(&["build", &made.text("recipe.toml"), "-o", &made.text("parts")]);
    // What a task would have written next to its shards.
    let folder = made.path("parts");
    let of_build = manifest(&folder);
    let files = of_build["files"].as_array().unwrap().iter();
    let shards = files.filter(|file| file["path"].as_str().unwrap().contains("/gallery-"));
    for (part, shard) in shards.enumerate() {
        let (first, end) = (&shard["rows"]["start"], &shard["rows"]["end"]);
        let rows = end.as_u64().unwrap() - first.as_u64().unwrap();
        let file = json!({
            "path": shard["path"], "bytes": shard["bytes"], "sha256": shard["sha256"], "rows": rows,
        });
        let said = json!({
            "schema_version": 1, "part": part, "first_row": first, "rows": rows, "dim": 6,
            "dtype": "f16", "system": {"id": "a", "title": "A"}, "files": [file],
        });
        made.write(&format!("parts/parts/systems/a/{part:05}.json"), said.to_string());
    }
    done(&["index", &made.text("parts"), "--force", "--codes", "--finish"]);
    for shard in self::shards(&folder) {
        let signs = fs::read(folder.join(signs_path(&shard))).unwrap();
        assert_eq!(signs, taken_by_a_page(&folder.join(&shard)));
    }
    assert!(manifest(&folder)["files"].to_string().contains("gallery-00002.signs"));
}
