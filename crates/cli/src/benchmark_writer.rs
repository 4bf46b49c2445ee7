//! Writes a benchmark's folder: all of it or nothing.
//!
//! Files go to a temporary folder near the destination, which is renamed once the manifest is
//! complete and valid. An interrupted or failed build leaves nothing behind.

use crate::{files, interrupt::remove_when_interrupted, sha256::sha256_hex};
use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};
use rankscope_core::benchmark::{Counts, FileEntry, Image, Manifest, Query, RowRange, System};
use rankscope_core::formats::{Qrel, trec_from_qrels};
use rankscope_encode::TEXT_PACK_FILES;
use serde::Serialize;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// Images in one file of `images/`.
const IMAGES_PER_FILE: usize = 2000;

/// A benchmark that is being written.
pub(crate) struct BenchmarkWriter {
    /// Holds the new folder, and briefly the one that it replaces.
    temporary: TempDir,
    out: PathBuf,
    files: Vec<FileEntry>,
    /// Whether image lists and judgements are written as gzip.
    compresses: bool,
}

impl BenchmarkWriter {
    /// Makes a temporary folder near `out`. Refuses an `out` that exists, unless `force` is set:
    /// then [`Self::finish`] replaces it.
    pub(crate) fn new(out: &Path, force: bool) -> Result<Self> {
        let out = std::path::absolute(out)?;
        if out.symlink_metadata().is_ok() {
            if !force {
                bail!(
                    "{} exists already: choose another folder, or add --force to replace it",
                    out.display()
                );
            }
            let is_empty = || fs::read_dir(&out).is_ok_and(|mut entries| entries.next().is_none());
            if !out.join("benchmark.json").is_file() && !is_empty() {
                bail!(
                    "{} is not a benchmark (it has no benchmark.json), so --force does not \
                     replace it: choose another folder",
                    out.display()
                );
            }
        }
        // The nearest existing folder is on the same file system, where a rename is atomic.
        let near = out.ancestors().skip(1).find(|folder| folder.is_dir());
        let near = near.with_context(|| format!("{} has no folder above it", out.display()))?;
        let temporary = tempfile::Builder::new()
            .prefix(".rankscope-unfinished-")
            .tempdir_in(near)
            .with_context(|| format!("cannot write in {}", near.display()))?;
        remove_when_interrupted(temporary.path().to_owned());
        let writer = Self { temporary, out, files: Vec::new(), compresses: false };
        fs::create_dir(writer.folder())?;
        Ok(writer)
    }

    /// Writes image lists and judgements as gzip from now on, a tenth of the text's size.
    #[cfg(feature = "train")] // only Fieldbook's lists are long
    pub(crate) fn compressing(self) -> Self {
        Self { compresses: true, ..self }
    }

    fn folder(&self) -> PathBuf {
        self.temporary.path().join("benchmark")
    }

    /// Writes a file; `path` is relative to the benchmark, with `/`.
    pub(crate) fn add(&mut self, path: &str, bytes: &[u8], rows: Option<RowRange>) -> Result<()> {
        let target = self.folder().join(path);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        files::write(&target, bytes)?;
        self.files.push(FileEntry {
            path: path.into(),
            bytes: bytes.len() as u64,
            sha256: sha256_hex(bytes),
            rows,
        });
        Ok(())
    }

    /// Writes records, one JSON object a line.
    pub(crate) fn add_lines<T: Serialize>(
        &mut self,
        path: &str,
        records: &[T],
        rows: Option<RowRange>,
    ) -> Result<()> {
        self.add(path, lines_from_records(records)?.as_bytes(), rows)
    }

    /// Writes `queries.jsonl`.
    pub(crate) fn add_queries(&mut self, queries: &[Query]) -> Result<()> {
        self.add_lines("queries.jsonl", queries, None)
    }

    /// Writes `images/00000.jsonl` ….
    pub(crate) fn add_images(&mut self, images: &[Image]) -> Result<()> {
        let mut start = 0;
        for (number, chunk) in images.chunks(IMAGES_PER_FILE).enumerate() {
            let end = start + u32::try_from(chunk.len())?;
            let text = lines_from_records(chunk)?;
            let path = format!("images/{number:05}.jsonl");
            self.add_text(path, &text, Some(RowRange { start, end }))?;
            start = end;
        }
        Ok(())
    }

    /// Writes `relevance/<id>.qrels` and returns its path.
    pub(crate) fn add_relevance(&mut self, id: &str, qrels: &[Qrel]) -> Result<String> {
        self.add_text(format!("relevance/{id}.qrels"), &trec_from_qrels(qrels), None)
    }

    /// Writes a text and returns its path, which ends in `.gz` if the text is compressed.
    fn add_text(&mut self, path: String, text: &str, rows: Option<RowRange>) -> Result<String> {
        if !self.compresses {
            self.add(&path, text.as_bytes(), rows)?;
            return Ok(path);
        }
        // No time and no name in the header, so that the same text gives the same bytes.
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text.as_bytes())?;
        let path = path + ".gz";
        self.add(&path, &encoder.finish()?, rows)?;
        Ok(path)
    }

    /// Copies an encoder pack and returns its folder's path.
    pub(crate) fn add_encoder(&mut self, id: &str, pack: &Path) -> Result<String> {
        for name in TEXT_PACK_FILES {
            let bytes = files::bytes(&pack.join(name))?;
            self.add(&format!("encoders/{id}/{name}"), &bytes, None)?;
        }
        Ok(format!("encoders/{id}"))
    }

    /// Writes `systems/<id>/system.json`, the same object as in the manifest.
    pub(crate) fn add_system(&mut self, system: &System) -> Result<()> {
        let text = serde_json::to_string_pretty(system)? + "\n";
        self.add(&format!("systems/{}/system.json", system.id), text.as_bytes(), None)
    }

    /// Adds the list of files to the manifest, checks it as every reader will, writes it, and
    /// moves the folder to its place.
    pub(crate) fn finish(mut self, mut manifest: Manifest) -> Result<Manifest> {
        manifest.files = std::mem::take(&mut self.files);
        let text = serde_json::to_string_pretty(&manifest)? + "\n";
        let manifest = Manifest::from_json(&text)?;
        let folder = self.folder();
        files::write(&folder.join("benchmark.json"), &text)?;
        let out = &self.out;
        if let Some(parent) = out.parent() {
            fs::create_dir_all(parent)?;
        }
        let replaced = self.temporary.path().join("replaced");
        let replaces = out.symlink_metadata().is_ok();
        let failed = || format!("cannot move the finished benchmark to {}", out.display());
        if replaces {
            fs::rename(out, &replaced).with_context(failed)?;
        }
        if let Err(error) = fs::rename(&folder, out) {
            if replaces {
                fs::rename(&replaced, out).with_context(failed)?;
            }
            return Err(error).with_context(failed);
        }
        Ok(manifest)
    }
}

/// The counts of a manifest.
pub(crate) fn counts(n_queries: usize, n_images: usize, n_captions: usize) -> Result<Counts> {
    Ok(Counts {
        queries: u32::try_from(n_queries)?,
        images: u32::try_from(n_images)?,
        captions: u32::try_from(n_captions)?,
    })
}

/// One JSON object a line.
fn lines_from_records<T: Serialize>(records: &[T]) -> Result<String> {
    let mut text = String::new();
    for record in records {
        text.push_str(&serde_json::to_string(record)?);
        text.push('\n');
    }
    Ok(text)
}
