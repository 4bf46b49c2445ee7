//! A published model's folder: its architecture and its tokenizer.

use super::folder::read;
use crate::{
    architecture::Architecture, bert_config::BertConfig, clip_config::ClipTextConfig,
    error::EncodeError, pack::TOKENIZER_FILE, tokens::tokenizer_from_merges,
};
use serde::{Deserialize, de::DeserializeOwned};
use std::{collections::HashMap, path::Path};

/// The weights of a published model.
pub(super) const MODEL_FILE: &str = "model.safetensors";

/// The limit with which sentence encoders of this family were trained, for models that name none.
const DEFAULT_MAX_TOKENS: usize = 256;

/// Reads `config.json`.
pub(super) fn architecture_from_dir(dir: &Path) -> Result<Architecture, EncodeError> {
    #[derive(Deserialize)]
    struct Family {
        model_type: Option<String>,
        position_embedding_type: Option<String>,
        /// In a whole CLIP: the text tower's part, and what both towers share.
        text_config: Option<ClipTextConfig>,
        projection_dim: Option<usize>,
    }
    let path = dir.join("config.json");
    let name = path.display().to_string();
    let family: Family = json_from_file(&path)?;
    let unsupported = |reason| Err(EncodeError::Unsupported { path: name.clone(), reason });
    let architecture = match family.model_type.as_deref() {
        Some("bert") => {
            if let Some(kind) = family.position_embedding_type.filter(|kind| kind != "absolute") {
                return unsupported(format!(
                    "positions are {kind:?}, and only \"absolute\" is supported"
                ));
            }
            Architecture::Bert(json_from_file::<BertConfig>(&path)?)
        }
        Some("clip_text_model") => Architecture::Clip(json_from_file(&path)?),
        Some("clip") => {
            let mut text = family.text_config.unwrap_or_default();
            text.projection_dim = family.projection_dim.unwrap_or(text.projection_dim);
            Architecture::Clip(text)
        }
        other => {
            return unsupported(format!(
                "model_type is {other:?}, and only \"bert\", \"clip\" and \"clip_text_model\" \
                 are supported"
            ));
        }
    };
    architecture.check(&name)?;
    Ok(architecture)
}

/// The most tokens of a text: all positions of a CLIP; for a BERT the limit in
/// `sentence_bert_config.json`, if there is one. (The truncation in `tokenizer.json` often differs,
/// and is wrong.)
pub(super) fn max_tokens_from_dir(
    dir: &Path,
    architecture: &Architecture,
) -> Result<usize, EncodeError> {
    #[derive(Deserialize)]
    struct SentenceConfig {
        max_seq_length: Option<usize>,
    }
    let n_positions = architecture.n_positions().unwrap_or(usize::MAX);
    let path = dir.join("sentence_bert_config.json");
    let limit = match architecture {
        Architecture::Clip(_) => n_positions,
        _ if path.exists() => {
            json_from_file::<SentenceConfig>(&path)?.max_seq_length.unwrap_or(DEFAULT_MAX_TOKENS)
        }
        _ => DEFAULT_MAX_TOKENS,
    };
    Ok(limit.min(n_positions))
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

pub(super) fn json_from_file<T: DeserializeOwned>(path: &Path) -> Result<T, EncodeError> {
    serde_json::from_slice(&read(path)?)
        .map_err(|source| EncodeError::Json { path: path.display().to_string(), source })
}
