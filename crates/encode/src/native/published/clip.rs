//! CLIP as the `transformers` library saves it: the text tower alone, or both towers.

use super::files::{
    CONFIG_FILE, PublishedText, PublishedVision, json_from_file, tokenizer_from_dir,
    weights_from_dir,
};
use crate::{
    architecture::Architecture,
    clip_config::{ClipTextConfig, ClipVisionConfig},
    error::EncodeError,
    weight_names::clip::{used_for_text, vision::used_for_vision},
};
use serde::Deserialize;
use std::path::Path;

/// The whole model: each tower's part, and what both share.
#[derive(Deserialize)]
struct Whole {
    model_type: Option<String>,
    text_config: Option<ClipTextConfig>,
    vision_config: Option<ClipVisionConfig>,
    projection_dim: Option<usize>,
}

pub(super) fn text(dir: &Path) -> Result<PublishedText, EncodeError> {
    let path = dir.join(CONFIG_FILE);
    let whole: Whole = json_from_file(&path)?;
    let config = if whole.model_type.as_deref() == Some("clip") {
        let mut text = whole.text_config.unwrap_or_default();
        text.projection_dim = whole.projection_dim.unwrap_or(text.projection_dim);
        text
    } else {
        json_from_file(&path)?
    };
    Ok(PublishedText {
        max_tokens: config.max_position_embeddings,
        architecture: Architecture::Clip(config),
        weights: weights_from_dir(dir, used_for_text)?,
        tokenizer: tokenizer_from_dir(dir)?,
        prompt: String::new(),
    })
}

pub(super) fn vision(dir: &Path) -> Result<PublishedVision, EncodeError> {
    let whole: Whole = json_from_file(&dir.join(CONFIG_FILE))?;
    let mut config = whole.vision_config.unwrap_or_default();
    config.projection_dim = whole.projection_dim.unwrap_or(config.projection_dim);
    Ok(PublishedVision { config, weights: weights_from_dir(dir, used_for_vision)? })
}
