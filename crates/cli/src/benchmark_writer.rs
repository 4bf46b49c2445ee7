//! Writes a benchmark's folder: all of it or nothing.
//!
//! Files go to a stage beside the destination, which is published once the manifest is complete and
//! valid. An interrupted or failed build leaves nothing behind.

use crate::{
    build::SeedVector, files, open::Benchmark, publication, replaceable, seeds, sha256::sha256_hex,
    stored_runs, stored_values,
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{
    Counts, FileEntry, GuideImage, Image, ImageFields, Manifest, Query, RowRange, StoredGuides,
    StoredRun, System, TOPICS_FILE, Topics, is_inside, jsonl_from_fields, reverse_path,
};
use rankscope_core::formats::{
    IdTable, Qrel, RankedRun, VotedImage, jsonl_from_votes, trec_from_qrels,
};
use rankscope_encode::{IMAGES_FILE, TEXT_PACK_FILES, VISION_FILE};
use rankscope_publish::Stage;
use serde::Serialize;
use std::{fs, io, path::Path};

/// Images in one file of `images/`.
const IMAGES_PER_FILE: usize = 2000;
/// Images in one file of `fields/`: columns compress better the longer they are, and a page that
/// shows one picture's fields reads one file.
const FIELDS_PER_FILE: usize = 20_000;

/// A benchmark that is being written.
pub struct BenchmarkWriter {
    stage: Stage,
    files: Vec<FileEntry>,
    /// Whether image lists and judgements are written as gzip.
    compresses: bool,
    /// Whether the signs of galleries are written too.
    pub(crate) has_codes: bool,
}

impl BenchmarkWriter {
    /// Makes a stage beside `out`. Refuses an `out` that exists, unless `force` is set: then
    /// [`Self::finish`] replaces it, if it holds a benchmark and nothing else.
    pub fn new(out: &Path, force: bool) -> Result<Self> {
        let stage = publication::folder_stage(out, force, replaceable::benchmark)?;
        Ok(Self { stage, files: Vec::new(), compresses: false, has_codes: false })
    }

    /// Writes image lists and judgements as gzip from now on, a tenth of the text's size.
    pub fn compressing(self) -> Self {
        Self { compresses: true, ..self }
    }

    /// Writes the signs of galleries too, if asked for.
    pub(crate) fn with_codes(self, has_codes: bool) -> Self {
        Self { has_codes, ..self }
    }

    /// Writes a file; `path` is relative to the benchmark, with `/`.
    pub(crate) fn add(&mut self, path: &str, bytes: &[u8], rows: Option<RowRange>) -> Result<()> {
        if !is_inside(path) {
            bail!("{path:?} is not a path inside the benchmark: choose another id");
        }
        self.stage
            .with_new(|folder| {
                let target = folder.join(path);
                if let Some(parent) = target.parent() {
                    fs::create_dir_all(parent)?;
                }
                fs::write(target, bytes)
            })
            .with_context(|| format!("cannot write the benchmark's {path}"))?;
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

    /// Writes `queries.jsonl`, if there are any.
    pub(crate) fn add_queries(&mut self, queries: &[Query]) -> Result<()> {
        if queries.is_empty() {
            return Ok(());
        }
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

    /// Writes `fields/00000.jsonl.gz` …: what each image carries, in corpus order.
    pub(crate) fn add_fields(&mut self, fields: &[ImageFields]) -> Result<()> {
        let mut start = 0;
        for (number, chunk) in fields.chunks(FIELDS_PER_FILE).enumerate() {
            let end = start + u32::try_from(chunk.len())?;
            let bytes = stored_values::gzip(&jsonl_from_fields(chunk)?)?;
            self.add(
                &format!("fields/{number:05}.jsonl.gz"),
                &bytes,
                Some(RowRange { start, end }),
            )?;
            start = end;
        }
        Ok(())
    }

    /// Writes `topics.json`.
    pub(crate) fn add_topics(&mut self, topics: &Topics) -> Result<()> {
        let text = serde_json::to_string_pretty(topics)? + "\n";
        self.add(TOPICS_FILE, text.as_bytes(), None)
    }

    /// Writes `relevance/<id>.qrels` and returns its path.
    pub(crate) fn add_relevance(&mut self, id: &str, qrels: &[Qrel]) -> Result<String> {
        self.add_text(format!("relevance/{id}.qrels"), &trec_from_qrels(qrels), None)
    }

    /// Writes `guides/<engine>/images.jsonl.gz`.
    pub(crate) fn add_guides(
        &mut self,
        engine: &StoredGuides,
        images: &[GuideImage],
    ) -> Result<()> {
        let bytes = stored_values::gzip(&lines_from_records(images)?)?;
        self.add(&engine.path(), &bytes, None)
    }

    /// Writes `runs/<id>.run.gz`.
    pub(crate) fn add_run(
        &mut self,
        stored: &StoredRun,
        run: &RankedRun,
        documents: &IdTable,
    ) -> Result<()> {
        let text = stored_runs::text(stored, run, documents)?;
        self.add(&stored.path(), &stored_values::gzip(&text)?, None)
    }

    /// Writes `reverse/<id>.qrels`: judgements from images to texts.
    pub(crate) fn add_reverse(&mut self, id: &str, qrels: &[Qrel]) -> Result<()> {
        self.add_text(reverse_path(id), &trec_from_qrels(qrels), None).map(drop)
    }

    /// Writes `votes/<id>.jsonl` and returns its path.
    pub(crate) fn add_votes(&mut self, id: &str, voted: &[VotedImage]) -> Result<String> {
        self.add_text(format!("votes/{id}.jsonl"), &jsonl_from_votes(voted)?, None)
    }

    /// Writes a text and returns its path, which ends in `.gz` if the text is compressed.
    fn add_text(&mut self, path: String, text: &str, rows: Option<RowRange>) -> Result<String> {
        if !self.compresses {
            self.add(&path, text.as_bytes(), rows)?;
            return Ok(path);
        }
        let path = path + ".gz";
        self.add(&path, &stored_values::gzip(text)?, rows)?;
        Ok(path)
    }

    /// Copies an encoder pack, with its vision tower or picture features if it has them, and returns its
    /// folder's path.
    pub(crate) fn add_encoder(&mut self, id: &str, pack: &Path) -> Result<String> {
        let of_pictures = [VISION_FILE, IMAGES_FILE].into_iter();
        let names =
            TEXT_PACK_FILES.into_iter().chain(of_pictures.filter(|name| pack.join(name).is_file()));
        let files: Result<Vec<_>> =
            names.map(|name| Ok((name, files::bytes(&pack.join(name))?))).collect();
        self.add_pack(id, &files?)
    }

    /// Writes the files of an encoder pack, each with its name, and returns its folder's path.
    pub fn add_pack(&mut self, id: &str, files: &[(&str, Vec<u8>)]) -> Result<String> {
        for (name, bytes) in files {
            self.add(&format!("encoders/{id}/{name}"), bytes, None)?;
        }
        Ok(format!("encoders/{id}"))
    }

    /// Writes `systems/<id>/system.json`, the same object as in the manifest.
    pub fn add_system(&mut self, system: &System) -> Result<()> {
        let text = serde_json::to_string_pretty(system)? + "\n";
        self.add(&format!("systems/{}/system.json", system.id), text.as_bytes(), None)
    }

    /// [`Self::finish`], with what is computed from the vectors beside the rest: the values of all
    /// systems, so that a page shows them at once, and the pictures nearest to the seeds of each
    /// system, given in the systems' order; then what was `fitted` on such values before, if anything
    /// was (a path and its bytes).
    pub(crate) fn finish_with_values(
        mut self,
        manifest: Manifest,
        seeds: &[Vec<SeedVector>],
        fitted: Option<(&str, &[u8])>,
    ) -> Result<Manifest> {
        self.write_manifest(manifest.clone())?;
        let folder = self.stage.with_new(|folder| Ok::<_, io::Error>(folder.to_path_buf()))?;
        let benchmark = Benchmark::open(&folder)?;
        for (path, bytes) in stored_values::files(&benchmark)? {
            self.add(&path, &bytes, None)?;
        }
        for (system, seeds) in manifest.systems.iter().zip(seeds) {
            if let Some((path, bytes)) = seeds::file(&benchmark, system, seeds)? {
                self.add(&path, &bytes, None)?;
            }
        }
        if let Some((path, bytes)) = fitted {
            self.add(path, bytes, None)?;
        }
        self.finish(manifest)
    }

    /// Adds the list of files to the manifest, checks it as every reader will, writes it, and
    /// publishes the folder.
    pub(crate) fn finish(self, manifest: Manifest) -> Result<Manifest> {
        let manifest = self.write_manifest(manifest)?;
        publication::publish(self.stage)?;
        Ok(manifest)
    }

    fn write_manifest(&self, mut manifest: Manifest) -> Result<Manifest> {
        manifest.files = self.files.clone();
        let text = serde_json::to_string_pretty(&manifest)? + "\n";
        let manifest = Manifest::from_json(&text)?;
        self.stage
            .with_new(|folder| fs::write(folder.join("benchmark.json"), &text))
            .context("cannot write benchmark.json")?;
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
