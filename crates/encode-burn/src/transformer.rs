//! The pre-norm transformer block of CLIP's towers and SigLIP's.

use crate::layers::{Linear, Norm, Source};
use burn_tensor::{Tensor, activation};
use rankscope_encode::{Activation, EncodeError, model::weight_names::BlockNames};

#[derive(Clone, Copy)]
pub(crate) struct BlockShape {
    pub(crate) hidden: usize,
    /// Length of the vector between the up and down projections.
    pub(crate) intermediate: usize,
    pub(crate) n_heads: usize,
    pub(crate) epsilon: f64,
    /// Between the up and down projections.
    pub(crate) activation: fn(Tensor<2>) -> Tensor<2>,
}

pub(crate) struct Block {
    shape: BlockShape,
    attention_norm: Norm,
    query: Linear,
    key: Linear,
    value: Linear,
    attention_output: Linear,
    mlp_norm: Norm,
    up: Linear,
    down: Linear,
}

impl Block {
    fn new(
        source: &mut impl Source,
        names: &BlockNames,
        shape: BlockShape,
    ) -> Result<Self, EncodeError> {
        let BlockShape { hidden, intermediate, epsilon, .. } = shape;
        let [query, key, value] = &names.qkv;
        Ok(Self {
            shape,
            attention_norm: Norm::new(source, &names.attention_norm, hidden, epsilon)?,
            query: Linear::new(source, query, hidden, hidden)?,
            key: Linear::new(source, key, hidden, hidden)?,
            value: Linear::new(source, value, hidden, hidden)?,
            attention_output: Linear::new(source, &names.attention_output, hidden, hidden)?,
            mlp_norm: Norm::new(source, &names.mlp_norm, hidden, epsilon)?,
            up: Linear::new(source, &names.up, hidden, intermediate)?,
            down: Linear::new(source, &names.down, intermediate, hidden)?,
        })
    }

    /// `[batch · tokens, hidden]` → the same; `mask` `[1, 1, tokens, tokens]` is added to the
    /// attention's logits.
    pub(crate) fn forward(
        &self,
        x: Tensor<2>,
        n_tokens: usize,
        mask: Option<&Tensor<4>>,
    ) -> Tensor<2> {
        let [n_rows, hidden] = x.dims();
        let n_heads = self.shape.n_heads;
        let per_head = hidden / n_heads;
        let batch = n_rows / n_tokens;
        // [batch · tokens, hidden] → [batch, heads, tokens, hidden / heads]
        let heads = |x: Tensor<2>| x.reshape([batch, n_tokens, n_heads, per_head]).swap_dims(1, 2);
        let scale = 1.0 / (per_head as f64).sqrt();
        let normed = self.attention_norm.forward(x.clone());
        let query = heads(self.query.forward(normed.clone()) * scale);
        let key = heads(self.key.forward(normed.clone()));
        let value = heads(self.value.forward(normed));
        let mut logits = query.matmul(key.transpose());
        if let Some(mask) = mask {
            logits = logits + mask.clone();
        }
        let attended = activation::softmax(logits, 3).matmul(value);
        let attended = attended.swap_dims(1, 2).reshape([n_rows, hidden]);
        let x = x + self.attention_output.forward(attended);
        let up = self.up.forward(self.mlp_norm.forward(x.clone()));
        x + self.down.forward((self.shape.activation)(up))
    }
}

/// As a stock operation.
pub(crate) fn stock(activation: Activation) -> fn(Tensor<2>) -> Tensor<2> {
    match activation {
        Activation::QuickGelu => |x: Tensor<2>| x.clone() * activation::sigmoid(x * 1.702),
        Activation::Gelu => activation::gelu,
        Activation::GeluTanh => activation::gelu_approximate,
        Activation::Relu => activation::relu,
    }
}

pub(crate) fn blocks(
    source: &mut impl Source,
    names: impl Iterator<Item = BlockNames>,
    shape: BlockShape,
) -> Result<Vec<Block>, EncodeError> {
    names.map(|names| Block::new(source, &names, shape)).collect()
}
