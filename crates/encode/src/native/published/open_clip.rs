//! open_clip's folders: `open_clip_config.json` and the weights under its names, which become those
//! of a CLIP of the `transformers` library.

use super::files::{
    MODEL_FILE, PublishedText, PublishedVision, first_of, from_value, json_from_file,
    tokenizer_from_dir, unsupported, weights_from_file,
};
use crate::{
    architecture::Architecture,
    clip_config::{Activation, ClipTextConfig, ClipVisionConfig},
    error::EncodeError,
    preprocess::Resizing,
    tokens::OPEN_CLIP,
    weight_names::{BlockNames, clip},
    weights::Weights,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

const CONFIG_FILE: &str = "open_clip_config.json";
const WEIGHTS_FILES: [&str; 2] =
    ["open_clip_model.safetensors", "open_clip_pytorch_model.safetensors"];
/// Fields of a tower that give its size, or say nothing about what it computes.
const SIZES: [&str; 15] = [
    "context_length",
    "vocab_size",
    "width",
    "heads",
    "head_width",
    "layers",
    "mlp_ratio",
    "image_size",
    "patch_size",
    "patch_dropout",
    "hf_tokenizer_name",
    "pad_id",
    "eos_id",
    "norm_kwargs",
    "output_tokens",
];
/// Fields with the values of a plain CLIP.
const PLAIN: [(&str, &str); 6] = [
    ("pool_type", "argmax"),
    ("pool_type", "tok"),
    ("proj_type", "linear"),
    ("pos_embed_type", "learnable"),
    ("block_type", "default"),
    ("timm_pool", "avg"),
];

#[derive(Deserialize)]
struct Config {
    model_cfg: Model,
    #[serde(default)]
    preprocess_cfg: Preprocessing,
}

#[derive(Deserialize)]
struct Model {
    embed_dim: usize,
    text_cfg: Map<String, Value>,
    vision_cfg: Map<String, Value>,
    #[serde(default)]
    quick_gelu: bool,
}

#[derive(Deserialize, Default)]
struct Preprocessing {
    mean: Option<[f32; 3]>,
    std: Option<[f32; 3]>,
    interpolation: Option<String>,
    resize_mode: Option<String>,
}

/// With open_clip's defaults for a text tower.
#[derive(Deserialize)]
#[serde(default)]
struct TextSizes {
    context_length: usize,
    vocab_size: usize,
    width: usize,
    heads: usize,
    layers: usize,
    mlp_ratio: f64,
    norm_kwargs: Option<NormOptions>,
}

/// With open_clip's defaults for a vision tower.
#[derive(Deserialize)]
#[serde(default)]
struct VisionSizes {
    layers: usize,
    width: usize,
    head_width: usize,
    mlp_ratio: f64,
    patch_size: usize,
    image_size: usize,
    norm_kwargs: Option<NormOptions>,
}

#[derive(Deserialize)]
struct NormOptions {
    eps: Option<f64>,
}

impl Default for TextSizes {
    fn default() -> Self {
        Self {
            context_length: 77,
            vocab_size: 49_408,
            width: 512,
            heads: 8,
            layers: 12,
            mlp_ratio: 4.0,
            norm_kwargs: None,
        }
    }
}

impl Default for VisionSizes {
    fn default() -> Self {
        Self {
            layers: 12,
            width: 768,
            head_width: 64,
            mlp_ratio: 4.0,
            patch_size: 16,
            image_size: 224,
            norm_kwargs: None,
        }
    }
}

/// Whether a folder holds open_clip's weights, and no others.
pub(super) fn is_in(dir: &Path) -> bool {
    dir.join(CONFIG_FILE).exists() && !dir.join(MODEL_FILE).exists()
}

pub(super) fn text(dir: &Path) -> Result<PublishedText, EncodeError> {
    let path = dir.join(CONFIG_FILE);
    let Model { embed_dim, text_cfg, quick_gelu, .. } = json_from_file::<Config>(&path)?.model_cfg;
    check_plain(&path, "text_cfg", &text_cfg)?;
    let sizes: TextSizes = from_value(&path, Value::Object(text_cfg))?;
    let config = ClipTextConfig {
        hidden_size: sizes.width,
        num_hidden_layers: sizes.layers,
        num_attention_heads: sizes.heads,
        intermediate_size: wide(sizes.width, sizes.mlp_ratio),
        vocab_size: sizes.vocab_size,
        max_position_embeddings: sizes.context_length,
        projection_dim: embed_dim,
        layer_norm_eps: epsilon(sizes.norm_kwargs),
        hidden_act: activation(quick_gelu),
    };
    config.check(&path.display().to_string())?;
    let mut weights = weights_from_file(&weights_path(dir)?, used_for_text)?.renamed(name_in_text);
    let hidden = config.hidden_size;
    weights.transpose(clip::TEXT_PROJECTION, [hidden, embed_dim])?;
    split_attention(&mut weights, (0..config.num_hidden_layers).map(clip::text_block), hidden)?;
    Ok(PublishedText {
        max_tokens: config.max_position_embeddings,
        architecture: Architecture::Clip(config),
        weights,
        tokenizer: with_cleaning(&tokenizer_from_dir(dir)?)?,
        prompt: String::new(),
    })
}

pub(super) fn vision(dir: &Path) -> Result<PublishedVision, EncodeError> {
    let path = dir.join(CONFIG_FILE);
    let Config { model_cfg, preprocess_cfg } = json_from_file(&path)?;
    let Model { embed_dim, vision_cfg, quick_gelu, .. } = model_cfg;
    check_plain(&path, "vision_cfg", &vision_cfg)?;
    let sizes: VisionSizes = from_value(&path, Value::Object(vision_cfg))?;
    let defaults = ClipVisionConfig::default();
    let config = ClipVisionConfig {
        hidden_size: sizes.width,
        num_hidden_layers: sizes.layers,
        num_attention_heads: sizes.width / sizes.head_width.max(1),
        intermediate_size: wide(sizes.width, sizes.mlp_ratio),
        image_size: sizes.image_size,
        patch_size: sizes.patch_size,
        projection_dim: embed_dim,
        layer_norm_eps: epsilon(sizes.norm_kwargs),
        hidden_act: activation(quick_gelu),
        image_mean: preprocess_cfg.mean.unwrap_or(defaults.image_mean),
        image_std: preprocess_cfg.std.unwrap_or(defaults.image_std),
        resizing: resizing(&path, &preprocess_cfg)?,
        ..defaults
    };
    config.check(&path.display().to_string())?;
    let used_for_vision: fn(&str) -> Option<&str> = |name| name.strip_prefix("visual.");
    let mut weights =
        weights_from_file(&weights_path(dir)?, used_for_vision)?.renamed(name_in_vision);
    let hidden = config.hidden_size;
    weights.transpose(clip::vision::PROJECTION, [hidden, embed_dim])?;
    let blocks = (0..config.num_hidden_layers).map(clip::vision::vision_block);
    split_attention(&mut weights, blocks, hidden)?;
    Ok(PublishedVision { config, weights })
}

/// The name of a weight of the text tower, under `text.` in some models.
fn used_for_text(name: &str) -> Option<&str> {
    let is_other = name.starts_with("visual.") || name.starts_with("logit_");
    (!is_other).then(|| name.strip_prefix("text.").unwrap_or(name))
}

fn weights_path(dir: &Path) -> Result<PathBuf, EncodeError> {
    let path = first_of(dir, &WEIGHTS_FILES);
    if !path.exists() && dir.join("open_clip_pytorch_model.bin").exists() {
        let reason = "it is missing, and open_clip_pytorch_model.bin cannot be read: save the \
                      model's state_dict with safetensors";
        return Err(unsupported(&path, reason));
    }
    Ok(path)
}

/// Refuses every field that is neither a size, nor off, nor as in a plain CLIP.
fn check_plain(path: &Path, part: &str, fields: &Map<String, Value>) -> Result<(), EncodeError> {
    for (name, value) in fields {
        let is_off = matches!(value, Value::Null | Value::Bool(false));
        let is_plain = PLAIN.iter().any(|(plain, needed)| plain == name && value == needed);
        if !(is_off || is_plain || SIZES.contains(&name.as_str())) {
            let reason = format!("its {part} has {name} {value}, which is not supported");
            return Err(unsupported(path, reason));
        }
    }
    Ok(())
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "as open_clip computes it; sizes are checked after"
)]
fn wide(width: usize, ratio: f64) -> usize {
    (width as f64 * ratio) as usize
}

