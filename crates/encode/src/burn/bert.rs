//! BERT's encoder, from token ids to a sentence's vector.
//!
//! Devlin et al., "BERT", NAACL 2019, with post-layer-norm blocks; weights under the names
//! of the published checkpoints. One text at a time and no padding, so there is no mask.

use super::layers::{Linear, Loader, Norm, Source};
use crate::{BertConfig, EncodeError, weights::Weights};
use burn_tensor::{Device, Int, Tensor, TensorData, activation, module};

/// A model on a device.
pub(super) struct Bert {
    device: Device,
    n_heads: usize,
    /// `[vocab, hidden]`.
    words: Tensor<2>,
    /// `[positions, hidden]`, with the only token type already added.
    positions: Tensor<2>,
    norm: Norm,
    layers: Vec<Layer>,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    attended: Linear,
    attention_norm: Norm,
    widen: Linear,
    narrow: Linear,
    output_norm: Norm,
}

impl Bert {
    /// Puts the weights on the device.
    pub(super) fn new(
        config: &BertConfig,
        mut weights: Weights,
        device: &Device,
    ) -> Result<Self, EncodeError> {
        let (hidden, wide) = (config.hidden_size, config.intermediate_size);
        let epsilon = config.layer_norm_eps;
        let mut load = Loader { weights: &mut weights, device };
        let words =
            load.tensor("embeddings.word_embeddings.weight", [config.vocab_size, hidden])?;
        let positions = load.tensor(
            "embeddings.position_embeddings.weight",
            [config.max_position_embeddings, hidden],
        )?;
        let types = load
            .tensor("embeddings.token_type_embeddings.weight", [config.type_vocab_size, hidden])?;
        let norm = Norm::new(&mut load, "embeddings.LayerNorm", hidden, epsilon)?;
        let mut layers = Vec::with_capacity(config.num_hidden_layers);
        for index in 0..config.num_hidden_layers {
            let at = format!("encoder.layer.{index}");
            layers.push(Layer {
                query: Linear::new(
                    &mut load,
                    &format!("{at}.attention.self.query"),
                    hidden,
                    hidden,
                )?,
                key: Linear::new(&mut load, &format!("{at}.attention.self.key"), hidden, hidden)?,
                value: Linear::new(
                    &mut load,
                    &format!("{at}.attention.self.value"),
                    hidden,
                    hidden,
                )?,
                attended: Linear::new(
                    &mut load,
                    &format!("{at}.attention.output.dense"),
                    hidden,
                    hidden,
                )?,
                attention_norm: Norm::new(
                    &mut load,
                    &format!("{at}.attention.output.LayerNorm"),
                    hidden,
                    epsilon,
                )?,
                widen: Linear::new(&mut load, &format!("{at}.intermediate.dense"), hidden, wide)?,
                narrow: Linear::new(&mut load, &format!("{at}.output.dense"), wide, hidden)?,
                output_norm: Norm::new(
                    &mut load,
                    &format!("{at}.output.LayerNorm"),
                    hidden,
                    epsilon,
                )?,
            });
        }
        weights.finish()?;
        let positions = positions + types.slice([0..1, 0..hidden]);
        let n_heads = config.num_attention_heads;
        Ok(Self { device: device.clone(), n_heads, words, positions, norm, layers })
    }

    /// Token ids → the mean over tokens of the last layer, `[hidden]`, not yet normalised.
    pub(super) fn forward(&self, ids: &[u32]) -> Tensor<1> {
        let n_tokens = ids.len();
        let ids: Vec<i32> = ids.iter().map(|id| id.cast_signed()).collect();
        let ids = Tensor::<2, Int>::from_data(TensorData::new(ids, [1, n_tokens]), &self.device);
        let [_, hidden] = self.words.dims();
        let words = module::embedding(self.words.clone(), ids).reshape([n_tokens, hidden]);
        let positions = self.positions.clone().slice([0..n_tokens, 0..hidden]);
        let mut x = self.norm.forward(words + positions);
        for layer in &self.layers {
            x = layer.forward(x, self.n_heads);
        }
        x.mean_dim(0).reshape([hidden])
    }
}

impl Layer {
    /// `[tokens, hidden]` → `[tokens, hidden]`.
    fn forward(&self, x: Tensor<2>, n_heads: usize) -> Tensor<2> {
        let [n_tokens, hidden] = x.dims();
        let per_head = hidden / n_heads;
        // [tokens, hidden] → [heads, tokens, hidden / heads]
        let heads = |x: Tensor<2>| x.reshape([n_tokens, n_heads, per_head]).swap_dims(0, 1);
        let query = heads(self.query.forward(x.clone()));
        let key = heads(self.key.forward(x.clone()));
        let value = heads(self.value.forward(x.clone()));
        #[expect(clippy::cast_precision_loss, reason = "a head has at most some hundred values")]
        let scale = (per_head as f64).sqrt();
        let weights = activation::softmax(query.matmul(key.transpose()) / scale, 2);
        let attended = weights.matmul(value).swap_dims(0, 1).reshape([n_tokens, hidden]);
        let x = self.attention_norm.forward(self.attended.forward(attended) + x);
        let widened = activation::gelu(self.widen.forward(x.clone()));
        self.output_norm.forward(self.narrow.forward(widened) + x)
    }
}
