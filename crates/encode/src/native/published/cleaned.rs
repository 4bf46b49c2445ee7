//! Marks a `tokenizer.json` as one before which open_clip cleans the text.

use crate::{error::EncodeError, tokens::OPEN_CLIP};
use serde_json::{Value, json};

/// Puts the step before the others of a `tokenizer.json`.
pub(super) fn with_cleaning(tokenizer: &[u8]) -> Result<Vec<u8>, EncodeError> {
    let mut file: Value =
        serde_json::from_slice(tokenizer).map_err(|e| EncodeError::Tokenizer(e.to_string()))?;
    let steps = file["normalizer"].take();
    file["normalizer"] =
        json!({ "type": "Sequence", "normalizers": [{ "type": OPEN_CLIP }, steps] });
    Ok(file.to_string().into_bytes())
}
