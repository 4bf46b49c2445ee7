//! The shape of a BERT, as the `config.json` of a published model names it, and how its tokens become
//! one vector.

use crate::{
    config_check::{check_heads, check_sizes},
    error::EncodeError,
};
use rankscope_core::limits::{MAX_DIM, MAX_ENCODER_WIDTH, MAX_LAYERS, MAX_TOKENS, MAX_VOCABULARY};
use serde::{Deserialize, Serialize};

/// The shape of a BERT, as its `config.json` names it; DistilBERT, XLM-R and MPNet are such models
/// too. The tokens of the last layer become one vector, which is L2-normalised.
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
    /// Rows of MPNet's table of distances between tokens, which weigh in their attention; 0 in models
    /// without.
    #[serde(default, skip_serializing_if = "is_0")]
    pub relative_attention_num_buckets: usize,
    /// How a text's tokens become one vector.
    #[serde(default, skip_serializing_if = "Pooling::is_mean")]
    pub pooling: Pooling,
    /// A layer after that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dense: Option<DenseConfig>,
}

/// How the vectors of a text's tokens become one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pooling {
    /// Their mean.
    #[default]
    Mean,
    /// The vector of the first.
    Cls,
    /// The largest of each value.
    Max,
}

/// A linear layer `dense.weight` `[out_features, hidden_size]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DenseConfig {
    /// Length of its output.
    pub out_features: usize,
    /// Whether it adds `dense.bias`.
    pub bias: bool,
    /// Whether the hyperbolic tangent follows.
    pub tanh: bool,
}

impl Pooling {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    fn is_mean(&self) -> bool {
        *self == Self::Mean
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_0(n: &usize) -> bool {
    *n == 0
}

/// The only number of buckets that published models have.
pub(crate) const N_BUCKETS: usize = 32;

impl BertConfig {
    /// Length of the output vector.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.dense.map_or(self.hidden_size, |dense| dense.out_features)
    }

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
        if let Some(dense) = &self.dense {
            check_sizes(path, &[("out_features", dense.out_features, MAX_DIM)])?;
        }
        if ![0, N_BUCKETS].contains(&self.relative_attention_num_buckets) {
            return wrong(format!(
                "its relative_attention_num_buckets is {}, and only {N_BUCKETS} is supported",
                self.relative_attention_num_buckets
            ));
        }
        if self.hidden_act != "gelu" {
            return wrong(format!(
                "the activation {:?} is not supported, only \"gelu\"",
                self.hidden_act
            ));
        }
        Ok(())
    }
}
