//! The head of SigLIP's vision tower (Zhai et al., ICCV 2023): a learned query attends to all
//! patches; then a residual feed-forward layer.

use super::{
    block::add,
    load::{linear, norm},
};
use crate::{
    clip_config::ClipVisionConfig,
    error::EncodeError,
    kernels::{Linear, Nonlinearity, Norm, Values},
    weight_names::siglip as names,
    weights::Weights,
};

pub(super) struct AttentionHead {
    n_heads: usize,
    activation: Nonlinearity,
    /// The query, projected and scaled: `[hidden]`.
    query: Vec<f32>,
    /// Key and value in one product.
    key_value: Linear,
    output: Linear,
    norm: Norm,
    up: Linear,
    down: Linear,
}

impl AttentionHead {
    pub(super) fn new(
        config: &ClipVisionConfig,
        weights: &mut Weights,
    ) -> Result<Self, EncodeError> {
        let (hidden, n_heads) = (config.hidden_size, config.num_attention_heads);
        let probe = weights.take(names::PROBE, &[1, 1, hidden])?;
        // Query, key and value, one below the other.
        let mut query = weights.take(names::HEAD_QKV, &[3 * hidden, hidden])?;
        let mut bias = weights.take(names::HEAD_QKV_BIAS, &[3 * hidden])?;
        let (key_value, other_bias) = (query.split_off(hidden * hidden), bias.split_off(hidden));
        let query = Linear::new(Values::F32(query), &bias, hidden);
        let mut query = query.forward(&probe, Nonlinearity::None);
        let scale = 1.0 / ((hidden / n_heads) as f32).sqrt();
        query.iter_mut().for_each(|value| *value *= scale);
        let mut layer =
            |name: &str, n_in, n_out| linear(weights, &[name.to_owned()], (n_in, n_out));
        let output = layer(names::HEAD_OUTPUT, hidden, hidden)?;
        let up = layer(names::HEAD_UP, hidden, config.intermediate_size)?;
        let down = layer(names::HEAD_DOWN, config.intermediate_size, hidden)?;
        Ok(Self {
            n_heads,
            activation: config.hidden_act.nonlinearity(),
            query,
            key_value: Linear::new(Values::F32(key_value), &other_bias, hidden),
            output,
            norm: norm(weights, names::HEAD_NORM, hidden, config.layer_norm_eps)?,
            up,
            down,
        })
    }

    pub(super) fn bytes(&self) -> usize {
        let linears = [&self.key_value, &self.output, &self.up, &self.down];
        let linears: usize = linears.into_iter().map(Linear::bytes).sum();
        size_of_val(&*self.query) + self.norm.bytes() + linears
    }

    /// `[patches, hidden]` → `[hidden]`.
    pub(super) fn vector(&self, patches: &[f32]) -> Vec<f32> {
        let hidden = self.query.len();
        let keys_values = self.key_value.forward(patches, Nonlinearity::None);
        let mut attended = vec![0.0f32; hidden];
        let per_head = hidden / self.n_heads;
        for first in (0..hidden).step_by(per_head) {
            let head = first..first + per_head;
            let query = &self.query[head.clone()];
            let score = |row: &[f32]| -> f32 {
                query.iter().zip(&row[head.clone()]).map(|(q, k)| q * k).sum()
            };
            let mut shares: Vec<f32> = keys_values.chunks(2 * hidden).map(score).collect();
            let largest = shares.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            shares.iter_mut().for_each(|share| *share = (*share - largest).exp());
            let sum: f32 = shares.iter().sum();
            for (row, share) in keys_values.chunks(2 * hidden).zip(shares) {
                let values = &row[hidden + first..hidden + first + per_head];
                let out = attended[head.clone()].iter_mut().zip(values);
                out.for_each(|(out, value)| *out += share / sum * value);
            }
        }
        let mut x = self.output.forward(&attended, Nonlinearity::None);
        let mut normed = x.clone();
        self.norm.apply(&mut normed);
        let between = self.up.forward(&normed, self.activation);
        add(&mut x, &self.down.forward(&between, Nonlinearity::None));
        x
    }
}
