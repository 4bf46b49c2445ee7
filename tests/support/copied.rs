//! A copy of the generated benchmark, to be damaged.
#![allow(dead_code, clippy::unwrap_used)]

use crate::program::{fails, sha256, shapes};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// The generated benchmark, to be damaged.
pub(crate) struct Copied {
    _folder: TempDir,
    pub(crate) path: PathBuf,
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

impl Copied {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copied");
        copy(Path::new(shapes()), &path);
        Self { _folder: folder, path }
    }

    pub(crate) fn change_manifest(&self, change: impl FnOnce(&mut Value)) {
        let file = self.path.join("benchmark.json");
        let mut manifest = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        change(&mut manifest);
        fs::write(file, manifest.to_string()).unwrap();
    }

    /// Changes the lines of a file, and the manifest with it.
    pub(crate) fn change(&self, name: &str, change: impl FnOnce(&mut Vec<String>)) {
        let file = self.path.join(name);
        let mut lines: Vec<String> =
            fs::read_to_string(&file).unwrap().lines().map(str::to_owned).collect();
        change(&mut lines);
        let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        fs::write(&file, &text).unwrap();
        self.enter(name);
    }

    /// Enters a file's size and hash into the manifest.
    pub(crate) fn enter(&self, name: &str) {
        let bytes = fs::read(self.path.join(name)).unwrap();
        let sha256 = sha256(&bytes);
        self.change_manifest(|manifest| {
            let files = manifest["files"].as_array_mut().unwrap();
            let entry = files.iter_mut().find(|entry| entry["path"] == name).unwrap();
            (entry["bytes"], entry["sha256"]) = (json!(bytes.len()), json!(sha256));
        });
    }

    #[track_caller]
    pub(crate) fn refused(&self, words: &[&str]) {
        let path = self.path.to_str().unwrap();
        fails(1, &["eval", path], words);
        let export = ["export", "--benchmark", path, "--system", "words-64", "--run", "-"];
        fails(1, &export, words);
    }
}
