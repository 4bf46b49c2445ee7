//! BERT's encoder (Devlin et al., NAACL 2019): post-norm blocks, no mask. MPNet's (Song et al.,
//! NeurIPS 2020) adds to each attention score a value for the distance between the two tokens.

use super::{
    block::{Block, BlockShape, add, attend_within},
    embeddings::Embeddings,
    load::norm,
    sentence::Sentence,
};
use crate::{
    bert_config::{BertConfig, N_BUCKETS},
    error::EncodeError,
    kernels::{Attention, Distances, Nonlinearity, Norm, Workspace},
    weight_names::bert,
    weights::Weights,
};

pub(super) struct Bert {
    hidden: usize,
    attention: Attention,
    distances: Option<Distances>,
    embeddings: Embeddings,
    embedding_norm: Norm,
    blocks: Vec<Block>,
    sentence: Sentence,
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
        let distances = (config.relative_attention_num_buckets > 0)
            .then(|| distances(config, weights))
            .transpose()?;
        let sentence = Sentence::new(config, weights)?;
        Ok(Self { hidden, attention, distances, embeddings, embedding_norm, blocks, sentence })
    }

    pub(super) fn bytes(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(Block::bytes).sum();
        let distances = self.distances.as_ref().map_or(0, Distances::bytes);
        let ends = self.embeddings.bytes() + self.embedding_norm.bytes() + self.sentence.bytes();
        ends + distances + blocks
    }

    /// Texts as token ids → `[dim]` for each.
    pub(super) fn forward(&self, texts: &[&[u32]]) -> Vec<Vec<f32>> {
        let hidden = self.hidden;
        let mut x = self.embeddings.rows(texts);
        self.embedding_norm.apply(&mut x);
        let mut attended = vec![0.0f32; x.len()];
        let (mut qkv, mut between, mut y) = (Vec::new(), Vec::new(), Vec::new());
        let attention = (self.attention, self.distances.as_ref());
        let workspace = &mut Workspace::default();
        for block in &self.blocks {
            block.qkv.forward_into(&x, Nonlinearity::None, &mut qkv, workspace);
            attend_within(texts, attention, &qkv, &mut attended, hidden);
            block.attention_output.forward_into(&attended, Nonlinearity::None, &mut y, workspace);
            add(&mut x, &y);
            block.attention_norm.apply(&mut x);
            block.up.forward_into(&x, Nonlinearity::Gelu, &mut between, workspace);
            block.down.forward_into(&between, Nonlinearity::None, &mut y, workspace);
            add(&mut x, &y);
            block.mlp_norm.apply(&mut x);
        }
        let mut rest = x.as_slice();
        let vector = |text: &&[u32]| {
            let (tokens, others) = rest.split_at(text.len() * hidden);
            rest = others;
            self.sentence.vector(tokens)
        };
        texts.iter().map(vector).collect()
    }
}

/// MPNet's table `[buckets, heads]`, spread out over all distances.
fn distances(config: &BertConfig, weights: &mut Weights) -> Result<Distances, EncodeError> {
    let n_heads = config.num_attention_heads;
    let table = weights.take(bert::DISTANCES, &[N_BUCKETS, n_heads])?;
    let value = |head: usize, by: isize| table[bucket(by) * n_heads + head];
    Ok(Distances::new(n_heads, config.max_position_embeddings, value))
}

/// The row of a distance, as in T5 (Raffel et al., JMLR 2020): half of the rows for each direction;
/// of those, half for one distance each, the rest for distances that grow by √2.
fn bucket(by: isize) -> usize {
    const HALF: usize = N_BUCKETS / 2;
    const EXACT: usize = HALF / 2;
    let n = by.unsigned_abs();
    let within = if n < EXACT {
        n
    } else {
        // The largest k with n ≥ EXACT · √2ᵏ.
        let growth = (n * n / (EXACT * EXACT)).ilog2() as usize;
        (EXACT + growth).min(HALF - 1)
    };
    if by > 0 { HALF + within } else { within }
}
