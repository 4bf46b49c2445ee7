//! Which folders `--force` replaces: those that hold a benchmark and nothing else.

use rankscope_core::benchmark::{FileEntry, SCHEMA_VERSION};
use serde::Deserialize;
use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

/// Refuses everything, for commands without `--force`.
pub(crate) fn nothing(path: &Path) -> Result<(), String> {
    Err(format!("{} exists already: choose another name", path.display()))
}

/// Refuses a folder that is not a benchmark, or that holds other files beside a benchmark's, and
/// names one. An empty folder may be replaced.
pub(crate) fn benchmark(folder: &Path) -> Result<(), String> {
    let unread = |error: io::Error| format!("cannot read the folder {}: {error}", folder.display());
    if !folder.is_dir() {
        return Err(format!(
            "{} is not a folder, so --force does not replace it: choose another name",
            folder.display()
        ));
    }
    let files = files_in(folder).map_err(unread)?;
    if files.is_empty() {
        return Ok(());
    }
    let manifest = Path::new("benchmark.json");
    if !files.iter().any(|file| file == manifest) {
        return Err(format!(
            "{} is not a benchmark (it has no benchmark.json), so --force does not replace it: \
             choose another folder",
            folder.display()
        ));
    }
    let Some(listed) = listed_files(&folder.join(manifest)) else {
        return Err(format!(
            "{}: its benchmark.json is not one that this program writes, so --force does not \
             replace the folder: choose another, or move it away",
            folder.display()
        ));
    };
    let is_other = |file: &&PathBuf| *file != manifest && !listed.contains(*file);
    let others: Vec<&PathBuf> = files.iter().filter(is_other).collect();
    match others.first() {
        None => Ok(()),
        Some(first) => Err(format!(
            "{} holds {} that its benchmark.json does not list, such as {}: --force would lose \
             them, so move them away, or choose another folder",
            folder.display(),
            if others.len() == 1 { "a file".into() } else { format!("{} files", others.len()) },
            first.display()
        )),
    }
}

/// The files that a manifest lists. `None` if this program, of this version or an earlier one,
/// cannot have written it.
fn listed_files(manifest: &Path) -> Option<HashSet<PathBuf>> {
    #[derive(Deserialize)]
    struct Listed {
        schema_version: u64,
        files: Vec<FileEntry>,
    }
    let listed: Listed = serde_json::from_slice(&fs::read(manifest).ok()?).ok()?;
    let is_known = (1..=SCHEMA_VERSION).contains(&listed.schema_version);
    is_known.then(|| listed.files.into_iter().map(|file| file.path.into()).collect())
}

/// Whatever is in a folder and is not a folder, relative to it and in order.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(relative) = folders.pop() {
        for entry in fs::read_dir(folder.join(&relative))? {
            let entry = entry?;
            let path = relative.join(entry.file_name());
            if entry.file_type()?.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    Ok(files)
}
