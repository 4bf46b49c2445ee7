//! A published model: its files, and the towers that they hold.

use super::super::folder::read;
use crate::{
    architecture::Architecture, clip_config::ClipVisionConfig, error::EncodeError,
    pack::TOKENIZER_FILE, tokens::tokenizer_from_merges, weights::Weights,
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

/// Of a model of the `transformers` library.
pub(super) const CONFIG_FILE: &str = "config.json";
pub(super) const MODEL_FILE: &str = "model.safetensors";

pub(in crate::native) struct PublishedText {
    pub(in crate::native) architecture: Architecture,
    /// Under the names of the architecture.
    pub(in crate::native) weights: Weights,
    pub(in crate::native) tokenizer: Vec<u8>,
    pub(in crate::native) max_tokens: usize,
    /// Prefixed to every text.
    pub(in crate::native) prompt: String,
}

pub(in crate::native) struct PublishedVision {
    pub(in crate::native) config: ClipVisionConfig,
    /// Under the names of its family.
    pub(in crate::native) weights: Weights,
}

pub(super) fn model_type(config: &Path) -> Result<Option<String>, EncodeError> {
    #[derive(Deserialize)]
    struct Family {
        model_type: Option<String>,
    }
    Ok(json_from_file::<Family>(config)?.model_type)
}

/// The weights of a model of the `transformers` library that `name_used` has a name for.
pub(super) fn weights_from_dir(
    dir: &Path,
    name_used: fn(&str) -> Option<&str>,
) -> Result<Weights, EncodeError> {
    let path = first_of(dir, &[MODEL_FILE]);
    if !path.exists() {
        let others = ["model.safetensors.index.json", "pytorch_model.bin", "tf_model.h5"];
        if let Some(other) = others.into_iter().find(|name| dir.join(name).exists()) {
            let reason = format!(
                "it is missing, and {other} cannot be read: save the model as one safetensors file \
                 (save_pretrained with max_shard_size=\"100GB\")"
            );
            return Err(unsupported(&path, reason));
        }
    }
    weights_from_file(&path, name_used)
}

pub(super) fn weights_from_file(
    path: &Path,
    name_used: fn(&str) -> Option<&str>,
) -> Result<Weights, EncodeError> {
    Weights::from_safetensors(&path.display().to_string(), &read(path)?, name_used)
}

/// The first of these files that exists; the first of them all if none does.
pub(super) fn first_of(dir: &Path, names: &[&str]) -> PathBuf {
    let mut paths = names.iter().map(|name| dir.join(name));
    paths.find(|path| path.exists()).unwrap_or_else(|| dir.join(names.first().unwrap_or(&"")))
}

pub(in crate::native) fn json_from_file<T: DeserializeOwned>(
    path: &Path,
) -> Result<T, EncodeError> {
    serde_json::from_slice(&read(path)?).map_err(json_error(path))
}

pub(super) fn from_value<T: DeserializeOwned>(path: &Path, value: Value) -> Result<T, EncodeError> {
    serde_json::from_value(value).map_err(json_error(path))
}

pub(super) fn json_error(path: &Path) -> impl FnOnce(serde_json::Error) -> EncodeError {
    |source| EncodeError::Json { path: path.display().to_string(), source }
}

pub(super) fn unsupported(path: &Path, reason: impl Into<String>) -> EncodeError {
    EncodeError::Unsupported { path: path.display().to_string(), reason: reason.into() }
}

/// `tokenizer.json`, or one built from the older `vocab.json` and `merges.txt` of a CLIP.
pub(super) fn tokenizer_from_dir(dir: &Path) -> Result<Vec<u8>, EncodeError> {
    let (merges, vocab) = (dir.join("merges.txt"), dir.join("vocab.json"));
    let path = dir.join(TOKENIZER_FILE);
    if path.exists() || !merges.exists() || !vocab.exists() {
        return read(&path);
    }
    let vocab: HashMap<String, u32> = json_from_file(&vocab)?;
    let text = String::from_utf8_lossy(&read(&merges)?).into_owned();
    // The first line is the version of the file.
    let lines = text.lines().filter(|line| !line.starts_with("#version") && !line.is_empty());
    let merges: Vec<(String, String)> = lines
        .map(|line| {
            let parts = line.split_once(' ').ok_or_else(|| {
                EncodeError::Tokenizer(format!("merges.txt: {line:?} is not two parts"))
            })?;
            Ok((parts.0.to_owned(), parts.1.to_owned()))
        })
        .collect::<Result<_, EncodeError>>()?;
    tokenizer_from_merges(&vocab, &merges)
}
