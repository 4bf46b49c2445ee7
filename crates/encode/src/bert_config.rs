//! The shape of a BERT, as the `config.json` of a published model names it.

use crate::{
    config_check::{check_heads, check_sizes},
    error::EncodeError,
};
use rankscope_core::limits::{MAX_ENCODER_WIDTH, MAX_LAYERS, MAX_TOKENS, MAX_VOCABULARY};
use serde::{Deserialize, Serialize};

/// The shape of a BERT, as its `config.json` names it. Vectors are the mean over all tokens
/// of the last layer, L2-normalised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BertConfig {
    /// Length of a token's vector.
    pub hidden_size: usize,
    /// Layers.
    pub num_hidden_layers: usize,
    /// Attention heads; divides `hidden_size`.
    pub num_attention_heads: usize,
    /// Length of the vector between the up and down projections.
    pub intermediate_size: usize,
    /// Rows of the token embedding table.
    pub vocab_size: usize,
    /// Rows of the position embedding table.
    pub max_position_embeddings: usize,
    /// Rows of the token type table.
    pub type_vocab_size: usize,
    /// Added to the variance in layer norms: 1e-12 for BERT, unlike the default of many libraries.
    pub layer_norm_eps: f64,
    /// The activation; only `gelu` (by the error function) is supported.
    pub hidden_act: String,
}

impl BertConfig {
    /// Refuses shapes that the forward pass cannot compute; `path` is the file to blame.
    ///
    /// # Errors
    /// Heads that do not divide the hidden size, a size of 0 or beyond
    /// [limits](rankscope_core::limits), or an unknown activation.
    pub fn check(&self, path: &str) -> Result<(), EncodeError> {
        check_heads(path, self.num_attention_heads, self.hidden_size)?;
        let wrong = |reason| Err(EncodeError::Unsupported { path: path.into(), reason });
        check_sizes(
            path,
            &[
                ("hidden_size", self.hidden_size, MAX_ENCODER_WIDTH),
                ("num_hidden_layers", self.num_hidden_layers, MAX_LAYERS),
                ("intermediate_size", self.intermediate_size, MAX_ENCODER_WIDTH),
                ("vocab_size", self.vocab_size, MAX_VOCABULARY),
                ("max_position_embeddings", self.max_position_embeddings, MAX_TOKENS),
                ("type_vocab_size", self.type_vocab_size, MAX_TOKENS),
            ],
        )?;
        if self.hidden_act != "gelu" {
            return wrong(format!(
                "the activation {:?} is not supported, only \"gelu\"",
                self.hidden_act
            ));
        }
        Ok(())
    }
}
