//! SigLIP and SigLIP 2 as the `transformers` library saves them.

use super::{
    super::folder::read,
    files::{
        CONFIG_FILE, PublishedText, PublishedVision, from_value, json_error, json_from_file,
        unsupported, weights_from_dir,
    },
    sentencepiece::siglip_tokenizer,
};
use crate::{
    architecture::Architecture,
    clip_config::{ClipTextConfig, ClipVisionConfig, SiglipTextConfig, VisionFamily},
    error::EncodeError,
    pack::TOKENIZER_FILE,
    preprocess::Resizing,
    weight_names::{clip, siglip},
};
use serde_json::{Value, json};
use std::path::Path;

pub(super) fn text(dir: &Path) -> Result<PublishedText, EncodeError> {
    let path = dir.join(CONFIG_FILE);
    let whole: Value = json_from_file(&path)?;
    let given = whole.get("text_config").unwrap_or(&whole);
    let mut fields = json!({
        "hidden_size": 768, "intermediate_size": 3072, "num_hidden_layers": 12,
        "num_attention_heads": 12, "vocab_size": 32000, "max_position_embeddings": 64,
        "layer_norm_eps": 1e-6, "hidden_act": "gelu_pytorch_tanh",
    });
    put_all(&mut fields, given);
    let projected = given.get("projection_size").filter(|size| !size.is_null());
    fields["projection_dim"] = projected.unwrap_or(&fields["hidden_size"]).clone();
    let shape: ClipTextConfig = from_value(&path, fields)?;
    let tokenizer = tokenizer_from_dir(dir)?;
    let pad_token_id = pad_token(dir, &tokenizer, given)?;
    let weights = weights_from_dir(dir, used_for_text)?.renamed(|name| {
        name.replace(
            "text_model.head.",
            &format!("{}.", clip::TEXT_PROJECTION.trim_end_matches(".weight")),
        )
    });
    Ok(PublishedText {
        max_tokens: shape.max_position_embeddings,
        architecture: Architecture::Siglip(SiglipTextConfig { shape, pad_token_id }),
        weights,
        tokenizer: tokenizer.to_string().into_bytes(),
        prompt: String::new(),
    })
}

pub(super) fn vision(dir: &Path) -> Result<PublishedVision, EncodeError> {
    let path = dir.join(CONFIG_FILE);
    let whole: Value = json_from_file(&path)?;
    let given = &whole["vision_config"];
    if given["vision_use_head"] == json!(false) {
        return Err(unsupported(&path, "its vision tower has no head, which is not supported"));
    }
    let mut fields = json!({
        "hidden_size": 768, "intermediate_size": 3072, "num_hidden_layers": 12,
        "num_attention_heads": 12, "image_size": 224, "patch_size": 16,
        "layer_norm_eps": 1e-6, "hidden_act": "gelu_pytorch_tanh",
        "image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5],
    });
    put_all(&mut fields, given);
    fields["projection_dim"] = fields["hidden_size"].clone();
    let config = ClipVisionConfig {
        family: VisionFamily::Siglip,
        resizing: Resizing { squash: true, bilinear: false },
        ..from_value(&path, fields)?
    };
    Ok(PublishedVision { config, weights: weights_from_dir(dir, siglip::used)? })
}

/// Replaces the library's defaults by the fields given.
fn put_all(fields: &mut Value, given: &Value) {
    for (name, value) in given.as_object().into_iter().flatten() {
        if !value.is_null() {
            fields[name] = value.clone();
        }
    }
}

fn used_for_text(name: &str) -> Option<&str> {
    if name == "logit_bias" { None } else { clip::used_for_text(name) }
}

/// `tokenizer.json`, or one built from `spiece.model`. SigLIP 2 was trained on lower case, which
/// the tokenizers of its first releases omit.
fn tokenizer_from_dir(dir: &Path) -> Result<Value, EncodeError> {
    let (path, pieces) = (dir.join(TOKENIZER_FILE), dir.join("spiece.model"));
    if !path.exists() && pieces.exists() {
        return json_of(&pieces, &siglip_tokenizer(&read(&pieces)?)?);
    }
    let mut tokenizer = json_of(&path, &read(&path)?)?;
    let normalizer = &mut tokenizer["normalizer"];
    if !normalizer.to_string().contains("\"Lowercase\"") {
        let steps = [json!({ "type": "Lowercase" }), normalizer.take()];
        let steps: Vec<Value> = steps.into_iter().filter(|step| !step.is_null()).collect();
        *normalizer = json!({ "type": "Sequence", "normalizers": steps });
    }
    Ok(tokenizer)
}

fn json_of(path: &Path, bytes: &[u8]) -> Result<Value, EncodeError> {
    serde_json::from_slice(bytes).map_err(json_error(path))
}

/// The tokenizer's padding token, since `config.json` often names another.
fn pad_token(dir: &Path, tokenizer: &Value, config: &Value) -> Result<u32, EncodeError> {
    let path = dir.join("tokenizer_config.json");
    let settings: Value = if path.exists() { json_from_file(&path)? } else { Value::Null };
    if settings["padding_side"] == json!("left") {
        return Err(unsupported(
            &path,
            "padding_side is \"left\", and only \"right\" is supported",
        ));
    }
    let pad = &settings["pad_token"];
    let id = match pad.as_str().or(pad["content"].as_str()) {
        Some(pad) => id_of(tokenizer, pad)
            .ok_or_else(|| unsupported(&path, format!("no token is its pad_token {pad:?}")))?,
        // The library's default.
        None => config["pad_token_id"].as_u64().unwrap_or(1),
    };
    u32::try_from(id).map_err(|_| unsupported(&path, format!("its pad_token has the id {id}")))
}

/// In `tokenizer.json`.
fn id_of(tokenizer: &Value, token: &str) -> Option<u64> {
    let added = tokenizer["added_tokens"].as_array().into_iter().flatten();
    let added = added.filter(|added| added["content"] == json!(token));
    let mut ids = added.filter_map(|added| added["id"].as_u64());
    ids.next().or_else(|| match &tokenizer["model"]["vocab"] {
        Value::Array(pieces) => {
            pieces.iter().position(|piece| piece[0] == json!(token)).map(|id| id as u64)
        }
        vocab => vocab[token].as_u64(),
    })
}
