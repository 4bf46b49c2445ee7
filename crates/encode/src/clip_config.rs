//! The shapes of the towers of CLIP and SigLIP, as the `config.json` of a published model names
//! them.

use crate::{
    config_check::{check_heads, check_sizes},
    error::EncodeError,
    kernels::Nonlinearity,
    patches::Patching,
    preprocess::Resizing,
    weight_names::{clip, siglip},
};
use rankscope_core::limits::{
    MAX_DIM, MAX_ENCODER_WIDTH, MAX_IMAGE_SIDE, MAX_LAYERS, MAX_PATCHES, MAX_TOKENS, MAX_VOCABULARY,
};
use serde::{Deserialize, Serialize};

/// Between the up and down projections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activation {
    /// x · σ(1.702 x): OpenAI's models.
    QuickGelu,
    /// x · Φ(x), by the error function: OpenCLIP's models.
    Gelu,
    /// x · Φ(x), by the hyperbolic tangent: SigLIP's models.
    #[serde(rename = "gelu_pytorch_tanh")]
    GeluTanh,
    /// max(0, x): the cheapest, for models trained here.
    Relu,
}

/// Why a GPU does not compute [`Activation::GeluTanh`].
pub const TANH_NOT_ON_GPU: &str = "its activation is made of hyperbolic tangents";

impl Activation {
    pub fn nonlinearity(self) -> Nonlinearity {
        match self {
            Self::QuickGelu => Nonlinearity::QuickGelu,
            Self::Gelu => Nonlinearity::Gelu,
            Self::GeluTanh => Nonlinearity::GeluTanh,
            Self::Relu => Nonlinearity::Relu,
        }
    }
}

/// A text tower. Fields that a `config.json` omits default as in the `transformers` library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClipTextConfig {
    pub hidden_size: usize,
    pub num_hidden_layers: usize,
    /// Divides `hidden_size`.
    pub num_attention_heads: usize,
    /// Length of the vector between the up and down projections.
    pub intermediate_size: usize,
    pub vocab_size: usize,
    pub max_position_embeddings: usize,
    pub projection_dim: usize,
    pub layer_norm_eps: f64,
    pub hidden_act: Activation,
}

impl Default for ClipTextConfig {
    fn default() -> Self {
        Self {
            hidden_size: 512,
            num_hidden_layers: 12,
            num_attention_heads: 8,
            intermediate_size: 2048,
            vocab_size: 49_408,
            max_position_embeddings: 77,
            projection_dim: 512,
            layer_norm_eps: 1e-5,
            hidden_act: Activation::QuickGelu,
        }
    }
}

/// A vision tower. Fields that a `config.json` omits default as in the `transformers` library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ClipVisionConfig {
    /// Length of a patch's vector.
    pub hidden_size: usize,
    pub num_hidden_layers: usize,
    /// Divides `hidden_size`.
    pub num_attention_heads: usize,
    /// Length of the vector between the up and down projections.
    pub intermediate_size: usize,
    /// Width and height of an image in pixels.
    pub image_size: usize,
    /// Width and height of a patch in pixels; divides `image_size`.
    pub patch_size: usize,
    pub projection_dim: usize,
    pub layer_norm_eps: f64,
    pub hidden_act: Activation,
    /// Of red, green and blue, where white is 1.
    pub image_mean: [f32; 3],
    pub image_std: [f32; 3],
    #[serde(skip_serializing_if = "VisionFamily::is_clip")]
    pub family: VisionFamily,
    /// How a picture becomes a square of `image_size`.
    #[serde(skip_serializing_if = "Resizing::is_clips")]
    pub resizing: Resizing,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VisionFamily {
    /// The vector is that of a class token, projected.
    #[default]
    Clip,
    /// No class token; a learned query attends to all patches.
    Siglip,
}

impl VisionFamily {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    fn is_clip(&self) -> bool {
        *self == Self::Clip
    }
}

impl Default for ClipVisionConfig {
    fn default() -> Self {
        Self {
            hidden_size: 768,
            num_hidden_layers: 12,
            num_attention_heads: 12,
            intermediate_size: 3072,
            image_size: 224,
            patch_size: 32,
            projection_dim: 512,
            layer_norm_eps: 1e-5,
            hidden_act: Activation::QuickGelu,
            image_mean: [0.481_454_66, 0.457_827_5, 0.408_210_73],
            image_std: [0.268_629_55, 0.261_302_6, 0.275_777_1],
            family: VisionFamily::Clip,
            resizing: Resizing::default(),
        }
    }
}

