//! The values that a benchmark carries: each system on every query by the benchmark's own columns,
//! so that a page shows them before it has computed anything.

use crate::{
    benchmark::open::Benchmark,
    ranking::measured,
    writing::{files, interrupt, publication, replaceable::files_in, sha256::sha256_hex},
};
use anyhow::{Context, Result};
use flate2::{Compression, write::GzEncoder};
use rankscope_core::analysis::{Board, SystemValues};
use rankscope_core::benchmark::{FileEntry, Manifest, System, values_path};
use rankscope_core::formats::jsonl_from_values;
use rankscope_core::metrics::default_measures;
use std::{
    fs,
    io::{ErrorKind, Write},
    path::Path,
    sync::Arc,
};

/// The files of values of all systems with stored query vectors: their paths and bytes. Those of a
/// system that asks a search engine would not stay true.
pub(crate) fn files(benchmark: &Benchmark) -> Result<Vec<(String, Vec<u8>)>> {
    let board = stored_columns(benchmark)?;
    let systems = benchmark.manifest.systems.iter();
    let systems: Vec<&System> =
        systems.filter(|own| own.queries.is_some() && own.remote.is_none()).collect();
    let n_columns = board.columns.len();
    if n_columns == 0 || benchmark.queries.is_empty() {
        return Ok(Vec::new());
    }
    let all = benchmark.query_rows();
    let measured = measured::measured(benchmark, &systems, &board, &all)?;
    let file = |values: SystemValues| {
        let lines = values.to_stored(&board.columns, n_columns);
        Ok((values_path(&values.system), gzip(&jsonl_from_values(&lines)?)?))
    };
    measured.into_iter().map(file).collect()
}

/// Computes the values of the benchmark in a folder and writes them into it, in place of earlier
/// ones.
pub(crate) fn store(folder: &Path) -> Result<()> {
    let benchmark = Benchmark::open_without_values(folder)?;
    let files = files(&benchmark)?;
    let manifest = Arc::unwrap_or_clone(benchmark.manifest);
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
fn stored_columns(benchmark: &Benchmark) -> Result<Board> {
    let own = benchmark.headlines()?;
    match benchmark.manifest.default_definition() {
        Some(definition) if own.is_empty() => benchmark.board(&default_measures(), &definition.id),
        _ => benchmark.board_of(own),
    }
}

/// No time and no name in the header, so that the same text gives the same bytes.
pub(crate) fn gzip(text: &str) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes())?;
    Ok(encoder.finish()?)
}
