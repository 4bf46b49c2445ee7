//! The values that a benchmark carries: each system on every query by the benchmark's own columns,
//! so that a page shows them before it has computed anything.

use crate::{
    columns::{self, Column},
    evaluation::Values,
    files, interrupt,
    open::Benchmark,
    publication,
    replaceable::files_in,
    sha256::sha256_hex,
};
use anyhow::{Context, Result};
use flate2::{Compression, write::GzEncoder};
use rankscope_core::benchmark::{FileEntry, Manifest, System, values_path};
use rankscope_core::formats::{ValuesColumn, jsonl_from_values};
use rankscope_core::metrics::default_measures;
use std::{
    fs,
    io::{ErrorKind, Write},
    path::Path,
};

/// The most bytes of vectors that a page fetches before anybody has asked for anything (`Opening`).
const MAX_OPENED_BYTES: u64 = 32 << 20;

/// The values of systems on the queries, a column for each of the benchmark's.
type Measured<'a> = Vec<(&'a System, Vec<ValuesColumn>)>;

/// The values of all systems with stored query vectors. Those of a system that asks a search engine would
/// not stay true.
pub(crate) fn measured(benchmark: &Benchmark) -> Result<Measured<'_>> {
    let columns = stored_columns(&benchmark.manifest)?;
    let systems = benchmark.manifest.systems.iter();
    let systems: Vec<&System> =
        systems.filter(|own| own.queries.is_some() && own.remote.is_none()).collect();
    if columns.is_empty() || benchmark.queries.is_empty() {
        return Ok(Vec::new());
    }
    let measured = columns::measured(benchmark, &systems, &columns)?;
    let lines = |values: Vec<Values>| columns.iter().zip(values).map(line).collect();
    Ok(systems.into_iter().zip(measured.into_iter().map(lines)).collect())
}

/// The files of values: their paths and bytes.
pub(crate) fn files(measured: &Measured<'_>) -> Result<Vec<(String, Vec<u8>)>> {
    let file = |(system, lines): &(&System, Vec<ValuesColumn>)| {
        Ok((values_path(&system.id), gzip(&jsonl_from_values(lines)?)?))
    };
    measured.iter().map(file).collect()
}

/// The query that a page should open with, if it is not the one in the middle, with which it does by
/// itself: the nearest to the middle for which the usual system finds anything. `None` too where the page
/// opens with none, since the system's vectors are many.
pub(crate) fn opening<'a>(benchmark: &'a Benchmark, measured: &Measured<'_>) -> Option<&'a str> {
    let usual = benchmark.manifest.systems.iter().find(|system| system.queries.is_some())?;
    let (_, columns) = measured.iter().find(|(system, _)| system.id == usual.id)?;
    let n_bytes = u64::from(usual.dim) * u64::from(benchmark.manifest.counts.images) * 4;
    let found_anything = |query: usize| {
        columns
            .iter()
            .any(|column| column.values.get(query).is_some_and(|value| *value > Some(0.0)))
    };
    let (n, middle) = (benchmark.queries.len(), benchmark.queries.len() / 2);
    let opening =
        (0..n).filter(|query| found_anything(*query)).min_by_key(|q| q.abs_diff(middle))?;
    let is_needed = opening != middle && n_bytes <= MAX_OPENED_BYTES;
    benchmark.queries.get(opening).filter(|_| is_needed).map(|query| query.id.as_str())
}

/// Computes the values of the benchmark in a folder and writes them into it, in place of earlier
/// ones.
pub(crate) fn store(folder: &Path) -> Result<()> {
    let benchmark = Benchmark::open_without_values(folder)?;
    let files = files(&measured(&benchmark)?)?;
    let manifest = benchmark.manifest;
    let earlier: Vec<String> = manifest.systems.iter().map(|one| values_path(&one.id)).collect();
    replace(folder, manifest, files, |path| earlier.iter().any(|one| one == path))?;
    // What follows only reads.
    interrupt::nothing_to_remove();
    Ok(())
}

/// Writes files (paths and bytes) into the folder of a benchmark and lists them in its manifest in place
/// of those that `is_earlier` names. The folder is replaced as a whole, so that nobody ever finds new
/// files beside old ones, whenever this ends.
pub(crate) fn replace(
    folder: &Path,
    mut manifest: Manifest,
    files: Vec<(String, Vec<u8>)>,
    is_earlier: impl Fn(&str) -> bool,
) -> Result<()> {
    let is_written = |path: &str| files.iter().any(|(written, _)| written == path);
    manifest.files.retain(|file| !is_earlier(&file.path) || is_written(&file.path));
    for (path, bytes) in &files {
        let (path, n_bytes) = (path.clone(), bytes.len() as u64);
        let entry = FileEntry { path, bytes: n_bytes, sha256: sha256_hex(bytes), rows: None };
        match manifest.files.iter_mut().find(|file| file.path == entry.path) {
            Some(place) => *place = entry,
            None => manifest.files.push(entry),
        }
    }
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    Manifest::from_json(&text)?;
    let manifest = ("benchmark.json".to_owned(), text.into_bytes());
    // Whatever lies in the folder is in the new one too.
    let stage = publication::stage(folder, true, |_| Ok(()))?;
    stage.with_new(|new| {
        linked(folder, new)?;
        files.iter().chain([&manifest]).try_for_each(|(path, bytes)| put(&new.join(path), bytes))
    })?;
    publication::publish(stage)
}

/// A new folder with the files of another: under another name, or as copies where a file has but one.
fn linked(folder: &Path, new: &Path) -> Result<()> {
    let cannot = |path: &Path| format!("cannot copy {}", path.display());
    fs::create_dir(new).with_context(|| cannot(folder))?;
    for relative in files_in(folder).with_context(|| cannot(folder))? {
        let (from, to) = (folder.join(&relative), new.join(&relative));
        to.parent().map_or(Ok(()), files::create_folder)?;
        fs::hard_link(&from, &to)
            .or_else(|_| fs::copy(&from, &to).map(drop))
            .with_context(|| cannot(&from))?;
    }
    let permissions = folder.metadata().with_context(|| cannot(folder))?.permissions();
    fs::set_permissions(new, permissions).with_context(|| cannot(folder))
}

/// Writes a file in place of a link: the old folder keeps the other one.
fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    path.parent().map_or(Ok(()), files::create_folder)?;
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => fs::write(path, bytes),
    }
    .with_context(|| format!("cannot write {}", path.display()))
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
