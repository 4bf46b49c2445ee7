//! A published model folder → a pack with float16 weights.

use super::{
    BertConfig, EncodeError, Encoder, PackManifest, StoredCheck, TOKENIZER_FILE,
    folder::{read, write_pack},
    weights::{Weights, n_parameters, safetensors_from_weights},
};
use burn_tensor::Device;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Where a model says nothing, sentence encoders of this family were trained with this limit.
const DEFAULT_MAX_TOKENS: usize = 256;

/// A pack may differ from its reference by this much and no more.
const LOWEST_COSINE: f64 = 0.9999;

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

#[derive(Deserialize)]
struct SentenceConfig {
    max_seq_length: Option<usize>,
}

/// Reads `config.json`, `tokenizer.json` and `model.safetensors` of a BERT and writes a pack
/// to `out`, after holding it against its checks.
///
/// # Errors
/// Missing or unreadable files, another family of model, weights that do not fit by name, or
/// a check whose tokens differ or whose cosine is below 0.9999.
pub fn import(
    model_dir: &Path,
    out: &Path,
    options: &ImportOptions,
) -> Result<ImportReport, EncodeError> {
    let config = config_from_dir(model_dir)?;
    let tokenizer = read(&model_dir.join(TOKENIZER_FILE))?;
    let weights_path = model_dir.join("model.safetensors");
    let weights_name = weights_path.display().to_string();
    let original = read(&weights_path)?;
    let weights = Weights::from_safetensors(&weights_name, &original)?;
    let halves = safetensors_from_weights(&weights_name, &weights)?;
    let name = model_dir.file_name().map(|name| name.to_string_lossy().into_owned());
    let id = options.id.clone().or(name).unwrap_or_else(|| "encoder".into());
    let mut manifest = PackManifest {
        schema_version: PackManifest::SCHEMA_VERSION,
        title: options.title.clone().unwrap_or_else(|| id.clone()),
        id,
        dim: config.hidden_size,
        max_tokens: max_tokens_from_dir(model_dir)?.min(config.max_position_embeddings),
        parameters: n_parameters(&weights),
        bert: config,
        files: Vec::new(),
        checks: Vec::new(),
    };
    manifest.checks = match &options.check {
        Some(path) => checks_from_reference(path)?,
        None => {
            let full =
                Encoder::from_weights(manifest.clone(), &tokenizer, weights, &Device::flex())?;
            let answer = |text: &str| {
                let answer = full.encode_blocking(text)?;
                Ok(StoredCheck { text: text.into(), ids: answer.token_ids, vector: answer.vector })
            };
            CHECK_TEXTS.into_iter().map(answer).collect::<Result<_, EncodeError>>()?
        }
    };
    let packed = Encoder::new(manifest.clone(), &tokenizer, &halves, &Device::flex())?;
    let mut lowest_cosine = 1.0f64;
    for outcome in packed.check_blocking()? {
        let fails = |reason| Err(EncodeError::Check { text: outcome.text.clone(), reason });
        if !outcome.same_tokens {
            return fails("its token ids are not those of the reference".into());
        }
        if outcome.cosine.is_nan() || outcome.cosine < LOWEST_COSINE {
            return fails(format!(
                "cosine {:.6} to the reference, and at least {LOWEST_COSINE} is needed",
                outcome.cosine
            ));
        }
        lowest_cosine = lowest_cosine.min(outcome.cosine);
    }
    let n_checks = manifest.checks.len();
    write_pack(out, manifest, &tokenizer, &halves)?;
    Ok(ImportReport { n_checks, lowest_cosine })
}

fn config_from_dir(dir: &Path) -> Result<BertConfig, EncodeError> {
    #[derive(Deserialize)]
    struct Family {
        model_type: Option<String>,
        position_embedding_type: Option<String>,
    }
    let path = dir.join("config.json");
    let name = path.display().to_string();
    let json = |source| EncodeError::Json { path: name.clone(), source };
    let text = read(&path)?;
    let family: Family = serde_json::from_slice(&text).map_err(json)?;
    if family.model_type.as_deref() != Some("bert") {
        let reason = format!("model_type is {:?}, and only \"bert\" is known", family.model_type);
        return Err(EncodeError::Unsupported { path: name, reason });
    }
    if let Some(kind) = family.position_embedding_type.filter(|kind| kind != "absolute") {
        let reason = format!("positions are {kind:?}, and only \"absolute\" is known");
        return Err(EncodeError::Unsupported { path: name, reason });
    }
    let config: BertConfig = serde_json::from_slice(&text).map_err(json)?;
    config.check(&name)?;
    Ok(config)
}

/// The limit in `sentence_bert_config.json`, where there is one. (The truncation inside
/// `tokenizer.json` is often another, and wrong.)
fn max_tokens_from_dir(dir: &Path) -> Result<usize, EncodeError> {
    let path = dir.join("sentence_bert_config.json");
    if !path.exists() {
        return Ok(DEFAULT_MAX_TOKENS);
    }
    let config: SentenceConfig = serde_json::from_slice(&read(&path)?)
        .map_err(|source| EncodeError::Json { path: path.display().to_string(), source })?;
    Ok(config.max_seq_length.unwrap_or(DEFAULT_MAX_TOKENS))
}

fn checks_from_reference(path: &Path) -> Result<Vec<StoredCheck>, EncodeError> {
    let reference: Reference = serde_json::from_slice(&read(path)?)
        .map_err(|source| EncodeError::Json { path: path.display().to_string(), source })?;
    let check = |case: ReferenceCase| StoredCheck {
        text: case.text,
        ids: case.ids,
        vector: case.embedding,
    };
    Ok(reference.cases.into_iter().map(check).collect())
}
