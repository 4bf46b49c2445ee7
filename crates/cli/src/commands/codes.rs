//! `rankscope codes`: the signs of all rows of all galleries, as files next to the shards, so that a page
//! need not fetch a large gallery before it can search.

use crate::{
    benchmark::{
        exact::on_all_cores,
        folder::Folder,
        open::{Benchmark, check_shard},
    },
    build::shards::signs_of,
    terminal::{output, reporter},
    writing::{publication, sha256::sha256_hex},
};
use anyhow::{Context, Result};
use rankscope_core::analysis::words;
use rankscope_core::benchmark::{FileEntry, Manifest, System, signs_path};
use rankscope_core::vectors::vectors_from_shard;
use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

/// Add the signs of all rows to a benchmark, so that a page searches a large gallery sooner.
///
/// Each shard gets a file with one bit a value of its rotated rows, a sixteenth of float16. Of a gallery
/// that does not fit in memory, the page fetches these, and only the vectors of the candidates. The same
/// shards give the same bytes; other files stay as they are.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope codes five-million\n  \
    rankscope build recipe.toml --codes -o my-benchmark\n\n\
    `build`, `index` and `fieldbook build --vectors-only` do the same with --codes.")]
pub(crate) struct Args {
    /// The benchmark's folder.
    #[arg(value_name = "DIR")]
    benchmark: PathBuf,
    /// Print what was made as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let manifest = add(&args.benchmark)?;
    let signs = manifest.files.iter().filter(|file| is_signs(&manifest, &file.path));
    let (files, bytes) = signs.fold((0, 0), |(n, sum), file| (n + 1, sum + file.bytes));
    if args.json {
        return output::print_json(&serde_json::json!({ "files": files, "bytes": bytes }));
    }
    output::print(&format!(
        "{}: {} of signs, {}\n",
        manifest.title,
        words::counted(files, "file", "files"),
        words::bytes(bytes)
    ))
}

/// Writes the signs of all shards into the folder of a benchmark, each listed after its shard, and
/// returns the manifest. The manifest is written last: what it does not name yet, no reader opens.
pub(crate) fn add(folder: &Path) -> Result<Manifest> {
    let mut manifest = Arc::unwrap_or_clone(Benchmark::open_without_values(folder)?.manifest);
    let shards = shards(&manifest)?;
    let progress = reporter::progress_bar(shards.len(), "shards");
    let written: Vec<Result<(String, FileEntry)>> = on_all_cores(&shards, |(file, system)| {
        let entry = write(folder, file, system);
        progress.inc(1);
        vec![entry.map(|entry| (file.path.clone(), entry))]
    })?;
    progress.finish_and_clear();
    let mut signs: HashMap<String, FileEntry> = written.into_iter().collect::<Result<_>>()?;
    let earlier: HashSet<String> = signs.values().map(|file| file.path.clone()).collect();
    let files = std::mem::take(&mut manifest.files);
    for file in files.into_iter().filter(|file| !earlier.contains(&file.path)) {
        let signs = signs.remove(&file.path);
        manifest.files.push(file);
        manifest.files.extend(signs);
    }
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    let manifest = Manifest::from_json(&text)?;
    publication::write_file(&folder.join("benchmark.json"), text, true)?;
    Ok(manifest)
}

/// Each shard once, with a system that has it.
fn shards(manifest: &Manifest) -> Result<Vec<(FileEntry, System)>> {
    let mut seen: HashSet<&str> = HashSet::new();
    let mut shards = Vec::new();
    for system in &manifest.systems {
        for path in system.gallery.iter().filter(|path| seen.insert(path.as_str())) {
            shards.push((manifest.file(path)?.clone(), system.clone()));
        }
    }
    Ok(shards)
}

fn write(folder: &Path, shard: &FileEntry, system: &System) -> Result<FileEntry> {
    let vectors = vectors_from_shard(&shard.path, &Folder(folder.into()).read(shard)?)?;
    let n_rows = shard.rows.map(|rows| rows.end.saturating_sub(rows.start));
    check_shard(&shard.path, &vectors, system, n_rows)?;
    let (path, bytes) = (signs_path(&shard.path), signs_of(&vectors));
    let target = Folder(folder.into()).path(&path)?;
    publication::write_file(&target, &bytes, true)
        .with_context(|| format!("cannot write the signs of {}", shard.path))?;
    Ok(FileEntry { path, bytes: bytes.len() as u64, sha256: sha256_hex(&bytes), rows: None })
}

pub(crate) fn is_signs(manifest: &Manifest, path: &str) -> bool {
    let is_of = |shard: &String| signs_path(shard) == path;
    path.ends_with(".signs") && manifest.systems.iter().any(|one| one.gallery.iter().any(is_of))
}
