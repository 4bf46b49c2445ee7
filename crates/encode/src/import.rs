//! A published model folder → a pack.

use super::{
    EncodeError, Encoder, PackManifest, StoredCheck, WeightDtype,
    folder::{Contents, read, write_pack},
    published::{architecture_from_dir, json_from_file, max_tokens_from_dir, tokenizer_from_dir},
    weights::Weights,
    weights_file::{n_parameters, safetensors_from_weights},
};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Texts for the stored checks where no reference is given: short, long, mixed scripts.
const CHECK_TEXTS: [&str; 4] = [
    "A heron standing in shallow water at dusk",
    "two people share an umbrella",
    "Naïve café: 東京, 3×4 = 12!",
    "A long and winding sentence about a small harbour town, its fishing boats, its gulls, the \
     nets that hang out to dry, and the one lamp that is lit before all others every evening",
];

/// What an import needs to know beyond the folder.
#[derive(Debug, Clone, Default)]
pub struct ImportOptions {
    /// The pack's name; the folder's where there is none.
    pub id: Option<String>,
    /// What people call it; the id where there is none.
    pub title: Option<String>,
    /// Answers of the original implementation to hold the pack against and to store in it:
    /// JSON `{"cases": [{"text", "ids", "embedding"}]}`.
    pub check: Option<PathBuf>,
    /// How to store the weights.
    pub weights: WeightDtype,
}

/// How an import went.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportReport {
    /// How many checks are stored in the pack.
    pub n_checks: usize,
    /// The lowest cosine between the pack's vectors and the stored ones.
    pub lowest_cosine: f64,
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

/// Reads `config.json`, `tokenizer.json` and `model.safetensors` of a BERT or a CLIP (its
/// text tower, alone or in the whole model) and writes a pack to `out`, after holding it
/// against its checks.
///
/// # Errors
/// Missing or unreadable files, another family of model, weights that do not fit by name, or
/// a check whose tokens differ or whose cosine is too low for such weights.
pub fn import(
    model_dir: &Path,
    out: &Path,
    options: &ImportOptions,
) -> Result<ImportReport, EncodeError> {
    let (mut manifest, tokenizer, weights) = opened(model_dir, options)?;
    let packed_weights = safetensors_from_weights(super::WEIGHTS_FILE, &weights, options.weights)?;
    manifest.checks = match &options.check {
        Some(path) => checks_from_reference(path)?,
        None => {
            let full = Encoder::from_weights(manifest.clone(), &tokenizer, weights)?;
            let answer = |text: &str| {
                let answer = full.encode_blocking(text)?;
                Ok(StoredCheck { text: text.into(), ids: answer.token_ids, vector: answer.vector })
            };
            CHECK_TEXTS.into_iter().map(answer).collect::<Result<_, EncodeError>>()?
        }
    };
    let packed = Encoder::new(manifest.clone(), &tokenizer, &packed_weights)?;
    let (mut lowest_cosine, needed) = (1.0f64, options.weights.lowest_cosine());
    for outcome in packed.check_blocking()? {
        let fails = |reason| Err(EncodeError::Check { text: outcome.text.clone(), reason });
        if !outcome.same_tokens {
            return fails("its token ids are not those of the reference".into());
        }
        if outcome.cosine.is_nan() || outcome.cosine < needed {
            return fails(format!(
                "cosine {:.6} to the reference, and at least {needed} is needed",
                outcome.cosine
            ));
        }
        lowest_cosine = lowest_cosine.min(outcome.cosine);
    }
    let n_checks = manifest.checks.len();
    let contents = Contents { tokenizer: &tokenizer, weights: &packed_weights, vision: None };
    write_pack(out, manifest, &contents)?;
    Ok(ImportReport { n_checks, lowest_cosine })
}

impl Encoder {
    /// The text encoder of a published model's folder, with its weights as they are there.
    ///
    /// # Errors
    /// As [`import`], but for the checks.
    pub fn from_published(model_dir: &Path) -> Result<Self, EncodeError> {
        let (manifest, tokenizer, weights) = opened(model_dir, &ImportOptions::default())?;
        Self::from_weights(manifest, &tokenizer, weights)
    }
}

/// What an encoder is made of: a manifest that lists neither files nor checks yet, the
/// tokenizer and the weights.
fn opened(
    model_dir: &Path,
    options: &ImportOptions,
) -> Result<(PackManifest, Vec<u8>, Weights), EncodeError> {
    let architecture = architecture_from_dir(model_dir)?;
    let tokenizer = tokenizer_from_dir(model_dir)?;
    let weights_path = model_dir.join("model.safetensors");
    let weights_name = weights_path.display().to_string();
    let weights = Weights::for_text(&weights_name, &read(&weights_path)?, &architecture)?;
    let name = model_dir.file_name().map(|name| name.to_string_lossy().into_owned());
    let id = options.id.clone().or(name).unwrap_or_else(|| "encoder".into());
    let manifest = PackManifest {
        schema_version: PackManifest::SCHEMA_VERSION,
        title: options.title.clone().unwrap_or_else(|| id.clone()),
        id,
        dim: architecture.dim(),
        max_tokens: max_tokens_from_dir(model_dir, &architecture)?,
        parameters: n_parameters(&weights),
        architecture,
        weights: options.weights,
        vision: None,
        files: Vec::new(),
        checks: Vec::new(),
    };
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
