//! The model that a pack holds.

use crate::{
    bert_config::BertConfig,
    clip_config::{Activation, ClipTextConfig, SiglipTextConfig, TANH_NOT_ON_GPU},
    config_check::check_sizes,
    error::EncodeError,
};
use rankscope_core::limits::{MAX_DIM, MAX_VOCABULARY};
use serde::{Deserialize, Serialize};

/// The model of a pack with its shape. In `encoder.json` it is one field, named for the model:
/// `"bert": {…}`, `"clip": {…}`, `"siglip": {…}` or `"bag": {…}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Architecture {
    /// BERT's encoder, and those of its family: MPNet, XLM-R, DistilBERT.
    Bert(BertConfig),
    /// CLIP's text tower; the vector is that of the first end-of-text token.
    Clip(ClipTextConfig),
    /// SigLIP's text tower; the vector is that of the last of all positions.
    Siglip(SiglipTextConfig),
    Bag(BagConfig),
}

/// The shape of a bag of tokens: the mean of a text's token rows, whatever their order. It is the text
/// half of systems without a network. Weights for rare tokens (idf) are folded into the rows; the row of
/// the start token is the vector of a text without known words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BagConfig {
    pub vocab_size: usize,
    pub dim: usize,
}

pub const BAG_ROWS: &str = "token_embedding.weight";

impl Architecture {
    pub fn vocab_size(&self) -> usize {
        match self {
            Self::Bert(config) => config.vocab_size,
            Self::Clip(config) => config.vocab_size,
            Self::Siglip(config) => config.shape.vocab_size,
            Self::Bag(config) => config.vocab_size,
        }
    }

    pub fn dim(&self) -> usize {
        match self {
            Self::Bert(config) => config.dim(),
            Self::Clip(config) => config.projection_dim,
            Self::Siglip(config) => config.shape.projection_dim,
            Self::Bag(config) => config.dim,
        }
    }

    /// The most tokens of a text, special ones included; a bag has no limit.
    pub fn n_positions(&self) -> Option<usize> {
        match self {
            Self::Bert(config) => Some(config.max_position_embeddings),
            Self::Clip(config) => Some(config.max_position_embeddings),
            Self::Siglip(config) => Some(config.shape.max_position_embeddings),
            Self::Bag(_) => None,
        }
    }

    /// Why its texts are computed on the CPU even where there is a GPU, in the page too; `None` if
    /// a GPU may.
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
