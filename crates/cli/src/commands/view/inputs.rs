//! Which files a benchmark is made from, to know whether one built before is still right.

use crate::{reading::named_part, writing::files};
use anyhow::{Context, Result};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};
use toml::{Table, Value};

/// Paths, sizes and times of all files that are given, whole or by a part, or are below given folders.
pub(super) fn of_paths(given: &[PathBuf]) -> Result<String> {
    let mut text = String::new();
    for path in given {
        add(&named_part::split(path).0, &mut text)?;
    }
    Ok(text)
}

/// The same of a recipe and all files that it names.
pub(super) fn of_recipe(recipe: &Path, text: &str) -> Result<String> {
    let mut paths = vec![recipe.to_owned()];
    // What is wrong with it is for `build` to say.
    if let Ok(table) = text.parse::<Table>() {
        let source = table.get("source").and_then(Value::as_str).unwrap_or_default();
        let folder = recipe.parent().unwrap_or(Path::new("")).join(source);
        named(&Value::Table(table), &folder, &mut paths);
    }
    paths.sort();
    paths.dedup();
    of_paths(&paths)
}

/// Adds all texts of a value that are paths in the folder. `FILE#PART` stands for the file, and numbered
/// files for their folder.
fn named(value: &Value, folder: &Path, paths: &mut Vec<PathBuf>) {
    match value {
        Value::String(text) if !text.is_empty() => {
            let whole = folder.join(text);
            let file = folder.join(text.rsplit_once('#').map_or(text.as_str(), |(file, _)| file));
            let numbered = whole.parent().filter(|_| text.contains('*')).map(Path::to_owned);
            paths.extend(
                [Some(whole), Some(file), numbered].into_iter().flatten().find(|p| p.exists()),
            );
        }
        Value::Array(values) => values.iter().for_each(|value| named(value, folder, paths)),
        Value::Table(table) => {
            // The folder itself is not a part.
            let parts = table.iter().filter(|(key, _)| key.as_str() != "source");
            parts.for_each(|(_, value)| named(value, folder, paths));
        }
        _ => {}
    }
}

fn add(path: &Path, text: &mut String) -> Result<()> {
    let unreadable = || format!("cannot read {}", path.display());
    let meta = path.metadata().with_context(unreadable)?;
    if !meta.is_dir() {
        let changed = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        writeln!(text, "{} {} {changed:?}", path.display(), meta.len())?;
        return Ok(());
    }
    let mut entries = files::entries(path)?;
    entries.retain(|entry| !entry.is_symlink() || entry.is_file());
    entries.sort();
    entries.iter().try_for_each(|entry| add(entry, text))
}
