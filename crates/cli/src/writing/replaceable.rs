//! Which folders `--force` replaces: those that hold only a benchmark, or only a published site.

use rankscope_core::benchmark::{FileEntry, SCHEMA_VERSION};
use serde::Deserialize;
use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

/// For commands without `--force`.
pub(crate) fn nothing(path: &Path) -> Result<(), String> {
    Err(format!("{} exists already: choose another name", path.display()))
}

/// Refuses a folder that is not a benchmark, or holds files besides a benchmark's, and names one. An empty
/// folder may be replaced.
pub(crate) fn benchmark(folder: &Path) -> Result<(), String> {
    holds_only(folder, "benchmark", "benchmark.json", listed_files)
}

/// The list of files in a published site.
pub(crate) const SITE_FILES: &str = "rankscope-site.json";

/// [`benchmark`] for a published site.
pub(crate) fn site(folder: &Path) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Listed {
        files: HashSet<PathBuf>,
    }
    let listed = |list: &Path| {
        let listed: Listed = serde_json::from_slice(&fs::read(list).ok()?).ok()?;
        Some(listed.files)
    };
    holds_only(folder, "published site", SITE_FILES, listed)
}

/// Refuses a folder without the list of its files, or with files that the list lacks.
fn holds_only(
    folder: &Path,
    what: &str,
    list: &str,
    listed: impl Fn(&Path) -> Option<HashSet<PathBuf>>,
) -> Result<(), String> {
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
    let list_file = Path::new(list);
    if !files.iter().any(|file| file == list_file) {
        return Err(format!(
            "{} is not a {what} (it has no {list}), so --force does not replace it: choose another \
             folder",
            folder.display()
        ));
    }
    let Some(listed) = listed(&folder.join(list_file)) else {
        return Err(format!(
            "{}: its {list} is not one that this program writes, so --force does not replace the \
             folder: choose another, or move it away",
            folder.display()
        ));
    };
    let is_other = |file: &&PathBuf| *file != list_file && !listed.contains(*file);
    let others: Vec<&PathBuf> = files.iter().filter(is_other).collect();
    match others.first() {
        None => Ok(()),
        Some(first) => Err(format!(
            "{} holds {} that its {list} does not list, such as {}: --force would lose them, so \
             move them away, or choose another folder",
            folder.display(),
            if others.len() == 1 { "a file".into() } else { format!("{} files", others.len()) },
            first.display()
        )),
    }
}

/// `None` if no version of this program up to this one can have written the manifest.
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

/// Everything but folders in a folder and below it, relative to it and sorted.
pub(crate) fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
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