impl ClipTextConfig {
    /// Refuses shapes that the forward pass cannot compute, or that are beyond
    /// [limits](rankscope_core::limits); `path` is the file to blame.
    pub fn check(&self, path: &str) -> Result<(), EncodeError> {
        check_heads(path, self.num_attention_heads, self.hidden_size)?;
        check_sizes(
            path,
            &[
                ("hidden_size", self.hidden_size, MAX_ENCODER_WIDTH),
                ("num_hidden_layers", self.num_hidden_layers, MAX_LAYERS),
                ("intermediate_size", self.intermediate_size, MAX_ENCODER_WIDTH),
                ("vocab_size", self.vocab_size, MAX_VOCABULARY),
                ("max_position_embeddings", self.max_position_embeddings, MAX_TOKENS),
                ("projection_dim", self.projection_dim, MAX_DIM),
            ],
        )
    }
}

/// SigLIP's text tower: CLIP's, but every token attends to every other, a text is padded to all
/// positions, its vector is that of the last one, and the projection has a bias.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SiglipTextConfig {
    #[serde(flatten)]
    pub shape: ClipTextConfig,
    /// Fills the positions after a text.
    pub pad_token_id: u32,
}

impl SiglipTextConfig {
    /// As [`ClipTextConfig::check`]; also refuses padding that is no token.
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

impl ClipVisionConfig {
    /// Refuses shapes that the forward pass cannot compute, or that are beyond
    /// [limits](rankscope_core::limits); `path` is the file to blame.
    pub fn check(&self, path: &str) -> Result<(), EncodeError> {
        check_heads(path, self.num_attention_heads, self.hidden_size)?;
        check_sizes(
            path,
            &[
                ("hidden_size", self.hidden_size, MAX_ENCODER_WIDTH),
                ("num_hidden_layers", self.num_hidden_layers, MAX_LAYERS),
                ("intermediate_size", self.intermediate_size, MAX_ENCODER_WIDTH),
                ("projection_dim", self.projection_dim, MAX_DIM),
                ("image_size", self.image_size, MAX_IMAGE_SIDE),
            ],
        )?;
        self.patching().check(path)?;
        check_sizes(path, &[("number of patches", self.n_patches(), MAX_PATCHES)])?;
        if self.family == VisionFamily::Siglip && self.projection_dim != self.hidden_size {
            let reason = format!(
                "its vectors have {} values, and SigLIP's have its hidden_size, {}",
                self.projection_dim, self.hidden_size
            );
            return Err(EncodeError::Unsupported { path: path.into(), reason });
        }
        Ok(())
    }

    /// The name under which this tower uses a checkpoint's weight.
    pub(crate) fn name_used(&self) -> fn(&str) -> Option<&str> {
        match self.family {
            VisionFamily::Clip => clip::vision::used_for_vision,
            VisionFamily::Siglip => siglip::used,
        }
    }

    /// Why its pictures are computed on the CPU even where there is a GPU, in the page too; `None`
    /// if a GPU may.
    pub fn not_on_gpu(&self) -> Option<&'static str> {
        match (self.family, self.hidden_act) {
            (VisionFamily::Siglip, _) => Some("its head attends to all patches"),
            (VisionFamily::Clip, Activation::GeluTanh) => Some(TANH_NOT_ON_GPU),
            (VisionFamily::Clip, _) => None,
        }
    }

    pub(crate) fn n_tokens(&self) -> usize {
        match self.family {
            VisionFamily::Clip => 1 + self.n_patches(),
            VisionFamily::Siglip => self.n_patches(),
        }
    }

    pub fn patching(&self) -> Patching {
        Patching {
            image_size: self.image_size,
            patch_size: self.patch_size,
            mean: self.image_mean,
            deviation: self.image_std,
        }
    }

    pub fn n_patches(&self) -> usize {
        self.patching().n_patches()
    }

    /// Three colours for each pixel.
    pub fn patch_len(&self) -> usize {
        self.patching().patch_len()
    }
}
