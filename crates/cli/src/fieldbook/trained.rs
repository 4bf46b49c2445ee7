//! A trained system on its way into the benchmark.

use crate::{shards::Rows, writer::Writer};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{EncoderEntry, Similarity, System, TrainingFacts};
use rankscope_core::search::CpuGallery;
use rankscope_core::vectors::normalised;
use rankscope_core::{
    formats::RunEntry,
    vectors::{ShardDtype, Vectors},
};
use rankscope_encode::Encoder;
use rankscope_fieldbook::{Fieldbook, LICENSE};
use rankscope_train::{CaptionKind, DrawnScenes, FACTS_FILE, FirstPairs, gallery_vectors};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder of `rankscope train`, with the vectors that it gives the gallery and the queries.
pub(super) struct TrainedSystem {
    folder: PathBuf,
    id: String,
    title: String,
    dim: usize,
    flops_per_query: f64,
    facts: TrainingFacts,
    gallery: Vec<Vec<f32>>,
    queries: Vec<Vec<f32>>,
}

/// The folders of systems in a folder, by name.
pub(super) fn system_folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let shown = folder.display();
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {shown}"))? {
        let path = entry?.path();
        if path.join(FACTS_FILE).is_file() {
            folders.push(path);
        }
    }
    if folders.is_empty() {
        bail!("{shown} has no trained system: `rankscope train` makes some");
    }
    folders.sort();
    Ok(folders)
}

impl TrainedSystem {
    /// Encodes the gallery and the queries.
    pub(super) fn encoded(folder: &Path, book: &Fieldbook, scenes: &DrawnScenes) -> Result<Self> {
        let encoder = Encoder::load_dir(folder)?;
        let manifest = encoder.manifest();
        let file = folder.join(FACTS_FILE);
        let name = file.display().to_string();
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?;
        let facts = serde_json::from_str(&text).with_context(|| name)?;
        let pairs = FirstPairs::new(scenes, book.scenes().len(), CaptionKind::Tags)?;
        let gallery = gallery_vectors(folder, &pairs)?;
        let texts: Vec<&str> = book.queries().map(|query| query.text.as_str()).collect();
        let encoded = encoder.encode_all_blocking(&texts)?;
        let flops: u64 =
            encoded.iter().map(|text| manifest.architecture.flops(text.token_ids.len())).sum();
        #[expect(clippy::cast_precision_loss, reason = "far below 2⁵³")]
        let flops_per_query = flops as f64 / encoded.len().max(1) as f64;
        Ok(Self {
            id: manifest.id.clone(),
            title: manifest.title.clone(),
            dim: manifest.dim,
            flops_per_query,
            facts,
            gallery,
            queries: encoded.into_iter().map(|text| text.vector).collect(),
            folder: folder.into(),
        })
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Trained parameters of both towers.
    pub(super) fn n_parameters(&self) -> u64 {
        self.facts.text_parameters + self.facts.image_parameters
    }

    /// Its first `k` pictures for every query, as it will rank them.
    pub(super) fn run(&self, book: &Fieldbook, k: usize) -> Result<Vec<RunEntry>> {
        let mut vectors = Vectors::new(self.dim, ShardDtype::I8);
        for row in &self.gallery {
            vectors.push(normalised(row)?);
        }
        // As they are stored, so that what is verified comes out of the shipped vectors again.
        let mut queries = Vectors::new(self.dim, ShardDtype::F16);
        for row in &self.queries {
            queries.push(normalised(row)?);
        }
        let queries: Vec<Vec<f32>> =
            (0..queries.n_rows()).map(|row| queries.row(row).collect()).collect();
        let rankings = CpuGallery::new(vectors).top_k(&queries, k, None);
        let mut run = Vec::new();
        for (query, hits) in book.queries().zip(rankings) {
            run.extend(hits.into_iter().map(|hit| RunEntry {
                query: query.id.clone(),
                document: book.id(hit.row_in_corpus as usize).to_string(),
                score: hit.score.into(),
                tag: self.id.clone(),
            }));
        }
        Ok(run)
    }

    /// Writes the pack and the vectors.
    pub(super) fn add(self, writer: &mut Writer) -> Result<(EncoderEntry, System)> {
        let parameters = self.n_parameters();
        let path = writer.add_encoder(&self.id, &self.folder)?;
        let entry = EncoderEntry { id: self.id.clone(), title: self.title.clone(), path };
        let rows = |rows: Vec<Vec<f32>>, what: &str| {
            let name = format!("{what} of {}", self.id);
            let of_row = name.clone();
            Rows {
                name,
                n_rows: rows.len(),
                dim: self.dim,
                rows: rows.into_iter().map(Ok),
                place_of: Box::new(move |row| format!("{of_row}, row {row}")),
            }
        };
        let (gallery, queries) = (rows(self.gallery, "gallery"), rows(self.queries, "queries"));
        let TrainingFacts { data, objective, .. } = &self.facts;
        let system = System {
            description: format!("Learnt from {data}; {objective}."),
            encoder: Some(self.id.clone()),
            dim: u32::try_from(self.dim)?,
            metric: Similarity::Cosine,
            parameters: Some(parameters),
            flops_per_query: Some(self.flops_per_query),
            source: "rankscope train".into(),
            license: LICENSE.into(),
            gallery: gallery.write_gallery(writer, &self.id, ShardDtype::I8, None)?,
            queries: Some(queries.write_queries(writer, &self.id)?),
            training: Some(self.facts.clone()),
            id: self.id,
            title: self.title,
        };
        writer.add_system(&system)?;
        Ok((entry, system))
    }
}
