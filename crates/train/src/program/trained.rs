//! A trained system: its vectors of a Fieldbook, and its place in the benchmark.

use anyhow::{Context, Result, bail};
use rankscope_cli::{
    benchmark_writer::BenchmarkWriter,
    encoder_pack::load_encoder,
    fieldbook::{FieldbookSystem, run_of},
    files,
    shards::rows_from_vectors,
};
use rankscope_core::benchmark::{EncoderEntry, Similarity, System, TrainingFacts, is_plain_id};
use rankscope_core::vectors::normalised;
use rankscope_core::{
    formats::RunEntry,
    vectors::{ShardDtype, Vectors},
};
use rankscope_encode::{
    PACK_FILE, PackManifest, PictureEncoder, VISION_FILE, WeightDtype, cosine, shipped_pack,
};
use rankscope_fieldbook::{Fieldbook, LICENSE};
use rankscope_train::{CaptionKind, DrawnScenes, FACTS_FILE, FirstPairs, Pairs, gallery_vectors};
use std::path::{Path, PathBuf};

/// Scenes on which a shipped vision tower is checked.
const N_TRIED: usize = 64;
/// Between its vectors and those of the gallery.
const LOWEST_COSINE: f64 = 0.999;

/// A system that `rankscope-train systems` made, with its vectors of the gallery and of the queries.
pub(super) struct TrainedSystem {
    id: String,
    title: String,
    dim: usize,
    flops_per_query: f64,
    facts: TrainingFacts,
    gallery: Vec<Vec<f32>>,
    queries: Vec<Vec<f32>>,
    /// The files of its encoder pack, by name.
    pack: Vec<(&'static str, Vec<u8>)>,
}

/// Each a folder, in alphabetical order.
pub(super) fn system_folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = files::entries(folder)?;
    folders.retain(|path| path.join(FACTS_FILE).is_file());
    if folders.is_empty() {
        bail!(
            "{} has no trained system: make some with `rankscope-train systems`",
            folder.display()
        );
    }
    folders.sort();
    Ok(folders)
}

impl TrainedSystem {
    pub(super) fn encoded(folder: &Path, book: &Fieldbook, scenes: &DrawnScenes) -> Result<Self> {
        let encoder = load_encoder(folder)?;
        let manifest = encoder.manifest();
        if !is_plain_id(&manifest.id) {
            bail!(
                "{}: its id {:?} cannot be a file name: train the system again",
                folder.display(),
                manifest.id
            );
        }
        let file = folder.join(FACTS_FILE);
        let facts = serde_json::from_str(&files::text(&file)?)
            .with_context(|| file.display().to_string())?;
        let pairs = FirstPairs::new(scenes, book.scenes().len(), CaptionKind::Tags)?;
        let gallery = gallery_vectors(folder, &pairs)?;
        let texts: Vec<&str> = book.queries().map(|query| query.text.as_str()).collect();
        let encoded = encoder.encode_all_blocking(&texts)?;
        let flops: u64 =
            encoded.iter().map(|text| manifest.architecture.flops(text.token_ids.len())).sum();
        let flops_per_query = flops as f64 / encoded.len().max(1) as f64;
        Ok(Self {
            id: manifest.id.clone(),
            title: manifest.title.clone(),
            dim: manifest.dim,
            flops_per_query,
            facts,
            pack: shipped(folder, &pairs, &gallery)?,
            gallery,
            queries: encoded.into_iter().map(|text| text.vector).collect(),
        })
    }

    /// Of both towers.
    pub(super) fn n_parameters(&self) -> u64 {
        self.facts.text_parameters + self.facts.image_parameters
    }
}

impl FieldbookSystem for TrainedSystem {
    fn id(&self) -> &str {
        &self.id
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn run(&self, book: &Fieldbook, k: usize) -> Result<Vec<RunEntry>> {
        let mut vectors = Vectors::new(self.dim, ShardDtype::I8);
        for row in &self.gallery {
            vectors.push(normalised(row)?);
        }
        // Rounded as they are stored, so that the stored vectors give the same rankings.
        let mut queries = Vectors::new(self.dim, ShardDtype::F16);
        for row in &self.queries {
            queries.push(normalised(row)?);
        }
        Ok(run_of(&self.id, vectors, &queries, book, k))
    }

    fn add(self: Box<Self>, writer: &mut BenchmarkWriter) -> Result<(EncoderEntry, System)> {
        let parameters = self.n_parameters();
        let path = writer.add_pack(&self.id, &self.pack)?;
        let entry = EncoderEntry { id: self.id.clone(), title: self.title.clone(), path };
        let gallery = rows_from_vectors(format!("gallery of {}", self.id), self.dim, self.gallery);
        let queries = rows_from_vectors(format!("queries of {}", self.id), self.dim, self.queries);
        let TrainingFacts { data, objective, .. } = &self.facts;
        let system = System {
            description: format!("Learnt from {data}; {objective}."),
            encoder: Some(self.id.clone()),
            dim: u32::try_from(self.dim)?,
            metric: Similarity::Cosine,
            parameters: Some(parameters),
            flops_per_query: Some(self.flops_per_query),
            // The facts of the training have it.
            flops_per_image: None,
            source: "rankscope-train".into(),
            license: LICENSE.into(),
            gallery: gallery.write_gallery(writer, &self.id, ShardDtype::I8, None)?,
            remote: None,
            queries: Some(queries.write_queries(writer, &self.id)?),
            training: Some(self.facts.clone()),
            id: self.id,
            title: self.title,
        };
        writer.add_system(&system)?;
        Ok((entry, system))
    }
}

/// The files of a system's pack. Its vision tower is in eight bits, or in float16 if eight bits
/// would take its vectors too far from those of the gallery.
fn shipped(
    folder: &Path,
    scenes: &impl Pairs,
    gallery: &[Vec<f32>],
) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let step = gallery.len().div_ceil(N_TRIED).max(1);
    for dtype in [WeightDtype::I8, WeightDtype::F16] {
        let files = shipped_pack(folder, Some(dtype))?;
        let file = |name| files.iter().find(|(own, _)| *own == name).map(|(_, bytes)| bytes);
        let (Some(manifest), Some(weights)) = (file(PACK_FILE), file(VISION_FILE)) else {
            return Ok(files);
        };
        let manifest = PackManifest::from_json(PACK_FILE, std::str::from_utf8(manifest)?)?;
        let config = manifest.vision.context("the pack's manifest has no vision tower")?;
        let encoder = PictureEncoder::new(&config, weights)?;
        let mut lowest = 1.0f64;
        for (row, stored) in gallery.iter().enumerate().step_by(step) {
            lowest = lowest.min(cosine(stored, &encoder.encode_image(&scenes.image(row))?));
        }
        if lowest >= LOWEST_COSINE {
            return Ok(files);
        }
    }
    bail!(
        "{}: the vision tower's vectors are not those of its gallery even in float16: train the \
         system again",
        folder.display()
    )
}
