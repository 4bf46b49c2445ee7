//! The manifest of joined parts, with its files in the order of `rankscope.write` in Python.

use super::{
    galleries::Gallery,
    held::{Shape, ToHold},
    rows::{Joined, Promised},
    side_file::{PromisedFile, QueriesOfSystem, SideQueries},
};
use crate::{
    build::benchmark_writer::{counts, empty_manifest},
    writing::sha256::sha256_hex,
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{FileEntry, Manifest, System, is_inside};

const QUERIES: &str = "queries.jsonl";
/// For messages.
const BY: &str = "parts/queries.json";

pub(super) struct Parts {
    pub(super) images: Option<Joined>,
    pub(super) galleries: Vec<Gallery>,
    pub(super) queries: Option<SideQueries>,
}

/// With the bytes of its `system.json`.
pub(super) struct WrittenSystem {
    pub(super) system: System,
    pub(super) text: String,
}

impl Parts {
    /// Refuses galleries or image lists with different numbers of rows.
    pub(super) fn n_images(&self) -> Result<u32> {
        let lists = self.images.iter().map(|joined| ("the image lists".to_owned(), joined));
        let galleries = self.galleries.iter();
        let named = galleries.map(|one| (format!("system {}", one.about.system.id), &one.rows));
        let mut first: Option<(String, &Joined)> = None;
        for (name, rows) in lists.chain(named) {
            match &first {
                Some((other, of)) if of.n_rows != rows.n_rows => bail!(
                    "{name}: {} rows, and {other}: {}{}: write the parts that differ again",
                    rows.n_rows,
                    of.n_rows,
                    first_difference(of, rows)
                ),
                Some(_) => {}
                None => first = Some((name, rows)),
            }
        }
        first.map(|(_, rows)| rows.n_rows).context("there are no parts")
    }

    /// The systems, those with query vectors first and in the order of these. Refuses query vectors of a
    /// system without a gallery, or of another dim.
    pub(super) fn systems(&self) -> Result<Vec<WrittenSystem>> {
        let with_queries = self.queries.iter().flat_map(|queries| &queries.systems);
        let mut ordered: Vec<(&Gallery, Option<&QueriesOfSystem>)> = Vec::new();
        for of_system in with_queries {
            let id = &of_system.id;
            let gallery = self.galleries.iter().find(|gallery| gallery.about.system.id == *id);
            let Some(gallery) = gallery else {
                bail!(
                    "{BY} has query vectors of the system {id}, and no part of its gallery exists: \
                     run its tasks, or write the queries without it"
                );
            };
            if gallery.about.dim != of_system.dim {
                bail!(
                    "{BY}: the query vectors of {id} have dim {}, and its gallery has dim {}: both \
                     must be of the same space",
                    of_system.dim,
                    gallery.about.dim
                );
            }
            ordered.push((gallery, Some(of_system)));
        }
        let has_queries = |gallery: &&Gallery| {
            ordered.iter().any(|(with, _)| with.about.system.id == gallery.about.system.id)
        };
        let without: Vec<&Gallery> =
            self.galleries.iter().filter(|gallery| !has_queries(gallery)).collect();
        ordered.extend(without.into_iter().map(|gallery| (gallery, None)));
        ordered.into_iter().map(|(gallery, queries)| written(gallery, queries)).collect()
    }

    pub(super) fn manifest(
        &self,
        id: String,
        title: String,
        systems: &[WrittenSystem],
    ) -> Result<Manifest> {
        let n_images = self.n_images()?;
        let queries = self.queries.as_ref();
        let manifest = Manifest {
            id,
            title,
            counts: counts(queries.map_or(0, |of| of.queries as usize), n_images as usize, 0)?,
            relevance: queries.map(|of| of.relevance.clone()).unwrap_or_default(),
            systems: systems.iter().map(|written| written.system.clone()).collect(),
            facets: queries.map(|of| of.facets.clone()).unwrap_or_default(),
            files: self.files(systems)?,
            ..empty_manifest()
        };
        let manifest = Manifest::from_json(&serde_json::to_string(&manifest)?)?;
        if self.images.is_some() && !manifest.has_image_lists() {
            bail!("image lists belong in images/ and end in .jsonl or .jsonl.gz: write them there");
        }
        Ok(manifest)
    }

    fn files(&self, systems: &[WrittenSystem]) -> Result<Vec<FileEntry>> {
        let of_queries = self.promised_by_queries()?;
        let is_of_system = |path: &str| {
            systems.iter().any(|written| written.system.queries.as_deref() == Some(path))
        };
        let plain = |file: &Promised| file.entry.clone();
        let listed = of_queries.iter().filter(|file| file.entry.path == QUERIES);
        let mut files: Vec<FileEntry> = listed.map(plain).collect();
        files.extend(self.images.iter().flat_map(|joined| joined.files.iter().map(plain)));
        let others = of_queries.iter().filter(|file| file.entry.path != QUERIES);
        files.extend(others.filter(|file| !is_of_system(&file.entry.path)).map(plain));
        for WrittenSystem { system, text } in systems {
            let gallery = self.galleries.iter().find(|one| one.about.system.id == system.id);
            files.extend(gallery.iter().flat_map(|one| one.rows.files.iter().map(plain)));
            let queries = system.queries.as_ref();
            let is_its = |file: &&Promised| Some(&file.entry.path) == queries;
            files.extend(of_queries.iter().filter(is_its).map(plain));
            files.push(FileEntry {
                path: path_of(system),
                bytes: text.len() as u64,
                sha256: sha256_hex(text.as_bytes()),
                rows: None,
            });
        }
        Ok(files)
    }

    pub(super) fn promised_by_queries(&self) -> Result<Vec<Promised>> {
        let files = self.queries.iter().flat_map(|queries| &queries.files);
        let promised = |file: &PromisedFile| {
            let PromisedFile { path, bytes, sha256, .. } = file;
            if !is_inside(path) {
                bail!("{BY}: {path:?} is not a path inside the benchmark: correct it");
            }
            let entry =
                FileEntry { path: path.clone(), bytes: *bytes, sha256: sha256.clone(), rows: None };
            Ok(Promised { entry, side_file: BY.to_owned(), part: None })
        };
        files.map(promised).collect()
    }

    /// The files to check, with the shapes of shards; `of_queries` are those of the queries.
    pub(super) fn to_hold<'a>(
        &'a self,
        of_queries: &'a [Promised],
        systems: &[WrittenSystem],
    ) -> Vec<ToHold<'a>> {
        let mut files: Vec<ToHold<'a>> = Vec::new();
        let lists = self.images.iter().flat_map(|joined| &joined.files);
        files.extend(lists.map(|promised| ToHold { promised, shape: None }));
        for Gallery { about, rows } in &self.galleries {
            let shape = |promised: &Promised| {
                let rows = promised.entry.rows.map_or(0, |rows| rows.end - rows.start);
                Some(Shape { rows, dim: about.dim, dtype: Some(about.dtype) })
            };
            files.extend(
                rows.files.iter().map(|promised| ToHold { promised, shape: shape(promised) }),
            );
        }
        let rows = self.queries.as_ref().map_or(0, |queries| queries.queries);
        for promised in of_queries {
            let is_its = |written: &&WrittenSystem| {
                written.system.queries.as_deref() == Some(promised.entry.path.as_str())
            };
            let of_system = systems.iter().find(is_its);
            let shape =
                of_system.map(|written| Shape { rows, dim: written.system.dim, dtype: None });
            files.push(ToHold { promised, shape });
        }
        files
    }
}

pub(super) fn path_of(system: &System) -> String {
    format!("systems/{}/system.json", system.id)
}

fn written(gallery: &Gallery, queries: Option<&QueriesOfSystem>) -> Result<WrittenSystem> {
    let Gallery { about, rows } = gallery;
    let system = System {
        id: about.system.id.clone(),
        title: about.system.title.clone(),
        dim: about.dim,
        gallery: rows.files.iter().map(|file| file.entry.path.clone()).collect(),
        queries: queries.map(|of| of.queries.clone()),
        ..System::default()
    };
    let text = serde_json::to_string_pretty(&system)? + "\n";
    Ok(WrittenSystem { system, text })
}

/// Which part makes the difference, if both have as many parts.
fn first_difference(a: &Joined, b: &Joined) -> String {
    let (a, b) = (&a.rows_of_parts, &b.rows_of_parts);
    let found = a.iter().zip(b).enumerate().find(|(_, (a, b))| a != b);
    match found.filter(|_| a.len() == b.len()) {
        Some((part, (a, b))) => format!(" (part {part} has {b} and {a})"),
        None => String::new(),
    }
}
