//! The galleries of all systems: each one's parts have one name, one dim and one type.

use super::{
    found::{FoundGallery, FoundPart},
    rows::{Joined, joined},
    side_file::SideGallery,
};
use anyhow::{Result, bail};
use rankscope_core::benchmark::is_plain_id;
use rankscope_core::limits::MAX_DIM;
use std::collections::BTreeMap;

#[derive(Debug)]
pub(super) struct Gallery {
    pub(super) about: SideGallery,
    pub(super) rows: Joined,
}

/// Joins the parts of each system, given by the folder of its side files. Refuses parts that do not follow
/// each other, or that differ in what they say of their system.
pub(super) fn all(found: BTreeMap<String, Vec<FoundGallery>>) -> Result<Vec<Gallery>> {
    let mut galleries: Vec<Gallery> = Vec::new();
    for (folder, parts) in found {
        let gallery = of_system(&folder, parts)?;
        let id = &gallery.about.system.id;
        let is_same = |other: &&Gallery| other.about.system.id.eq_ignore_ascii_case(id);
        if let Some(other) = galleries.iter().find(is_same) {
            bail!(
                "the systems {} and {id} differ only in case, and not every host tells them apart: \
                 write one under another name",
                other.about.system.id
            );
        }
        galleries.push(gallery);
    }
    Ok(galleries)
}

fn of_system(folder: &str, parts: Vec<FoundGallery>) -> Result<Gallery> {
    let mut about: Option<(SideGallery, String)> = None;
    let mut found: Vec<FoundPart> = Vec::new();
    for FoundGallery { found: part, gallery } in parts {
        match &about {
            None => {
                check_first(folder, &part.side_file, &gallery)?;
                about = Some((gallery, part.side_file.clone()));
            }
            Some((first, by)) => {
                check_same((by.as_str(), first), (part.side_file.as_str(), &gallery))?
            }
        }
        found.push(part);
    }
    let Some((about, _)) = about else { bail!("system {folder} has no parts") };
    let rows = joined(&format!("system {folder}"), found)?;
    Ok(Gallery { about, rows })
}

fn check_first(folder: &str, side_file: &str, gallery: &SideGallery) -> Result<()> {
    let id = &gallery.system.id;
    if id != folder {
        bail!(
            "{side_file} is of the system {id}, and is among those of {folder}: move it, or \
             remove it"
        );
    }
    if !is_plain_id(id) {
        bail!(
            "{side_file}: the system id {id:?} cannot be a file name: use letters, digits, '-', '_' \
             and '.', a letter or digit first"
        );
    }
    if gallery.dim == 0 || gallery.dim as usize > MAX_DIM {
        bail!("{side_file}: dim is {}, not 1 to {MAX_DIM}: write the part again", gallery.dim);
    }
    Ok(())
}

fn check_same(first: (&str, &SideGallery), other: (&str, &SideGallery)) -> Result<()> {
    let (a, b) = (first.1, other.1);
    let differs = |what: &str, of_a: String, of_b: String| -> Result<()> {
        bail!(
            "{} has {what} {of_b}, and {} {of_a}: all parts of a system have the same, so write \
             those that are wrong again",
            other.0,
            first.0
        )
    };
    if a.dim != b.dim {
        return differs("vectors of dim", a.dim.to_string(), b.dim.to_string());
    }
    if a.dtype != b.dtype {
        return differs("values of type", format!("{:?}", a.dtype), format!("{:?}", b.dtype));
    }
    if a.system.id != b.system.id {
        return differs("the system", a.system.id.clone(), b.system.id.clone());
    }
    if a.system.title != b.system.title {
        return differs("the name", a.system.title.clone(), b.system.title.clone());
    }
    Ok(())
}
