//! `rankscope index` joins the parts of several writers. That what it makes is byte for byte what one
//! writer makes is tested in tests/python/test_partitions.py.
#![allow(clippy::unwrap_used)]

use crate::program::{done, fails, flagged_json, sha256, shapes};
use serde_json::{Value, json};
use std::{fs, path::PathBuf};
use tempfile::TempDir;

const SYSTEM: &str = "words-64";
const DIM: usize = 64;

/// The generated benchmark in parts, as tasks would write them.
struct Parts {
    _folder: TempDir,
    path: PathBuf,
}

impl Parts {
    /// The rows of each part end here; the last at the end.
    fn new(ends: &[usize]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let parts = Self { path: folder.path().join("shapes"), _folder: folder };
        let images = fs::read_to_string(format!("{}/images/00000.jsonl", shapes())).unwrap();
        let images: Vec<&str> = images.lines().collect();
        let gallery = format!("{}/systems/{SYSTEM}/gallery-00000.safetensors", shapes());
        let gallery = fs::read(gallery).unwrap();
        let values = &gallery[gallery.len() - images.len() * DIM * 2..];
        let mut start = 0;
        for (part, end) in ends.iter().copied().chain([images.len()]).enumerate() {
            let n = end - start;
            let lines: String = images[start..end].iter().map(|line| format!("{line}\n")).collect();
            let list = parts.put(&format!("images/{part:05}.jsonl"), lines.as_bytes(), n);
            let said = json!({"part": part, "rows": n, "files": [list]});
            parts.side(&format!("images/{part:05}"), said);
            let header = json!({"vectors": {
                "dtype": "F16", "shape": [n, DIM], "data_offsets": [0, n * DIM * 2],
            }});
            let header = header.to_string();
            let header = format!("{header:<0$}", header.len().next_multiple_of(8));
            let mut shard = (header.len() as u64).to_le_bytes().to_vec();
            shard.extend(header.as_bytes());
            shard.extend(&values[start * DIM * 2..end * DIM * 2]);
            let path = format!("systems/{SYSTEM}/gallery-{part:05}.safetensors");
            let said = json!({
                "part": part, "first_row": start, "rows": n, "dim": DIM, "dtype": "f16",
                "system": {"id": SYSTEM, "title": "Words, 64"},
                "files": [parts.put(&path, &shard, n)],
            });
            parts.side(&format!("systems/{SYSTEM}/{part:05}"), said);
            start = end;
        }
        let vectors = format!("systems/{SYSTEM}/queries.safetensors");
        let files = ["queries.jsonl", "relevance/pairs.qrels", &vectors]
            .map(|path| parts.put(path, &fs::read(format!("{}/{path}", shapes())).unwrap(), 0));
        let relevance = json!([{
            "id": "pairs", "title": "Pairs", "counts_as": "Its caption.", "default": true,
            "path": "relevance/pairs.qrels",
        }]);
        let said = json!({
            "queries": 40, "relevance": relevance, "files": files,
            "systems": [{"id": SYSTEM, "dim": DIM, "queries": vectors}],
        });
        parts.side("queries", said);
        parts
    }

