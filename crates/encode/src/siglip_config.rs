//! The shape of SigLIP's vision tower, as the `config.json` of a published model names it.

use crate::{
    config_check::{check_heads, check_sizes},
    error::EncodeError,
    patches::Patching,
};
use rankscope_core::limits::{MAX_ENCODER_WIDTH, MAX_IMAGE_SIDE, MAX_LAYERS, MAX_PATCHES};
use serde::{Deserialize, Serialize};

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
    pub(crate) fn patching(&self) -> Patching {
        Patching {
            image_size: self.image_size,
            patch_size: self.patch_size,
            mean: self.image_mean,
            deviation: self.image_std,
        }
    }
}
