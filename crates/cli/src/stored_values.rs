//! The values that a benchmark carries: each system on every query by the benchmark's own columns,
//! so that a page shows them before it has computed anything.

use crate::{
    columns::{self, Column},
    evaluation::Values,
    open::Benchmark,
    publication,
    sha256::sha256_hex,
};
use anyhow::{Context, Result};
use flate2::{Compression, write::GzEncoder};
use rankscope_core::benchmark::{FileEntry, Manifest, System, values_path};
use rankscope_core::formats::{ValuesColumn, jsonl_from_values};
use rankscope_core::metrics::default_measures;
use std::{fs, io::Write, path::Path};

/// The files of values of all systems with stored query vectors: their paths and bytes. Those of a
/// system that asks a search engine would not stay true.
pub(crate) fn files(benchmark: &Benchmark) -> Result<Vec<(String, Vec<u8>)>> {
    let columns = stored_columns(&benchmark.manifest)?;
    let systems = benchmark.manifest.systems.iter();
    let systems: Vec<&System> =
        systems.filter(|own| own.queries.is_some() && own.remote.is_none()).collect();
    if columns.is_empty() || benchmark.queries.is_empty() {
        return Ok(Vec::new());
    }
    let measured = columns::measured(benchmark, &systems, &columns)?;
    let file = |(system, values): (&&System, Vec<Values>)| {
        let lines: Vec<ValuesColumn> = columns.iter().zip(values).map(line).collect();
        Ok((values_path(&system.id), gzip(&jsonl_from_values(&lines)?)?))
    };
    systems.iter().zip(measured).map(file).collect()
}

/// Computes the values of the benchmark in a folder and writes them into it, in place of earlier
/// ones.
pub(crate) fn store(folder: &Path) -> Result<()> {
    let benchmark = Benchmark::open_without_values(folder)?;
    let files = files(&benchmark)?;
    let manifest = benchmark.manifest;
    let earlier: Vec<String> = manifest.systems.iter().map(|one| values_path(&one.id)).collect();
    replace(folder, manifest, files, |path| earlier.iter().any(|one| one == path))
}

/// Writes files (paths and bytes) into the folder of a benchmark and lists them in its manifest in place
/// of those that `is_earlier` names. The manifest comes last: what it does not name yet, no reader opens.
pub(crate) fn replace(
    folder: &Path,
    mut manifest: Manifest,
    files: Vec<(String, Vec<u8>)>,
    is_earlier: impl Fn(&str) -> bool,
) -> Result<()> {
    let is_written = |path: &str| files.iter().any(|(written, _)| written == path);
    manifest.files.retain(|file| !is_earlier(&file.path) || is_written(&file.path));
    for (path, bytes) in files {
        let target = folder.join(&path);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)
                .with_context(|| format!("cannot make {}", parent.display()))?;
        }
        publication::write_file(&target, &bytes, true)?;
        let (sha256, bytes) = (sha256_hex(&bytes), bytes.len() as u64);
        let entry = FileEntry { path, bytes, sha256, rows: None };
        match manifest.files.iter_mut().find(|file| file.path == entry.path) {
            Some(place) => *place = entry,
            None => manifest.files.push(entry),
        }
    }
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    Manifest::from_json(&text)?;
    publication::write_file(&folder.join("benchmark.json"), text, true)
}

/// The columns that a page opens with: those that the benchmark names, or else the usual measures
/// under its default definition of relevance.
fn stored_columns(manifest: &Manifest) -> Result<Vec<Column>> {
    let own = columns::headlines(manifest)?;
    if !own.is_empty() {
        return Ok(own);
    }
    let Some(definition) = manifest.default_definition() else { return Ok(Vec::new()) };
    let usual = default_measures().into_iter();
    Ok(usual.map(|measure| (measure, definition.id.clone())).collect())
}

fn line(((measure, relevance), of): (&Column, Values)) -> ValuesColumn {
    let (measure, relevance) = (measure.to_string(), relevance.clone());
    ValuesColumn { measure, relevance, values: of.values }
}

/// No time and no name in the header, so that the same text gives the same bytes.
pub(crate) fn gzip(text: &str) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes())?;
    Ok(encoder.finish()?)
}