    /// Writes a file; its entry in a side file.
    fn put(&self, path: &str, bytes: &[u8], rows: usize) -> Value {
        let target = self.path.join(path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::write(target, bytes).unwrap();
        let mut entry = json!({"path": path, "bytes": bytes.len(), "sha256": sha256(bytes)});
        if rows > 0 {
            entry["rows"] = json!(rows);
        }
        entry
    }

    fn side(&self, name: &str, mut said: Value) {
        said["schema_version"] = json!(1);
        self.put(&format!("parts/{name}.json"), said.to_string().as_bytes(), 0);
    }

    fn change(&self, name: &str, change: impl FnOnce(&mut Value)) {
        let path = self.path.join(format!("parts/{name}.json"));
        let mut said = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        change(&mut said);
        fs::write(path, said.to_string()).unwrap();
    }

    fn folder(&self) -> &str {
        self.path.to_str().unwrap()
    }

    #[track_caller]
    fn refused(&self, words: &[&str]) {
        fails(1, &["index", self.folder()], words);
        assert!(!self.path.join("benchmark.json").exists());
    }
}

#[test]
fn parts_become_the_benchmark_that_they_are_of() {
    let parts = Parts::new(&[100, 101, 300]);
    let said = flagged_json(&["index", parts.folder()]);
    assert_eq!((&said["images"], &said["queries"]), (&json!(432), &json!(40)));
    assert!(done(&["check", parts.folder()]).contains("is whole"));
    let options =
        ["--system", SYSTEM, "--relevance", "pairs", "--measures", "eccv:mAP@R", "--json"];
    let of = |folder| done(&[&["eval", folder], &options[..]].concat());
    assert_eq!(of(parts.folder()), of(shapes()));
    // Again, where everything is together.
    fails(1, &["index", parts.folder()], &["benchmark.json exists already: add --force"]);
    let first = fs::read(parts.path.join("benchmark.json")).unwrap();
    done(&["index", parts.folder(), "--force"]);
    assert_eq!(fs::read(parts.path.join("benchmark.json")).unwrap(), first);
    done(&["index", parts.folder(), "--force", "--finish", "--trust-hashes"]);
    assert_eq!(fs::read(parts.path.join("benchmark.json")).unwrap(), first);
    assert!(!parts.path.join("parts").exists());
}

#[test]
fn wrong_parts_are_refused_by_name() {
    let parts = Parts::new(&[100, 200, 300]);
    let of = |part: usize| format!("systems/{SYSTEM}/{part:05}");
    let (saved, gone) = (parts.path.join("saved"), parts.path.join("parts/images/00001.json"));
    fs::rename(&gone, &saved).unwrap();
    parts.refused(&["the image lists: of the parts 0–3, 1 is missing: run its task again"]);
    fs::rename(&saved, &gone).unwrap();
    parts.change("images/00003", |said| said["part"] = json!(1));
    parts.refused(&["images/00001.json and parts/images/00003.json are both part 1"]);
    parts.change("images/00003", |said| said["part"] = json!(3));
    parts.change("images/00000", |said| said["n_parts"] = json!(4_000_000_000_u32));
    parts.refused(&["of the parts 0–3999999999, 4–3999999999 are missing"]);
    parts.change("images/00000", |said| said["n_parts"] = json!(4));

    parts.change(&of(2), |said| said["first_row"] = json!(199));
    parts.refused(&["00002.json: its first row is 199", "end at row 200"]);
    parts.change(&of(2), |said| said["first_row"] = json!(200));
    parts.change(&of(2), |said| said["dim"] = json!(32));
    parts.refused(&["00002.json has vectors of dim 32", "00000.json 64"]);
    parts.change(&of(2), |said| said["dim"] = json!(64));
    parts.change(&of(2), |said| said["dtype"] = json!("i8"));
    parts.refused(&["00002.json has values of type I8"]);
    parts.change(&of(2), |said| said["dtype"] = json!("f16"));
    parts.change(&of(2), |said| said["files"][0]["rows"] = json!(99));
    parts.refused(&["part 2 has 100 rows, and its files 99"]);
    parts.change(&of(2), |said| {
        said["files"][0]["rows"] = json!(99);
        said["rows"] = json!(99);
    });
    parts.change(&of(3), |said| drop(said.as_object_mut().unwrap().remove("first_row")));
    parts.refused(&["431 rows, and the image lists: 432", "part 2 has 99 and 100"]);
    parts.change(&of(2), |said| {
        said["files"][0]["rows"] = json!(100);
        said["rows"] = json!(100);
        said["files"][0]["path"] = json!("../gallery.safetensors");
    });
    parts.refused(&["is not a path inside the benchmark"]);
    fs::write(parts.path.join(format!("parts/{}.json", of(2))), "{").unwrap();
    parts.refused(&["00002.json is not a side file"]);
}

#[test]
fn wrong_files_are_refused_by_name_and_part() {
    let parts = Parts::new(&[100, 200]);
    let name = format!("systems/{SYSTEM}/gallery-00001.safetensors");
    let shard = parts.path.join(&name);
    let good = fs::read(&shard).unwrap();
    let mut bad = good.clone();
    *bad.last_mut().unwrap() ^= 1;
    fs::write(&shard, &bad).unwrap();
    parts.refused(&[&name, "its SHA-256 is not the one in parts/", "run the task of part 1 again"]);
    fs::write(&shard, &good[..good.len() - 1]).unwrap();
    parts.refused(&[&name, "bytes, and parts/", "run the task of part 1 again"]);
    fs::remove_file(&shard).unwrap();
    parts.refused(&[&name, "cannot be read"]);
    fs::write(&shard, &good).unwrap();
    // What the header says counts, whatever was promised.
    let of = format!("systems/{SYSTEM}/00001");
    for part in 0..3 {
        parts.change(&format!("systems/{SYSTEM}/{part:05}"), |said| said["dim"] = json!(32));
    }
    parts.change("queries", |said| said["systems"][0]["dim"] = json!(32));
    parts.refused(&["its vectors are [100, 64], and parts/", "says [100, 32]"]);
    parts.change(&of, |said| said["system"]["title"] = json!("Another"));
    parts.refused(&["has the name Another"]);
}

#[test]
fn lists_are_checked_against_each_other() {
    let parts = Parts::new(&[100]);
    let list = parts.path.join("images/00000.jsonl");
    let lines = fs::read_to_string(&list).unwrap();
    let again = lines.lines().next().unwrap();
    let other = fs::read_to_string(parts.path.join("images/00001.jsonl")).unwrap();
    let twice: String =
        other.lines().skip(1).chain([again]).map(|line| format!("{line}\n")).collect();
    let entry = parts.put("images/00001.jsonl", twice.as_bytes(), 332);
    parts.change("images/00001", |said| said["files"] = json!([entry]));
    parts.refused(&["images/00001.jsonl", "images/00000.jsonl", "image id"]);
    let entry = parts.put("images/00001.jsonl", other.as_bytes(), 332);
    parts.change("images/00001", |said| said["files"] = json!([entry]));
    let entry = parts.put("relevance/pairs.qrels", b"q01 0 nothing 1\n", 0);
    parts.change("queries", |said| said["files"][1] = entry);
    parts.refused(&["relevance/pairs.qrels", "nothing"]);
    fs::remove_dir_all(parts.path.join("parts")).unwrap();
    parts.refused(&["has no parts", "rankscope.write_partition"]);
}
