//! Floating point operations of a forward pass, from the shapes of its matrix products. A
//! multiply-add counts as 2; layer norms, softmax, activations, biases and look-ups are left out,
//! as in papers' tables.

use crate::{
    architecture::{Architecture, BagConfig},
    bert_config::BertConfig,
    clip_config::{ClipTextConfig, ClipVisionConfig, VisionFamily},
};

/// A matrix product: 2 · rows · in · out.
fn product(n_rows: usize, n_in: usize, n_out: usize) -> u64 {
    2 * n_rows as u64 * n_in as u64 * n_out as u64
}

/// A transformer block: four square products, the up and down projections, and twice tokens² ·
/// hidden for attention, whatever the number of heads.
fn block(n_tokens: usize, hidden: usize, wide: usize) -> u64 {
    4 * product(n_tokens, hidden, hidden)
        + 2 * product(n_tokens, hidden, wide)
        + 2 * product(n_tokens, n_tokens, hidden)
}

impl Architecture {
    /// To encode a text of `n_tokens` tokens, special ones included.
    pub fn flops(&self, n_tokens: usize) -> u64 {
        match self {
            Self::Bert(BertConfig {
                hidden_size,
                intermediate_size,
                num_hidden_layers,
                dense,
                ..
            }) => {
                *num_hidden_layers as u64 * block(n_tokens, *hidden_size, *intermediate_size)
                    + dense.map_or(0, |dense| product(1, *hidden_size, dense.out_features))
            }
            Self::Clip(ClipTextConfig {
                hidden_size,
                intermediate_size,
                num_hidden_layers,
                projection_dim,
                ..
            }) => {
                *num_hidden_layers as u64 * block(n_tokens, *hidden_size, *intermediate_size)
                    + product(1, *hidden_size, *projection_dim)
            }
            Self::Siglip(config) => {
                let shape = &config.shape;
                // A text fills all positions.
                Self::Clip(shape.clone()).flops(shape.max_position_embeddings)
            }
            // One addition per value of each row.
            Self::Bag(BagConfig { dim, .. }) => n_tokens as u64 * *dim as u64,
        }
    }
}

impl ClipVisionConfig {
    pub fn flops(&self) -> u64 {
        let n_tokens = self.n_tokens();
        product(self.n_patches(), self.patch_len(), self.hidden_size)
            + self.num_hidden_layers as u64
                * block(n_tokens, self.hidden_size, self.intermediate_size)
            + match self.family {
                VisionFamily::Clip => product(1, self.hidden_size, self.projection_dim),
                // Keys and values of all patches, and the layers after the attention.
                VisionFamily::Siglip => {
                    product(2 * n_tokens, self.hidden_size, self.hidden_size)
                        + product(2 * n_tokens, 1, self.hidden_size)
                        + product(1, self.hidden_size, self.hidden_size)
                        + 2 * product(1, self.hidden_size, self.intermediate_size)
                }
            }
    }
}
