//! BERT's encoder (Devlin et al., "BERT", NAACL 2019), with post-norm blocks; weights under the
//! names of the published checkpoints. One text at a time and no padding, so there is no mask.

use crate::layers::{Linear, Loader, Norm, Source};
use burn_tensor::{Device, Int, Tensor, TensorData, activation, module};
use rankscope_encode::{
    BertConfig, EncodeError, Pooling, WEIGHTS_FILE,
    model::{
        Weights,
        weight_names::{BlockNames, bert},
    },
};

pub(crate) struct Bert {
    device: Device,
    n_heads: usize,
    /// `[vocab, hidden]`.
    words: Tensor<2>,
    /// `[positions, hidden]`, with the only token type already added.
    positions: Tensor<2>,
    norm: Norm,
    blocks: Vec<Block>,
}

struct Block {
    query: Linear,
    key: Linear,
    value: Linear,
    attention_output: Linear,
    attention_norm: Norm,
    up: Linear,
    down: Linear,
    mlp_norm: Norm,
}

impl Bert {
    pub(crate) fn new(
        config: &BertConfig,
        mut weights: Weights,
        device: &Device,
    ) -> Result<Self, EncodeError> {
        let is_plain = config.relative_attention_num_buckets == 0
            && config.pooling == Pooling::Mean
            && config.dense.is_none();
        if !is_plain {
            let reason = "the reference has only BERT's blocks and the mean of all tokens".into();
            return Err(EncodeError::Unsupported { path: WEIGHTS_FILE.into(), reason });
        }
        let (hidden, n_positions) = (config.hidden_size, config.max_position_embeddings);
        let mut load = Loader { weights: &mut weights, device };
        let words = load.tensor(bert::WORDS, [config.vocab_size, hidden])?;
        let positions = load.tensor(bert::POSITIONS, [n_positions, hidden])?;
        let types = load.tensor(bert::TOKEN_TYPES, [config.type_vocab_size, hidden])?;
        let norm = Norm::new(&mut load, bert::EMBEDDING_NORM, hidden, config.layer_norm_eps)?;
        let blocks = (0..config.num_hidden_layers)
            .map(|index| Block::new(&bert::block(index), config, &mut load))
            .collect::<Result<_, _>>()?;
        weights.finish()?;
        let positions = positions + types.slice([0..1, 0..hidden]);
        let n_heads = config.num_attention_heads;
        Ok(Self { device: device.clone(), n_heads, words, positions, norm, blocks })
    }

    /// Token ids → the mean over tokens of the last layer, `[hidden]`, not yet normalised.
    pub(crate) fn forward(&self, ids: &[u32]) -> Tensor<1> {
        let n_tokens = ids.len();
        let ids: Vec<i32> = ids.iter().map(|id| id.cast_signed()).collect();
        let ids = Tensor::<2, Int>::from_data(TensorData::new(ids, [1, n_tokens]), &self.device);
        let [_, hidden] = self.words.dims();
        let words = module::embedding(self.words.clone(), ids).reshape([n_tokens, hidden]);
        let positions = self.positions.clone().slice([0..n_tokens, 0..hidden]);
        let mut x = self.norm.forward(words + positions);
        for block in &self.blocks {
            x = block.forward(x, self.n_heads);
        }
        x.mean_dim(0).reshape([hidden])
    }
}

impl Block {
    fn new(
        names: &BlockNames,
        config: &BertConfig,
        load: &mut Loader<'_>,
    ) -> Result<Self, EncodeError> {
        let (hidden, intermediate) = (config.hidden_size, config.intermediate_size);
        let epsilon = config.layer_norm_eps;
        let [query, key, value] = &names.qkv;
        Ok(Self {
            query: Linear::new(load, query, hidden, hidden)?,
            key: Linear::new(load, key, hidden, hidden)?,
            value: Linear::new(load, value, hidden, hidden)?,
            attention_output: Linear::new(load, &names.attention_output, hidden, hidden)?,
            attention_norm: Norm::new(load, &names.attention_norm, hidden, epsilon)?,
            up: Linear::new(load, &names.up, hidden, intermediate)?,
            down: Linear::new(load, &names.down, intermediate, hidden)?,
            mlp_norm: Norm::new(load, &names.mlp_norm, hidden, epsilon)?,
        })
    }

    /// `[tokens, hidden]` → `[tokens, hidden]`.
    fn forward(&self, x: Tensor<2>, n_heads: usize) -> Tensor<2> {
        let [n_tokens, hidden] = x.dims();
        let per_head = hidden / n_heads;
        // [tokens, hidden] → [heads, tokens, hidden / heads]
        let heads = |x: Tensor<2>| x.reshape([n_tokens, n_heads, per_head]).swap_dims(0, 1);
        let query = heads(self.query.forward(x.clone()));
        let key = heads(self.key.forward(x.clone()));
        let value = heads(self.value.forward(x.clone()));
        let scale = (per_head as f64).sqrt();
        let weights = activation::softmax(query.matmul(key.transpose()) / scale, 2);
        let attended = weights.matmul(value).swap_dims(0, 1).reshape([n_tokens, hidden]);
        let x = self.attention_norm.forward(self.attention_output.forward(attended) + x);
        let up = activation::gelu(self.up.forward(x.clone()));
        self.mlp_norm.forward(self.down.forward(up) + x)
    }
}
