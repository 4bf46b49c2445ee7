//! The files of a published model.

use super::super::folder::read;
use crate::{error::EncodeError, weights::Weights};
use serde::{Deserialize, de::DeserializeOwned};
use std::path::{Path, PathBuf};

/// The configuration of a model of the `transformers` library.
pub(super) const CONFIG_FILE: &str = "config.json";
/// The weights of such a model.
pub(super) const MODEL_FILE: &str = "model.safetensors";

/// The family that `config.json` names.
pub(super) fn model_type(config: &Path) -> Result<Option<String>, EncodeError> {
    #[derive(Deserialize)]
    struct Family {
        model_type: Option<String>,
    }
    Ok(json_from_file::<Family>(config)?.model_type)
}

/// The weights of a model of the `transformers` library, those that `name_used` has a name for.
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
            return Err(EncodeError::Unsupported { path: path.display().to_string(), reason });
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

/// The first of these files that is there; the first of them all if none is.
pub(super) fn first_of(dir: &Path, names: &[&str]) -> PathBuf {
    let mut paths = names.iter().map(|name| dir.join(name));
    paths.find(|path| path.exists()).unwrap_or_else(|| dir.join(names.first().unwrap_or(&"")))
}

pub(in crate::native) fn json_from_file<T: DeserializeOwned>(
    path: &Path,
) -> Result<T, EncodeError> {
    serde_json::from_slice(&read(path)?)
        .map_err(|source| EncodeError::Json { path: path.display().to_string(), source })
}

pub(super) fn unsupported(path: &Path, reason: impl Into<String>) -> EncodeError {
    EncodeError::Unsupported { path: path.display().to_string(), reason: reason.into() }
}
