//! Data sets as hubs hold them, with pictures inside Parquet files or tar archives: [`found`] says what
//! there is, and [`unpack`] writes it as the plain files that [`guess`](crate::guess) understands.

mod candidates;
mod plain;
mod shards;
mod split;
mod tables;

use crate::{
    reading::vectors_file::{kind_of, parquet_read},
    writing::files::{self, FolderLinks},
};
use anyhow::{Context, Result};
use plain::{Plain, Unpacked};
use rankscope_core::formats::FileKind;
use rankscope_parquet::{CellKind, kinds_of_parquet};
use std::{
    fs::File,
    path::{Path, PathBuf},
};
use tables::Table;

/// The files of a data set with pictures inside.
#[derive(Debug)]
pub(crate) enum Packed {
    Tables(Vec<Table>),
    /// WebDataset's tar archives, and the folder that they are of.
    Shards {
        archives: Vec<PathBuf>,
        folder: PathBuf,
    },
}

/// What lies beside a hub's data set: cards, and lists of classes.
const BESIDE: [&str; 6] = ["txt", "md", "json", "yaml", "yml", "parquet"];

/// The data set in these files and folders, if its pictures are inside other files and nothing else is there
/// to look at: an archive beside vectors or pictures is a copy of something.
pub(crate) fn alone(given: &[PathBuf]) -> Result<Option<Packed>> {
    let all = files_of(given)?;
    let is_part =
        |path: &PathBuf| BESIDE.iter().chain(&["tar"]).any(|ending| has_ending(path, ending));
    if all.iter().all(is_part) { found_in(given, all) } else { Ok(None) }
}

/// The data set in these files and folders, if there are pictures inside other files.
pub(crate) fn found(given: &[PathBuf]) -> Result<Option<Packed>> {
    found_in(given, files_of(given)?)
}

fn has_ending(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|ending| ending == wanted)
}

fn files_of(given: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in given {
        if path.is_dir() {
            collect(path, &mut FolderLinks::new(path), &mut all)?;
        } else if path.is_file() {
            all.push(path.clone());
        }
    }
    Ok(all)
}

fn found_in(given: &[PathBuf], all: Vec<PathBuf>) -> Result<Option<Packed>> {
    let archives: Vec<PathBuf> = all.iter().filter(|it| has_ending(it, "tar")).cloned().collect();
    if let Some(first) = archives.first() {
        let given = given.first().filter(|path| path.is_dir());
        let folder = given.map(PathBuf::as_path).or_else(|| first.parent()).unwrap_or(first);
        return Ok(Some(Packed::Shards { folder: folder.to_owned(), archives }));
    }
    let mut tables = Vec::new();
    for path in all.into_iter().filter(|it| has_ending(it, "parquet")) {
        if kind_of(&path)?.0 == FileKind::Parquet {
            let name = path.display().to_string();
            let file = File::open(&path).with_context(|| format!("cannot read {name}"))?;
            let columns = parquet_read(&name, || Ok(kinds_of_parquet(&name, file)?))?;
            tables.push(Table { path, columns });
        }
    }
    let has_pictures =
        |table: &Table| table.columns.iter().any(|(_, kind)| *kind == CellKind::Picture);
    Ok(tables.iter().any(has_pictures).then_some(Packed::Tables(tables)))
}

fn collect(folder: &Path, links: &mut FolderLinks, all: &mut Vec<PathBuf>) -> Result<()> {
    for path in files::sorted_entries(folder)? {
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
            continue;
        }
        if links.is_to_be_read(&path) {
            collect(&path, links, all)?;
        } else if path.is_file() {
            all.push(path);
        }
    }
    Ok(())
}

/// Writes the pictures and lists of a data set into a new folder: `pictures/`, and `captions.json`, or
/// `queries.jsonl` and `qrels/test.tsv` as BEIR has them; where each query has pictures of its own to rank, a
/// recipe with its lists. Of several splits takes `split`, or else `test`.
pub(crate) fn unpack(packed: &Packed, split: Option<&str>, out: &Path) -> Result<Unpacked> {
    let mut plain = Plain::new(out)?;
    let split = match packed {
        Packed::Tables(found) => tables::unpack(found, split, &mut plain)?,
        Packed::Shards { archives, folder } => shards::unpack(archives, folder, split, &mut plain)?,
    };
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    plain.finish(&name, split)
}
