//! The vectors of a text's tokens → the vector of the text.

use super::block::add;
use crate::{
    bert_config::{BertConfig, Pooling},
    error::EncodeError,
    kernels::{Linear, Nonlinearity},
    weight_names::sentence::{DENSE, DENSE_BIAS},
    weights::Weights,
};

/// Pooling, and the layer after it if the model has one.
pub struct Sentence {
    hidden: usize,
    pooling: Pooling,
    dense: Option<(Linear, Nonlinearity)>,
}

impl Sentence {
    pub fn new(config: &BertConfig, weights: &mut Weights) -> Result<Self, EncodeError> {
        let hidden = config.hidden_size;
        let dense = config.dense.map(|dense| {
            let weight = weights.take_stored(DENSE, &[dense.out_features, hidden])?;
            let bias = if dense.bias {
                weights.take(DENSE_BIAS, &[dense.out_features])?
            } else {
                Vec::new()
            };
            let then = if dense.tanh { Nonlinearity::Tanh } else { Nonlinearity::None };
            Ok::<_, EncodeError>((Linear::new(weight, &bias, hidden), then))
        });
        Ok(Self { hidden, pooling: config.pooling, dense: dense.transpose()? })
    }

    pub fn bytes(&self) -> usize {
        self.dense.as_ref().map_or(0, |(layer, _)| layer.bytes())
    }

    /// Tokens `[tokens, hidden]`, at least one → `[dim]`, not yet normalised.
    pub fn vector(&self, tokens: &[f32]) -> Vec<f32> {
        let (first, others) = tokens.split_at(self.hidden.min(tokens.len()));
        let mut pooled = first.to_vec();
        let others = others.chunks(self.hidden);
        match self.pooling {
            Pooling::Cls => {}
            Pooling::Max => others.for_each(|token| {
                pooled.iter_mut().zip(token).for_each(|(most, value)| *most = most.max(*value));
            }),
            Pooling::Mean => {
                let mut n = 1.0f32;
                for token in others {
                    add(&mut pooled, token);
                    n += 1.0;
                }
                pooled.iter_mut().for_each(|value| *value /= n);
            }
        }
        match &self.dense {
            Some((layer, then)) => layer.forward(&pooled, *then),
            None => pooled,
        }
    }
}