fn epsilon(options: Option<NormOptions>) -> f64 {
    options.and_then(|options| options.eps).unwrap_or(1e-5)
}

fn activation(quick_gelu: bool) -> Activation {
    if quick_gelu { Activation::QuickGelu } else { Activation::Gelu }
}

fn resizing(path: &Path, preprocessing: &Preprocessing) -> Result<Resizing, EncodeError> {
    let Preprocessing { interpolation, resize_mode, .. } = preprocessing;
    let bilinear = match interpolation.as_deref() {
        None | Some("bicubic") => false,
        Some("bilinear") => true,
        Some(other) => {
            let reason = format!("its interpolation is {other:?}, which is not supported");
            return Err(unsupported(path, reason));
        }
    };
    let squash = match resize_mode.as_deref() {
        None | Some("shortest") => false,
        Some("squash") => true,
        Some(other) => {
            let reason = format!(
                "its resize_mode is {other:?}, and only \"shortest\" and \"squash\" are supported"
            );
            return Err(unsupported(path, reason));
        }
    };
    Ok(Resizing { squash, bilinear })
}

fn name_in_text(name: &str) -> String {
    match name {
        "token_embedding.weight" => clip::WORDS.into(),
        "positional_embedding" => clip::TEXT_POSITIONS.into(),
        "text_projection" => clip::TEXT_PROJECTION.into(),
        _ => name_in_block("text_model", name)
            .replace("ln_final.", &format!("{}.", clip::TEXT_FINAL_NORM)),
    }
}

