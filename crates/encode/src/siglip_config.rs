//! The shapes of SigLIP's two towers, as the `config.json` of a published model names them.

use crate::{
    clip_config::{ClipTextConfig, ClipVisionConfig},
    config_check::{check_heads, check_sizes},
    error::EncodeError,
    patches::Patching,
};
use rankscope_core::limits::{MAX_ENCODER_WIDTH, MAX_IMAGE_SIDE, MAX_LAYERS, MAX_PATCHES};
use serde::{Deserialize, Serialize};

/// The shape of a text tower: that of CLIP, but every token attends to every other, a text is padded
/// to all positions, its vector is read at the last one, and the projection has a bias.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SiglipTextConfig {
    /// The shape that it shares with CLIP's.
    #[serde(flatten)]
    pub shape: ClipTextConfig,
    /// The token that fills the positions after a text.
    pub pad_token_id: u32,
}

impl SiglipTextConfig {
    /// Refuses shapes that the forward pass cannot compute; `path` is the file to blame.
    ///
    /// # Errors
    /// As [`ClipTextConfig::check`], or padding that is no token.
    pub fn check(&self, path: &str) -> Result<(), EncodeError> {
        self.shape.check(path)?;
        if self.pad_token_id as usize >= self.shape.vocab_size {
            let reason = format!(
                "it pads with token {}, and knows {} tokens",
                self.pad_token_id, self.shape.vocab_size
            );
            return Err(EncodeError::Unsupported { path: path.into(), reason });
        }
        Ok(())
    }
}

/// The shape of a vision tower. Fields that a `config.json` leaves out have the defaults of the
/// `transformers` library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SiglipVisionConfig {
    /// Length of a patch's vector, and of the output.
    pub hidden_size: usize,
    /// Layers.
    pub num_hidden_layers: usize,
    /// Attention heads; divides `hidden_size`.
    pub num_attention_heads: usize,
    /// Length of the vector between the up and down projections.
    pub intermediate_size: usize,
    /// Width and height of an image in pixels.
    pub image_size: usize,
    /// Width and height of a patch in pixels; divides `image_size`.
    pub patch_size: usize,
    /// Added to the variance in layer norms.
    pub layer_norm_eps: f64,
    /// Mean of red, green and blue, where white is 1.
    pub image_mean: [f32; 3],
    /// Standard deviation of red, green and blue.
    pub image_std: [f32; 3],
}

impl Default for SiglipVisionConfig {
    fn default() -> Self {
        Self {
            hidden_size: 768,
            num_hidden_layers: 12,
            num_attention_heads: 12,
            intermediate_size: 3072,
            image_size: 224,
            patch_size: 16,
            layer_norm_eps: 1e-6,
            image_mean: [0.5; 3],
            image_std: [0.5; 3],
        }
    }
}

impl From<&ClipVisionConfig> for SiglipVisionConfig {
    /// The shape that a pack holds as a CLIP's of SigLIP's family.
    fn from(config: &ClipVisionConfig) -> Self {
        Self {
            hidden_size: config.hidden_size,
            num_hidden_layers: config.num_hidden_layers,
            num_attention_heads: config.num_attention_heads,
            intermediate_size: config.intermediate_size,
            image_size: config.image_size,
            patch_size: config.patch_size,
            layer_norm_eps: config.layer_norm_eps,
            image_mean: config.image_mean,
            image_std: config.image_std,
        }
    }
}

impl SiglipVisionConfig {
    /// Refuses shapes that the forward pass cannot compute; `path` is the file to blame.
    ///
    /// # Errors
    /// As [`ClipVisionConfig::check`](crate::ClipVisionConfig::check).
    pub fn check(&self, path: &str) -> Result<(), EncodeError> {
        check_heads(path, self.num_attention_heads, self.hidden_size)?;
        check_sizes(
            path,
            &[
                ("hidden_size", self.hidden_size, MAX_ENCODER_WIDTH),
                ("num_hidden_layers", self.num_hidden_layers, MAX_LAYERS),
                ("intermediate_size", self.intermediate_size, MAX_ENCODER_WIDTH),
                ("image_size", self.image_size, MAX_IMAGE_SIDE),
            ],
        )?;
        let patching = self.patching();
        patching.check(path)?;
        check_sizes(path, &[("number of patches", patching.n_patches(), MAX_PATCHES)])
    }

    /// How it cuts an image.
    #[must_use]
    pub fn patching(&self) -> Patching {
        Patching {
            image_size: self.image_size,
            patch_size: self.patch_size,
            mean: self.image_mean,
            deviation: self.image_std,
        }
    }
}
