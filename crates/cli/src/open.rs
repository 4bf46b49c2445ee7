//! Opens a benchmark's folder. Every file is checked against the manifest as it is read.

use crate::{evaluation::Judged, sha256::sha256_hex};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{
    Image, Manifest, Query, Relevance, System, images_from_jsonl, images_without_lists,
    queries_from_jsonl,
};
use rankscope_core::metrics::Folds;
use rankscope_core::{
    formats::{qrels_from_trec, text_from_bytes},
    vectors::{Vectors, vectors_from_shard},
};
use std::{
    collections::HashMap,
    fs,
    path::{Component, Path, PathBuf},
    rc::Rc,
};

/// A benchmark on disk, with what every command needs of it.
pub(super) struct Benchmark {
    folder: PathBuf,
    pub(super) manifest: Manifest,
    pub(super) queries: Vec<Query>,
    /// In corpus order.
    pub(super) image_ids: Vec<String>,
    /// COCO 1K's, where queries and images have them.
    folds: Option<Rc<Folds>>,
}

impl Benchmark {
    /// Reads the manifest, the queries and the image ids.
    pub(super) fn open(folder: &Path) -> Result<Self> {
        let file = folder.join("benchmark.json");
        let text = fs::read_to_string(&file).with_context(|| {
            format!(
                "cannot read {}: a benchmark is a folder that `rankscope build` or \
                 `rankscope fixture` made",
                file.display()
            )
        })?;
        let manifest = Manifest::from_json(&text).with_context(|| folder.display().to_string())?;
        let mut benchmark = Self {
            folder: folder.into(),
            manifest,
            queries: Vec::new(),
            image_ids: Vec::new(),
            folds: None,
        };
        let name = "queries.jsonl";
        benchmark.queries = queries_from_jsonl(name, &benchmark.text(name)?)?;
        let n_queries = benchmark.queries.len();
        if n_queries != benchmark.manifest.counts.queries as usize {
            bail!(
                "{name} has {n_queries} lines, and the manifest counts {}",
                benchmark.manifest.counts.queries
            );
        }
        let images = benchmark.images()?;
        benchmark.folds = Folds::from_facets(&benchmark.queries, &images).map(Rc::new);
        benchmark.image_ids = images.into_iter().map(|image| image.id).collect();
        Ok(benchmark)
    }