fn name_in_vision(name: &str) -> String {
    match name {
        "conv1.weight" => clip::vision::PATCHES.into(),
        "class_embedding" => clip::vision::CLASS.into(),
        "positional_embedding" => clip::vision::POSITIONS.into(),
        "proj" => clip::vision::PROJECTION.into(),
        _ => name_in_block("vision_model", name)
            .replace("ln_pre.", &format!("{}.", clip::vision::FIRST_NORM))
            .replace("ln_post.", &format!("{}.", clip::vision::FINAL_NORM)),
    }
}

/// The name of a weight of a block; that of query, key and value in one keeps its end.
fn name_in_block(tower: &str, name: &str) -> String {
    name.replace("transformer.resblocks.", &format!("{tower}.encoder.layers."))
        .replace(".ln_1.", ".layer_norm1.")
        .replace(".ln_2.", ".layer_norm2.")
        .replace(".mlp.c_fc.", ".mlp.fc1.")
        .replace(".mlp.c_proj.", ".mlp.fc2.")
        .replace(".attn.out_proj.", ".self_attn.out_proj.")
}

/// Query, key and value are one weight in open_clip.
fn split_attention(
    weights: &mut Weights,
    blocks: impl Iterator<Item = BlockNames>,
    hidden: usize,
) -> Result<(), EncodeError> {
    for block in blocks {
        let at = block.attention_output.trim_end_matches("self_attn.out_proj");
        for (kind, shape) in [("weight", &[3 * hidden, hidden][..]), ("bias", &[3 * hidden])] {
            let parts = block.qkv.each_ref().map(|name| format!("{name}.{kind}"));
            weights.split(&format!("{at}attn.in_proj_{kind}"), shape, &parts)?;
        }
    }
    Ok(())
}

/// Marks a `tokenizer.json` as one before which open_clip cleans the text.
fn with_cleaning(tokenizer: &[u8]) -> Result<Vec<u8>, EncodeError> {
    let mut file: Value =
        serde_json::from_slice(tokenizer).map_err(|e| EncodeError::Tokenizer(e.to_string()))?;
    let steps = file["normalizer"].take();
    file["normalizer"] =
        json!({ "type": "Sequence", "normalizers": [{ "type": OPEN_CLIP }, steps] });
    Ok(file.to_string().into_bytes())
}
