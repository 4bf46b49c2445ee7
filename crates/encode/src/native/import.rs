//! A published model folder → a pack.

use super::{
    folder::{Contents, checks_by, new_manifest, write_pack},
    published::{PublishedText, json_from_file, text_from_dir},
    vision::new_vision,
    weights_file::safetensors_from_weights,
};
use crate::{
    clip_config::ClipVisionConfig,
    cpu::on_cpu,
    encoder::Encoder,
    error::EncodeError,
    pack::{PackManifest, StoredCheck, WEIGHTS_FILE, WeightDtype},
    weights::Weights,
};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// For the stored checks of an import without a reference: short, long, mixed scripts.
const CHECK_TEXTS: [&str; 4] = [
    "A heron standing in shallow water at dusk",
    "two people share an umbrella",
    "Naïve café: 東京, 3×4 = 12!",
    "A long and winding sentence about a small harbour town, its fishing boats, its gulls, the \
     nets that hang out to dry, and the one lamp that is lit before all others every evening",
];

#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// By default the folder's name.
    pub id: Option<String>,
    /// By default the id.
    pub title: Option<String>,
    /// Vectors of the original implementation, to check the pack against and to store in it: JSON
    /// `{"cases": [{"text", "ids", "embedding"}]}`.
    pub check: Option<PathBuf>,
    pub weights: WeightDtype,
    /// Leave out the vision tower of a whole model.
    pub text_only: bool,
    /// Prefixed to every text; by default the prompt that the model names for queries.
    pub prompt: Option<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ImportReport {
    pub n_checks: usize,
    /// Between the pack's vectors and the stored ones, of texts and pictures.
    pub lowest_cosine: f64,
    /// Why a GPU encodes no texts with it, if so: the CPU does, in the page too.
    pub texts_not_on_gpu: Option<&'static str>,
    pub pictures_not_on_gpu: Option<&'static str>,
}

#[derive(Deserialize)]
struct Reference {
    cases: Vec<ReferenceCase>,
}

#[derive(Deserialize)]
struct ReferenceCase {
    text: String,
    ids: Vec<u32>,
    embedding: Vec<f32>,
}

/// A pack that passed its checks, not written yet.
pub struct Imported {
    manifest: PackManifest,
    tokenizer: Vec<u8>,
    weights: Vec<u8>,
    vision: Option<Vec<u8>>,
    report: ImportReport,
}

impl Imported {
    pub fn report(&self) -> &ImportReport {
        &self.report
    }

    pub fn id(&self) -> &str {
        &self.manifest.id
    }

    pub fn write(&self, dir: &Path) -> Result<(), EncodeError> {
        let contents = Contents {
            tokenizer: &self.tokenizer,
            weights: &self.weights,
            vision: self.vision.as_deref(),
        };
        write_pack(dir, self.manifest.clone(), &contents)
    }
}

/// Reads the folder of a published model (a BERT, DistilBERT, MPNet or XLM-R, alone or with the
/// modules of sentence-transformers; a CLIP or SigLIP, its text tower alone or the whole model,
/// also as open_clip saves it), and checks the new pack.
///
/// # Errors
/// Missing or unreadable files, an unsupported model, weights that do not fit by name or shape, or
/// a check whose tokens differ or whose cosine is too low for weights of this type.
pub fn imported(model_dir: &Path, options: &ImportOptions) -> Result<Imported, EncodeError> {
    let (mut manifest, tokenizer, weights) = open(model_dir, options)?;
    let vision = if options.text_only { None } else { new_vision(model_dir, options.weights)? };
    manifest.vision = vision.as_ref().map(|vision| vision.config.clone());
    let packed_weights = safetensors_from_weights(WEIGHTS_FILE, &weights, options.weights)?;
    manifest.checks = match &options.check {
        Some(path) => checks_from_reference(path)?,
        None => {
            let full = Encoder::from_weights(manifest.clone(), &tokenizer, weights, on_cpu)?;
            checks_by(&full, CHECK_TEXTS)?
        }
    };
    let packed = Encoder::new(manifest.clone(), &tokenizer, &packed_weights)?;
    let (mut lowest_cosine, needed) = (1.0f64, options.weights.lowest_cosine());
    for outcome in packed.check_blocking()? {
        let fails = |reason| Err(EncodeError::Check { text: outcome.text.clone(), reason });
        if !outcome.same_tokens {
            return fails("its token ids differ from the reference's".into());
        }
        if outcome.cosine.is_nan() || outcome.cosine < needed {
            return fails(format!(
                "cosine {:.6} to the reference, and at least {needed} is needed",
                outcome.cosine
            ));
        }
        lowest_cosine = lowest_cosine.min(outcome.cosine);
    }
    if let Some(vision) = &vision {
        lowest_cosine = lowest_cosine.min(vision.lowest_cosine);
    }
    let report = ImportReport {
        n_checks: manifest.checks.len(),
        lowest_cosine,
        texts_not_on_gpu: manifest.architecture.not_on_gpu(),
        pictures_not_on_gpu: manifest.vision.as_ref().and_then(ClipVisionConfig::not_on_gpu),
    };
    let vision = vision.map(|vision| vision.file);
    Ok(Imported { manifest, tokenizer, weights: packed_weights, vision, report })
}

/// [`imported`], written to `out`.
pub fn import(
    model_dir: &Path,
    out: &Path,
    options: &ImportOptions,
) -> Result<ImportReport, EncodeError> {
    let imported = imported(model_dir, options)?;
    imported.write(out)?;
    Ok(imported.report)
}

impl Encoder {
    /// The text encoder of a published model's folder, unchecked, with its weights as they are.
    pub fn from_published(model_dir: &Path) -> Result<Self, EncodeError> {
        let (manifest, tokenizer, weights) = open(model_dir, &ImportOptions::default())?;
        Self::from_weights(manifest, &tokenizer, weights, on_cpu)
    }
}

/// The manifest of a published model, without files or checks, its tokenizer and its weights.
fn open(
    model_dir: &Path,
    options: &ImportOptions,
) -> Result<(PackManifest, Vec<u8>, Weights), EncodeError> {
    let PublishedText { architecture, weights, tokenizer, max_tokens, prompt } =
        text_from_dir(model_dir, options.prompt.as_deref())?;
    let name = model_dir.file_name().map(|name| name.to_string_lossy().into_owned());
    let id = options.id.clone().or(name).unwrap_or_else(|| "encoder".into());
    let title = options.title.clone().unwrap_or_else(|| id.clone());
    let mut manifest =
        new_manifest((id, title), architecture, max_tokens, &weights, options.weights);
    manifest.prompt = prompt;
    Ok((manifest, tokenizer, weights))
}

fn checks_from_reference(path: &Path) -> Result<Vec<StoredCheck>, EncodeError> {
    let reference: Reference = json_from_file(path)?;
    let check = |case: ReferenceCase| StoredCheck {
        text: case.text,
        ids: case.ids,
        vector: case.embedding,
    };
    Ok(reference.cases.into_iter().map(check).collect())
}
