//! The shape of a BERT, and how its tokens become one vector.

use crate::{
    config_check::{check_heads, check_sizes},
    error::EncodeError,
};
use rankscope_core::limits::{MAX_DIM, MAX_ENCODER_WIDTH, MAX_LAYERS, MAX_TOKENS, MAX_VOCABULARY};
use serde::{Deserialize, Serialize};

/// Fields as in the `config.json` of a published model; DistilBERT, XLM-R and MPNet become such
/// models too. The tokens of the last layer become one vector, which is L2-normalised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BertConfig {
    pub hidden_size: usize,
    pub num_hidden_layers: usize,
    /// Divides `hidden_size`.
    pub num_attention_heads: usize,
    /// Length of the vector between the up and down projections.
    pub intermediate_size: usize,
    pub vocab_size: usize,
    pub max_position_embeddings: usize,
    pub type_vocab_size: usize,
    /// Added to the variance in layer norms: 1e-12 for BERT, unlike the default of many libraries.
    pub layer_norm_eps: f64,
    /// Only `gelu` (by the error function) is supported.
    pub hidden_act: String,
    /// Rows of MPNet's table of distances between tokens, which weigh in their attention; 0 without
    /// one.
    #[serde(default, skip_serializing_if = "is_0")]
    pub relative_attention_num_buckets: usize,
    #[serde(default, skip_serializing_if = "Pooling::is_mean")]
    pub pooling: Pooling,
    /// A layer after the pooling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dense: Option<DenseConfig>,
}

/// How the vectors of a text's tokens become one: their mean, the first, or the largest of each
/// value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pooling {
    #[default]
    Mean,
    Cls,
    Max,
}

/// A linear layer `dense.weight` `[out_features, hidden_size]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DenseConfig {
    pub out_features: usize,
    /// Adds `dense.bias`.
    pub bias: bool,
    /// Applies the hyperbolic tangent.
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
    pub fn dim(&self) -> usize {
        self.dense.map_or(self.hidden_size, |dense| dense.out_features)
    }

    /// Refuses shapes that the forward pass cannot compute, or that are beyond
    /// [limits](rankscope_core::limits); `path` is the file to blame.
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
