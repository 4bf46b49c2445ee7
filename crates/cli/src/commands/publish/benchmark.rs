//! The benchmark in a site: its files, split where the host needs it, and a manifest of them.

use super::{
    page::with_slashes,
    pieces::{Kind, pieces},
    site::Site,
};
use crate::{
    benchmark::{
        folder::Folder,
        open::{Benchmark, manifest_text},
    },
    build::shards::signs_of,
    reading::picture_paths::{PicturePlace, picture_place},
    terminal::reporter,
    writing::{replaceable::files_in, sha256::sha256_hex},
};
use anyhow::{Context, Result};
use rankscope_core::benchmark::{FileEntry, Manifest, RowRange, signs_path};
use rankscope_core::vectors::vectors_from_shard;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

pub(super) struct Written {
    /// Files that were split, each with the number of its pieces.
    pub(super) split: Vec<(String, usize)>,
    /// Files of the folder that neither the manifest nor a list names.
    pub(super) not_published: Vec<String>,
}

/// Writes a benchmark to `benchmark/` of the site, and opens it there as every reader will.
pub(super) fn write(folder: &Path, site: &mut Site, max: Option<u64>) -> Result<Written> {
    let benchmark = Benchmark::open(folder)?;
    let text = manifest_text(folder)?;
    let mut manifest = Manifest::clone(&benchmark.manifest);
    let files = Folder(folder.into());
    let progress = reporter::progress_bar(manifest.files.len(), "files");
    let mut written: BTreeMap<usize, Vec<FileEntry>> = BTreeMap::new();
    let mut parts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut changed = false;
    let system_files: BTreeSet<String> =
        manifest.systems.iter().map(|system| system_path(&system.id)).collect();
    let of_split_shards = signs_of_split_shards(&manifest, max);
    for (place, entry) in manifest.files.iter().enumerate() {
        // They repeat the manifest's entries, so they come last.
        if system_files.contains(&entry.path) {
            continue;
        }
        // Those of a split shard are written with its pieces.
        if of_split_shards.contains(&entry.path) {
            progress.inc(1);
            continue;
        }
        let all = pieces(entry, files.read(entry)?, kind_of(&manifest, entry), max)?;
        if all.len() > 1 {
            let paths = all.iter().map(|piece| piece.path.clone()).collect();
            parts.insert(entry.path.clone(), paths);
        }
        let has_signs = of_split_shards.contains(&signs_path(&entry.path));
        let of_entry = written.entry(place).or_default();
        for piece in all {
            site.add(&in_site(&piece.path), &piece.bytes)?;
            let signs = match has_signs {
                true => Some(signs_of(&vectors_from_shard(&piece.path, &piece.bytes)?)),
                false => None,
            };
            let path_of_signs = signs_path(&piece.path);
            let of_piece = entry_of(piece.path, &piece.bytes, piece.rows);
            changed |= of_piece != *entry;
            of_entry.push(of_piece);
            if let Some(signs) = signs {
                site.add(&in_site(&path_of_signs), &signs)?;
                of_entry.push(entry_of(path_of_signs, &signs, None));
            }
        }
        progress.inc(1);
    }
    let in_parts = |path: String| parts.get(&path).cloned().unwrap_or_else(|| vec![path]);
    for system in &mut manifest.systems {
        let gallery = std::mem::take(&mut system.gallery);
        let is_split = gallery.iter().any(|path| parts.contains_key(path));
        system.gallery = gallery.into_iter().flat_map(in_parts).collect();
        let path = system_path(&system.id);
        let Some(place) = manifest.files.iter().position(|entry| entry.path == path) else {
            continue;
        };
        let bytes = if is_split {
            (serde_json::to_string_pretty(system)? + "\n").into_bytes()
        } else {
            benchmark.bytes(&path)?
        };
        site.add(&in_site(&path), &bytes)?;
        written.insert(place, vec![entry_of(path, &bytes, None)]);
        progress.inc(1);
    }
    progress.finish_and_clear();
    let named = add_pictures(&benchmark, &files, site)?;
    let not_published = not_published(folder, &benchmark.manifest, &named)?;
    let text = if changed {
        manifest.files = written.into_values().flatten().collect();
        let text = serde_json::to_string_pretty(&manifest)? + "\n";
        Manifest::from_json(&text).context("the split benchmark contradicts itself")?;
        text
    } else {
        text
    };
    site.add(&in_site("benchmark.json"), text.as_bytes())?;
    site.look("benchmark", |folder| Benchmark::open(&folder).map(drop))?;
    let split = parts.into_iter().map(|(path, parts)| (path, parts.len())).collect();
    Ok(Written { split, not_published })
}

/// The signs of shards that are too large for the host: each piece gets its own.
fn signs_of_split_shards(manifest: &Manifest, max: Option<u64>) -> BTreeSet<String> {
    let shards = manifest.systems.iter().flat_map(|system| &system.gallery);
    let is_large = |path: &&String| {
        manifest.file(path).is_ok_and(|shard| max.is_some_and(|max| shard.bytes > max))
    };
    let signs = shards.filter(is_large).map(|path| signs_path(path));
    signs.filter(|path| manifest.file(path).is_ok()).collect()
}

fn system_path(id: &str) -> String {
    format!("systems/{id}/system.json")
}

fn in_site(path: &str) -> String {
    format!("benchmark/{path}")
}

fn entry_of(path: String, bytes: &[u8], rows: Option<RowRange>) -> FileEntry {
    FileEntry { path, bytes: bytes.len() as u64, sha256: sha256_hex(bytes), rows }
}

fn kind_of(manifest: &Manifest, entry: &FileEntry) -> Kind {
    let is_in = |gallery: &[String]| gallery.contains(&entry.path);
    if manifest.systems.iter().any(|system| is_in(&system.gallery)) {
        return Kind::Gallery;
    }
    if manifest.image_files().any(|(file, _)| file.path == entry.path) {
        return Kind::ImageList;
    }
    let is_list = [".jsonl", ".qrels"].into_iter().any(|ending| entry.path.ends_with(ending));
    if is_list { Kind::Lines } else { Kind::Other }
}

/// Adds the pictures that the lists name and the manifest does not, as far as they exist.
fn add_pictures(
    benchmark: &Benchmark,
    files: &Folder,
    site: &mut Site,
) -> Result<BTreeSet<String>> {
    let listed: BTreeSet<&str> =
        benchmark.manifest.files.iter().map(|file| file.path.as_str()).collect();
    let images = benchmark.images();
    let named = images.iter().filter_map(|image| image.uri.as_deref());
    let inside = named.filter_map(|uri| match picture_place(uri) {
        PicturePlace::Inside(path) if !listed.contains(path.as_str()) => Some(path),
        _ => None,
    });
    let named: BTreeSet<String> = inside.collect();
    for path in &named {
        let from = files.path(path)?;
        if from.is_file() {
            site.copy(&in_site(path), &from)?;
        }
    }
    Ok(named)
}

/// Files of the folder that nothing names: notes, drafts and others that are not the site's.
fn not_published(
    folder: &Path,
    manifest: &Manifest,
    named: &BTreeSet<String>,
) -> Result<Vec<String>> {
    let listed: BTreeSet<&str> = manifest.files.iter().map(|file| file.path.as_str()).collect();
    let there =
        files_in(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let is_other = |path: &String| {
        path != "benchmark.json" && !listed.contains(path.as_str()) && !named.contains(path)
    };
    Ok(there.iter().filter_map(|path| with_slashes(path)).filter(is_other).collect())
}
