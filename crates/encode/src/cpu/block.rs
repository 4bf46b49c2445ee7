//! The layers of a transformer block, the same in BERT and in CLIP.

use super::load::{linear, norm};
use crate::{
    error::EncodeError,
    kernels::{Attention, Distances, Linear, Norm, attend_by},
    weight_names::BlockNames,
    weights::Weights,
};

#[derive(Clone, Copy)]
pub(super) struct BlockShape {
    pub(super) hidden: usize,
    /// Length of the vector between the up and down projections.
    pub(super) intermediate: usize,
    pub(super) epsilon: f64,
}

pub(super) struct Block {
    pub(super) attention_norm: Norm,
    /// Query, key and value in one product.
    pub(super) qkv: Linear,
    pub(super) attention_output: Linear,
    pub(super) mlp_norm: Norm,
    pub(super) up: Linear,
    pub(super) down: Linear,
}

impl Block {
    pub(super) fn new(
        names: &BlockNames,
        shape: BlockShape,
        weights: &mut Weights,
    ) -> Result<Self, EncodeError> {
        let BlockShape { hidden, intermediate, epsilon } = shape;
        let mut layer = |names: &[String], n_in, n_out| linear(weights, names, (n_in, n_out));
        let qkv = layer(&names.qkv, hidden, hidden)?;
        let attention_output =
            layer(std::slice::from_ref(&names.attention_output), hidden, hidden)?;
        let up = layer(std::slice::from_ref(&names.up), hidden, intermediate)?;
        let down = layer(std::slice::from_ref(&names.down), intermediate, hidden)?;
        let attention_norm = norm(weights, &names.attention_norm, hidden, epsilon)?;
        let mlp_norm = norm(weights, &names.mlp_norm, hidden, epsilon)?;
        Ok(Self { attention_norm, qkv, attention_output, mlp_norm, up, down })
    }

    pub(super) fn bytes(&self) -> usize {
        let linears = [&self.qkv, &self.attention_output, &self.up, &self.down];
        let norms = [&self.attention_norm, &self.mlp_norm];
        linears.map(Linear::bytes).iter().chain(&norms.map(Norm::bytes)).sum()
    }
}

/// Attention within each text: `qkv` `[tokens of all texts, 3 · hidden]` → `out`
/// `[tokens of all texts, hidden]`.
pub(super) fn attend_within(
    texts: &[&[u32]],
    (attention, distances): (Attention, Option<&Distances>),
    qkv: &[f32],
    out: &mut [f32],
    hidden: usize,
) {
    let mut first = 0;
    for text in texts {
        let end = first + text.len();
        let qkv = &qkv[3 * first * hidden..3 * end * hidden];
        attend_by(attention, distances, qkv, &mut out[first * hidden..end * hidden], hidden);
        first = end;
    }
}

pub(super) fn add(x: &mut [f32], y: &[f32]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x += y);
}
