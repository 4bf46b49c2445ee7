//! The side files in `parts/`.

use super::side_file::{SideFile, SideGallery, SidePart, SideQueries};
use crate::writing::files;
use anyhow::{Result, bail};
use std::{collections::BTreeMap, path::Path};

pub(super) const PARTS: &str = "parts";
const OF_IMAGES: &str = "parts/images";
const OF_SYSTEMS: &str = "parts/systems";
const OF_QUERIES: &str = "parts/queries.json";

#[derive(Debug)]
pub(super) struct FoundPart {
    pub(super) side_file: String,
    pub(super) part: SidePart,
}

#[derive(Debug)]
pub(super) struct FoundGallery {
    pub(super) found: FoundPart,
    pub(super) gallery: SideGallery,
}

#[derive(Debug)]
pub(super) struct Found {
    pub(super) images: Vec<FoundPart>,
    /// By the folder of a system's side files.
    pub(super) galleries: BTreeMap<String, Vec<FoundGallery>>,
    pub(super) queries: Option<SideQueries>,
    /// Relative to the benchmark.
    pub(super) side_files: Vec<String>,
}

/// Reads all side files of a folder. Refuses a folder without any.
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

/// The side files of one folder. Hidden files are unfinished.
fn side_files(folder: &Path, below: &str) -> Result<Vec<SideFile>> {
    let names = names(folder, below, |path| path.extension().is_some_and(|end| end == "json"))?;
    names.iter().map(|name| SideFile::read(folder, &format!("{below}/{name}"))).collect()
}

/// Sorted; none if there is no such folder.
fn names(folder: &Path, below: &str, is_meant: impl Fn(&Path) -> bool) -> Result<Vec<String>> {
    let folder = folder.join(below);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for path in files::entries(&folder)?.into_iter().filter(|path| is_meant(path)) {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            bail!("{}: its name is not UTF-8: rename it", path.display());
        };
        if !name.starts_with('.') {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}
