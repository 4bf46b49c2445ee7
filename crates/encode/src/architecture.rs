//! The model that a pack holds.

use crate::{
    bag_config::BagConfig,
    bert_config::BertConfig,
    clip_config::{Activation, ClipTextConfig, TANH_NOT_ON_GPU},
    config_check::check_sizes,
    error::EncodeError,
    siglip_config::SiglipTextConfig,
};
use rankscope_core::limits::{MAX_DIM, MAX_VOCABULARY};
use serde::{Deserialize, Serialize};

/// The model of a pack with its shape. In `encoder.json` it is one field, named for the
/// model: `"bert": {…}`, `"clip": {…}`, `"siglip": {…}` or `"bag": {…}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Architecture {
    /// BERT's encoder, and those of its family: MPNet, XLM-R, DistilBERT.
    Bert(BertConfig),
    /// CLIP's text tower; the vector is taken at the first end-of-text token.
    Clip(ClipTextConfig),
    /// SigLIP's text tower; the vector is taken at the last of all its positions.
    Siglip(SiglipTextConfig),
    /// The mean of token rows.
    Bag(BagConfig),
}

impl Architecture {
    /// Tokens that the model knows.
    #[must_use]
    pub fn vocab_size(&self) -> usize {
        match self {
            Self::Bert(config) => config.vocab_size,
            Self::Clip(config) => config.vocab_size,
            Self::Siglip(config) => config.shape.vocab_size,
            Self::Bag(config) => config.vocab_size,
        }
    }

    /// Length of the output vector.
    #[must_use]
    pub fn dim(&self) -> usize {
        match self {
            Self::Bert(config) => config.dim(),
            Self::Clip(config) => config.projection_dim,
            Self::Siglip(config) => config.shape.projection_dim,
            Self::Bag(config) => config.dim,
        }
    }

    /// The most tokens of a text, special ones included; a bag has no limit.
    #[must_use]
    pub fn n_positions(&self) -> Option<usize> {
        match self {
            Self::Bert(config) => Some(config.max_position_embeddings),
            Self::Clip(config) => Some(config.max_position_embeddings),
            Self::Siglip(config) => Some(config.shape.max_position_embeddings),
            Self::Bag(_) => None,
        }
    }

    /// Why a GPU computes no texts of it, which the processor then does, in the page too; `None` where
    /// a GPU may.
    #[must_use]
    pub fn not_on_gpu(&self) -> Option<&'static str> {
        match self {
            Self::Bert(config) if config.relative_attention_num_buckets > 0 => {
                Some("its attention weighs distances between tokens")
            }
            Self::Clip(config) if config.hidden_act == Activation::GeluTanh => {
                Some(TANH_NOT_ON_GPU)
            }
            Self::Siglip(_) => Some("its text tower pads every text"),
            Self::Bag(_) => Some("it is a table without layers"),
            Self::Bert(_) | Self::Clip(_) => None,
        }
    }

    /// Refuses shapes that the forward pass cannot compute; `path` is the file to blame.
    ///
    /// # Errors
    /// [`EncodeError::Unsupported`].
    pub fn check(&self, path: &str) -> Result<(), EncodeError> {
        match self {
            Self::Bert(config) => config.check(path),
            Self::Clip(config) => config.check(path),
            Self::Siglip(config) => config.check(path),
            Self::Bag(config) => check_sizes(
                path,
                &[("vocab_size", config.vocab_size, MAX_VOCABULARY), ("dim", config.dim, MAX_DIM)],
            ),
        }
    }
}
