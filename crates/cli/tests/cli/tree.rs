//! A folder's files in memory, to compare and to write again.
#![allow(dead_code, clippy::unwrap_used)]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Path → bytes. Nothing at all for a folder that does not exist.
#[derive(PartialEq, Eq)]
pub(crate) struct Tree(BTreeMap<PathBuf, Vec<u8>>);

impl Tree {
    pub(crate) fn into_files(self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.0
    }

    pub(crate) fn read(folder: &Path) -> Self {
        let mut found = BTreeMap::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(next) = folders.pop() {
            let Ok(entries) = fs::read_dir(next) else { continue };
            for entry in entries {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let name = path.strip_prefix(folder).unwrap().to_owned();
                    found.insert(name, fs::read(&path).unwrap());
                }
            }
        }
        Self(found)
    }

    pub(crate) fn write(&self, folder: &Path) {
        for (name, bytes) in &self.0 {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
