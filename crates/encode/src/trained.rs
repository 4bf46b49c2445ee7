//! Packs of models that were trained here.

use super::{
    Architecture, ClipVisionConfig, EncodeError, Encoder, PackManifest, StoredCheck, VISION_FILE,
    WEIGHTS_FILE, WeightDtype,
    folder::{Contents, write_pack},
    kernels::Values,
    weights::{Weight, Weights},
    weights_file::{n_parameters, safetensors_from_weights},
};
use std::path::Path;

/// A weight with its name and shape.
pub type NamedWeight = (String, Vec<usize>, Vec<f32>);

/// What a pack is made of.
pub struct Trained<'a> {
    /// The id of the encoder.
    pub id: &'a str,
    /// What people call it.
    pub title: &'a str,
    /// Which model, with its sizes.
    pub architecture: Architecture,
    /// Tokens of a text at most, with those at its ends.
    pub max_tokens: usize,
    /// `tokenizer.json`.
    pub tokenizer: &'a [u8],
    /// The text encoder's weights, under the names of its architecture.
    pub text: Vec<NamedWeight>,
    /// The vision tower with its weights, where there is one.
    pub vision: Option<(ClipVisionConfig, Vec<NamedWeight>)>,
    /// Texts whose vectors are stored, so that any device can check itself.
    pub check_texts: &'a [String],
}

/// Writes a pack with float16 weights.
pub fn write_trained(dir: &Path, trained: Trained<'_>) -> Result<(), EncodeError> {
    let text = weights(trained.text);
    let halves = safetensors_from_weights(WEIGHTS_FILE, &text, WeightDtype::F16)?;
    let (vision_config, vision) = match trained.vision {
        None => (None, None),
        Some((config, named)) => (
            Some(config),
            Some(safetensors_from_weights(VISION_FILE, &weights(named), WeightDtype::F16)?),
        ),
    };
    let mut manifest = PackManifest {
        schema_version: PackManifest::SCHEMA_VERSION,
        id: trained.id.into(),
        title: trained.title.into(),
        dim: trained.architecture.dim(),
        max_tokens: trained.max_tokens,
        parameters: n_parameters(&text),
        architecture: trained.architecture,
        weights: WeightDtype::F16,
        vision: vision_config,
        files: Vec::new(),
        checks: Vec::new(),
    };
    let encoder = Encoder::new(manifest.clone(), trained.tokenizer, &halves)?;
    for text in trained.check_texts {
        let answer = encoder.encode_blocking(text)?;
        let (ids, vector) = (answer.token_ids, answer.vector);
        manifest.checks.push(StoredCheck { text: text.clone(), ids, vector });
    }
    let contents =
        Contents { tokenizer: trained.tokenizer, weights: &halves, vision: vision.as_deref() };
    write_pack(dir, manifest, &contents)
}

fn weights(named: Vec<NamedWeight>) -> Weights {
    let named = named
        .into_iter()
        .map(|(name, shape, values)| (name, Weight { shape, values: Values::F32(values) }));
    Weights::from_named(named)
}
