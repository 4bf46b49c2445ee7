//! Packs of models trained here.

use super::{
    folder::{Contents, checks_by, new_manifest, write_pack},
    weights_file::safetensors_from_weights,
};
use crate::{
    architecture::Architecture,
    clip_config::ClipVisionConfig,
    encoder::Encoder,
    error::EncodeError,
    kernels::Values,
    pack::{VISION_FILE, WEIGHTS_FILE, WeightDtype},
    weights::{Weight, Weights},
};
use std::path::Path;

/// Name, shape, values.
pub type NamedWeight = (String, Vec<usize>, Vec<f32>);

pub struct Trained<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub architecture: Architecture,
    /// Special ones included.
    pub max_tokens: usize,
    /// `tokenizer.json`.
    pub tokenizer: &'a [u8],
    /// Under the names of its architecture.
    pub text: Vec<NamedWeight>,
    pub vision: Option<(ClipVisionConfig, Vec<NamedWeight>)>,
    /// Their vectors are stored, so that any device can check itself.
    pub check_texts: &'a [String],
}

/// Writes a pack with float16 weights. An error names a weight that is missing, extra, mis-shaped
/// or too large for float16.
pub fn write_trained(dir: &Path, trained: Trained<'_>) -> Result<(), EncodeError> {
    let dtype = WeightDtype::F16;
    let text = weights_from_named(trained.text);
    let packed = safetensors_from_weights(WEIGHTS_FILE, &text, dtype)?;
    let names = (trained.id.into(), trained.title.into());
    let mut manifest = new_manifest(names, trained.architecture, trained.max_tokens, &text, dtype);
    let mut vision = None;
    if let Some((config, named)) = trained.vision {
        manifest.vision = Some(config);
        let weights = weights_from_named(named);
        vision = Some(safetensors_from_weights(VISION_FILE, &weights, dtype)?);
    }
    let encoder = Encoder::new(manifest.clone(), trained.tokenizer, &packed)?;
    manifest.checks = checks_by(&encoder, trained.check_texts.iter().map(String::as_str))?;
    let contents =
        Contents { tokenizer: trained.tokenizer, weights: &packed, vision: vision.as_deref() };
    write_pack(dir, manifest, &contents)
}

fn weights_from_named(named: Vec<NamedWeight>) -> Weights {
    let weight = |(name, shape, values)| (name, Weight { shape, values: Values::F32(values) });
    Weights { by_name: named.into_iter().map(weight).collect() }
}
