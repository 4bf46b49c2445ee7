//! BERT's encoder (Devlin et al., NAACL 2019): post-norm blocks, no mask, the mean over all tokens.

use super::{
    block::{Block, BlockShape, add, attend_within},
    embeddings::Embeddings,
    load::norm,
};
use crate::{
    bert_config::BertConfig,
    error::EncodeError,
    kernels::{Attention, Nonlinearity, Norm, Workspace},
    weight_names::bert,
    weights::Weights,
};

pub(super) struct Bert {
    hidden: usize,
    attention: Attention,
    embeddings: Embeddings,
    embedding_norm: Norm,
    blocks: Vec<Block>,
}

impl Bert {
    pub(super) fn new(config: &BertConfig, weights: &mut Weights) -> Result<Self, EncodeError> {
        let (hidden, epsilon) = (config.hidden_size, config.layer_norm_eps);
        let embeddings = Embeddings::bert(config, weights)?;
        let embedding_norm = norm(weights, bert::EMBEDDING_NORM, hidden, epsilon)?;
        let shape = BlockShape { hidden, intermediate: config.intermediate_size, epsilon };
        let blocks = (0..config.num_hidden_layers)
            .map(|index| Block::new(&bert::block(index), shape, weights))
            .collect::<Result<_, _>>()?;
        let attention = Attention { n_heads: config.num_attention_heads, is_causal: false };
        Ok(Self { hidden, attention, embeddings, embedding_norm, blocks })
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(Block::bytes).sum();
        self.embeddings.bytes() + self.embedding_norm.bytes() + blocks
    }

    /// Texts as token ids → `[hidden]` for each.
    pub(super) fn forward(&self, texts: &[&[u32]]) -> Vec<Vec<f32>> {
        let hidden = self.hidden;
        let mut x = self.embeddings.rows(texts);
        self.embedding_norm.apply(&mut x);
        let mut attended = vec![0.0f32; x.len()];
        let (mut qkv, mut between, mut y) = (Vec::new(), Vec::new(), Vec::new());
        let workspace = &mut Workspace::default();
        for block in &self.blocks {
            block.qkv.forward_into(&x, Nonlinearity::None, &mut qkv, workspace);
            attend_within(texts, self.attention, &qkv, &mut attended, hidden);
            block.attention_output.forward_into(&attended, Nonlinearity::None, &mut y, workspace);
            add(&mut x, &y);
            block.attention_norm.apply(&mut x);
            block.up.forward_into(&x, Nonlinearity::Gelu, &mut between, workspace);
            block.down.forward_into(&between, Nonlinearity::None, &mut y, workspace);
            add(&mut x, &y);
            block.mlp_norm.apply(&mut x);
        }
        let mut rows = x.chunks(hidden);
        texts.iter().map(|text| mean(rows.by_ref().take(text.len()), hidden)).collect()
    }
}

fn mean<'a>(rows: impl Iterator<Item = &'a [f32]>, len: usize) -> Vec<f32> {
    let (mut sum, mut n) = (vec![0.0f32; len], 0.0f32);
    for row in rows {
        add(&mut sum, row);
        n += 1.0;
    }
    sum.iter_mut().for_each(|value| *value /= n);
    sum
}