    /// Where a file of the benchmark is.
    pub(super) fn path(&self, path: &str) -> Result<PathBuf> {
        let relative = Path::new(path);
        if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
            bail!("benchmark.json names a file outside the benchmark: {path}");
        }
        Ok(self.folder.join(relative))
    }

    /// The bytes of a file, if they are those that the manifest promises.
    pub(super) fn bytes(&self, path: &str) -> Result<Vec<u8>> {
        let entry = self.manifest.file(path)?;
        let file = self.path(path)?;
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let way_out = "the file was changed or not fully copied: copy the benchmark again, or \
                       build it again";
        if bytes.len() as u64 != entry.bytes {
            bail!(
                "{}: it has {} bytes, and the manifest says {}; {way_out}",
                file.display(),
                bytes.len(),
                entry.bytes
            );
        }
        if sha256_hex(&bytes) != entry.sha256 {
            bail!("{}: its SHA-256 is not the manifest's; {way_out}", file.display());
        }
        Ok(bytes)
    }

    fn text(&self, path: &str) -> Result<String> {
        Ok(text_from_bytes(path, &self.bytes(path)?)?.into_owned())
    }

    /// The images, in corpus order.
    fn images(&self) -> Result<Vec<Image>> {
        if !self.manifest.has_image_lists() {
            return Ok(images_without_lists(self.manifest.counts.images).collect());
        }
        let mut images = Vec::new();
        for (entry, rows) in self.manifest.image_files() {
            let lines = images_from_jsonl(&entry.path, &self.text(&entry.path)?)?;
            let (start, end) = (rows.start as usize, rows.end as usize);
            if start != images.len() || end != images.len() + lines.len() {
                bail!("{}: it has {} images, and not rows {start}..{end}", entry.path, lines.len());
            }
            images.extend(lines);
        }
        if images.len() != self.manifest.counts.images as usize {
            bail!(
                "there are {} images, and the manifest counts {}",
                images.len(),
                self.manifest.counts.images
            );
        }
        Ok(images)
    }

    /// The system of this id.
    pub(super) fn system(&self, id: &str) -> Result<&System> {
        self.manifest.system(id).with_context(|| {
            let known: Vec<&str> = self.manifest.systems.iter().map(|s| s.id.as_str()).collect();
            format!("there is no system {id}: known are {}", known.join(", "))
        })
    }

    /// The judgements of a definition of relevance.
    pub(super) fn relevance(&self, id: &str) -> Result<Relevance> {
        let definition = self.manifest.definition(id).with_context(|| {
            let known: Vec<&str> = self.manifest.relevance.iter().map(|d| d.id.as_str()).collect();
            format!("there is no relevance {id}: known are {}", known.join(", "))
        })?;
        let path = &definition.path;
        let qrels = qrels_from_trec(path, &self.text(path)?)?;
        let query_rows = rows_from_ids(self.queries.iter().map(|query| &query.id));
        let image_rows = rows_from_ids(self.image_ids.iter());
        let relevance = Relevance::from_qrels(path, &qrels, &query_rows, &image_rows)?;
        Ok(relevance.of_definition(definition))
    }

    /// The definition that was asked for, or else the benchmark's default.
    pub(super) fn relevance_id(&self, asked: Option<&str>) -> Result<String> {
        let default = || self.manifest.default_definition().map(|default| default.id.clone());
        asked.map(str::to_owned).or_else(default).context("the benchmark has no judgements")
    }

    /// What rankings of all queries are judged by under a definition of relevance.
    pub(super) fn judged(&self, relevance: &str) -> Result<Judged> {
        Ok(Judged {
            query_ids: self.queries.iter().map(|query| query.id.clone()).collect(),
            image_ids: self.image_ids.clone(),
            relevance: self.relevance(relevance)?,
            folds: self.folds.clone(),
        })
    }

    /// A system's vectors of all images, in corpus order.
    pub(super) fn gallery(&self, system: &System) -> Result<Vectors> {
        let mut gallery: Option<Vectors> = None;
        for path in &system.gallery {
            let shard = vectors_from_shard(path, &self.bytes(path)?)?;
            check_shard(
                path,
                &shard,
                system,
                self.manifest.file(path)?.rows.map(|r| r.end - r.start),
            )?;
            match &mut gallery {
                None => gallery = Some(shard),
                Some(gallery) => gallery.append(path, &shard)?,
            }
        }
        gallery.with_context(|| format!("system {} has no gallery", system.id))
    }

    /// A system's stored vectors of the queries, in the queries' order.
    pub(super) fn query_vectors(&self, system: &System) -> Result<Vectors> {
        let path = system.queries.as_ref().with_context(|| {
            format!("system {} has no stored query vectors, so it cannot be measured", system.id)
        })?;
        let vectors = vectors_from_shard(path, &self.bytes(path)?)?;
        check_shard(path, &vectors, system, Some(self.manifest.counts.queries))?;
        Ok(vectors)
    }
}

fn check_shard(path: &str, shard: &Vectors, system: &System, n_rows: Option<u32>) -> Result<()> {
    if shard.dim() != system.dim as usize {
        bail!(
            "{path}: its vectors have dim {}, and the system has dim {}",
            shard.dim(),
            system.dim
        );
    }
    if let Some(n_rows) = n_rows
        && shard.n_rows() != n_rows as usize
    {
        bail!("{path}: it has {} rows, and {n_rows} are needed", shard.n_rows());
    }
    Ok(())
}

fn rows_from_ids<'a>(ids: impl Iterator<Item = &'a String>) -> HashMap<String, u32> {
    ids.cloned().zip(0u32..).collect()
}
