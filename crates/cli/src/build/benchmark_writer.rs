//! Writes a benchmark's folder, all of it or nothing: files go to a stage next to the destination, which
//! is published once the manifest is complete and valid.

use crate::{
    benchmark::open::Benchmark,
    build::{
        seeds::{self, SeedVector},
        stored_runs,
    },
    ranking::stored_values,
    writing::{files, publication, replaceable, sha256::sha256_hex},
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{
    Counts, EXPLANATIONS_FILE, FileEntry, GuideImage, Image, ImageFields, Manifest, Query,
    RowRange, SCHEMA_VERSION, StoredGuides, StoredRun, System, TOPICS_FILE, Topics, is_inside,
    jsonl_from_fields, reverse_path,
};
use rankscope_core::formats::{
    Explanation, IdTable, Qrel, RankedRun, VotedImage, jsonl_from_explanations, jsonl_from_votes,
    trec_from_qrels,
};
use rankscope_encode::{IMAGES_FILE, TEXT_PACK_FILES, VISION_FILE};
use rankscope_publish::Stage;
use serde::Serialize;
use std::{fs, io, path::Path};

const IMAGES_PER_FILE: usize = 2000;
/// More than of images, since columns compress better the longer they are; a page that shows one
/// picture's fields reads one file.
const FIELDS_PER_FILE: usize = 20_000;

pub struct BenchmarkWriter {
    stage: Stage,
    files: Vec<FileEntry>,
    compresses: bool,
    pub(crate) has_codes: bool,
}

impl BenchmarkWriter {
    /// Refuses an `out` that exists, unless `force` is set: then [`Self::finish`] replaces it, if it holds
    /// a benchmark and nothing else.
    pub fn new(out: &Path, force: bool) -> Result<Self> {
        let stage = publication::folder_stage(out, force, replaceable::benchmark)?;
        Ok(Self { stage, files: Vec::new(), compresses: false, has_codes: false })
    }

    /// Gzips image lists and judgements from now on, to a tenth of the size.
    pub fn compressing(self) -> Self {
        Self { compresses: true, ..self }
    }

    pub(crate) fn with_codes(self, has_codes: bool) -> Self {
        Self { has_codes, ..self }
    }

    /// `path` is relative to the benchmark, with `/`.
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

    pub(crate) fn add_lines<T: Serialize>(
        &mut self,
        path: &str,
        records: &[T],
        rows: Option<RowRange>,
    ) -> Result<()> {
        self.add(path, lines_from_records(records)?.as_bytes(), rows)
    }

    pub(crate) fn add_queries(&mut self, queries: &[Query]) -> Result<()> {
        if queries.is_empty() {
            return Ok(());
        }
        self.add_lines("queries.jsonl", queries, None)
    }

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

    /// `fields` are in corpus order.
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

    pub(crate) fn add_topics(&mut self, topics: &Topics) -> Result<()> {
        let text = serde_json::to_string_pretty(topics)? + "\n";
        self.add(TOPICS_FILE, text.as_bytes(), None)
    }

    pub(crate) fn add_explanations(&mut self, explanations: &[Explanation]) -> Result<()> {
        let bytes = stored_values::gzip(&jsonl_from_explanations(explanations)?)?;
        self.add(EXPLANATIONS_FILE, &bytes, None)
    }

    pub(crate) fn add_relevance(&mut self, id: &str, qrels: &[Qrel]) -> Result<String> {
        self.add_text(format!("relevance/{id}.qrels"), &trec_from_qrels(qrels), None)
    }

    pub(crate) fn add_guides(
        &mut self,
        engine: &StoredGuides,
        images: &[GuideImage],
    ) -> Result<()> {
        let bytes = stored_values::gzip(&lines_from_records(images)?)?;
        self.add(&engine.path(), &bytes, None)
    }

    pub(crate) fn add_run(
        &mut self,
        stored: &StoredRun,
        run: &RankedRun,
        documents: &IdTable,
    ) -> Result<()> {
        let text = stored_runs::text(stored, run, documents)?;
        self.add(&stored.path(), &stored_values::gzip(&text)?, None)
    }

    pub(crate) fn add_reverse(&mut self, id: &str, qrels: &[Qrel]) -> Result<()> {
        self.add_text(reverse_path(id), &trec_from_qrels(qrels), None).map(drop)
    }

    pub(crate) fn add_votes(&mut self, id: &str, voted: &[VotedImage]) -> Result<String> {
        self.add_text(format!("votes/{id}.jsonl"), &jsonl_from_votes(voted)?, None)
    }

    /// Returns the file's path, which ends in `.gz` if the text is compressed.
    fn add_text(&mut self, path: String, text: &str, rows: Option<RowRange>) -> Result<String> {
        if !self.compresses {
            self.add(&path, text.as_bytes(), rows)?;
            return Ok(path);
        }
        let path = path + ".gz";
        self.add(&path, &stored_values::gzip(text)?, rows)?;
        Ok(path)
    }

    /// Copies an encoder pack, with its vision tower or picture features if it has them. Returns the path
    /// of its folder.
    pub(crate) fn add_encoder(&mut self, id: &str, pack: &Path) -> Result<String> {
        let of_pictures = [VISION_FILE, IMAGES_FILE].into_iter();
        let names =
            TEXT_PACK_FILES.into_iter().chain(of_pictures.filter(|name| pack.join(name).is_file()));
        let files: Result<Vec<_>> =
            names.map(|name| Ok((name, files::bytes(&pack.join(name))?))).collect();
        self.add_pack(id, &files?)
    }

    /// Writes the files of an encoder pack, each with its name. Returns the path of its folder.
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

    /// [`Self::finish`], with what is computed from the vectors: the values of all systems, so that a page
    /// shows them at once, and the pictures nearest to the seeds of each system (`seeds` has the systems'
    /// order); then the `fitted` file (path and bytes), if any.
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

    /// Lists the files in the manifest, checks it as every reader will, and publishes the folder.
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

/// A manifest of this schema version without contents.
pub(crate) fn empty_manifest() -> Manifest {
    Manifest {
        schema_version: SCHEMA_VERSION,
        id: String::new(),
        title: String::new(),
        description: String::new(),
        version: String::new(),
        license: String::new(),
        citation: String::new(),
        homepage: String::new(),
        counts: Counts::default(),
        relevance: Vec::new(),
        systems: Vec::new(),
        runs: Vec::new(),
        guides: Vec::new(),
        guide_weights: Default::default(),
        encoders: Vec::new(),
        facets: Vec::new(),
        headlines: Vec::new(),
        welcome: None,
        files: Vec::new(),
    }
}

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
