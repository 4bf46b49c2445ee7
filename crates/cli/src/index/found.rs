//! The side files that lie in `parts/`.

use super::side_file::{SideFile, SideGallery, SidePart, SideQueries};
use crate::files;
use anyhow::{Result, bail};
use std::{collections::BTreeMap, path::Path};

/// The folder of the side files.
pub(super) const PARTS: &str = "parts";
const OF_IMAGES: &str = "parts/images";
const OF_SYSTEMS: &str = "parts/systems";
const OF_QUERIES: &str = "parts/queries.json";

/// A part, and the side file that says so.
#[derive(Debug)]
pub(super) struct FoundPart {
    pub(super) side_file: String,
    pub(super) part: SidePart,
}

/// A part of a gallery.
#[derive(Debug)]
pub(super) struct FoundGallery {
    pub(super) found: FoundPart,
    pub(super) gallery: SideGallery,
}

/// Everything that side files say.
#[derive(Debug)]
pub(super) struct Found {
    /// Of the image lists, in no particular order.
    pub(super) images: Vec<FoundPart>,
    /// By the folder of the system's side files.
    pub(super) galleries: BTreeMap<String, Vec<FoundGallery>>,
    pub(super) queries: Option<SideQueries>,
    /// The side files, relative to the benchmark.
    pub(super) side_files: Vec<String>,
}

/// Reads all side files of a folder.
///
/// # Errors
/// There is none, or one that cannot be read or says something else than a side file.
pub(super) fn read(folder: &Path) -> Result<Found> {
    let mut found = Found {
        images: Vec::new(),
        galleries: BTreeMap::new(),
        queries: None,
        side_files: Vec::new(),
    };
    for side in side_files(folder, OF_IMAGES)? {
        found.side_files.push(side.path.clone());
        found.images.push(part_of(&side)?);
    }
    for system in names(folder, OF_SYSTEMS, |path| path.is_dir())? {
        let mut of_system = Vec::new();
        for side in side_files(folder, &format!("{OF_SYSTEMS}/{system}"))? {
            found.side_files.push(side.path.clone());
            let (part, gallery) = (part_of(&side)?, side.parsed()?);
            of_system.push(FoundGallery { found: part, gallery });
        }
        if !of_system.is_empty() {
            found.galleries.insert(system, of_system);
        }
    }
    if folder.join(OF_QUERIES).symlink_metadata().is_ok() {
        found.queries = Some(SideFile::read(folder, OF_QUERIES)?.parsed()?);
        found.side_files.push(OF_QUERIES.to_owned());
    }
    if found.images.is_empty() && found.galleries.is_empty() {
        bail!(
            "{} has no parts: tasks write them with rankscope.write_partition, each with a side file \
             in {PARTS}/",
            folder.display()
        );
    }
    Ok(found)
}

fn part_of(side: &SideFile) -> Result<FoundPart> {
    Ok(FoundPart { side_file: side.path.clone(), part: side.parsed()? })
}

/// The side files of one folder. What is hidden is unfinished.
fn side_files(folder: &Path, below: &str) -> Result<Vec<SideFile>> {
    let names = names(folder, below, |path| path.extension().is_some_and(|end| end == "json"))?;
    names.iter().map(|name| SideFile::read(folder, &format!("{below}/{name}"))).collect()
}

/// The names of what is in a folder, in order; none if there is no such folder.
fn names(folder: &Path, below: &str, is_meant: impl Fn(&Path) -> bool) -> Result<Vec<String>> {
    let folder = folder.join(below);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for path in files::entries(&folder)?.into_iter().filter(|path| is_meant(path)) {
        let Some(name) = name_of(&path) else {
            bail!("{}: its name is not UTF-8: rename it", path.display());
        };
        if !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn name_of(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_str()?.to_owned())
}
