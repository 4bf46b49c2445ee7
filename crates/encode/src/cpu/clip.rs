//! CLIP's text tower (Radford et al., ICML 2021): pre-norm blocks, causal attention, and the vector
//! of the first end-of-text token. SigLIP's (Zhai et al., ICCV 2023) differs at the ends: a text is
//! padded to all positions, every token attends to every other, and the vector is that of the last
//! one.

use super::{
    block::{Block, BlockShape, add, attend_within},
    embeddings::Embeddings,
    load::norm,
};
use crate::{
    clip_config::ClipTextConfig,
    error::EncodeError,
    kernels::{Attention, Linear, Nonlinearity, Norm, Workspace},
    weight_names::{clip, siglip},
    weights::Weights,
};

pub(super) struct Clip {
    hidden: usize,
    attention: Attention,
    activation: Nonlinearity,
    ending: Ending,
    n_positions: usize,
    embeddings: Embeddings,
    blocks: Vec<Block>,
    final_norm: Norm,
    projection: Linear,
}

#[derive(Clone, Copy)]
pub(super) enum Ending {
    /// CLIP's: with the first token of this kind.
    EndOfText(u32),
    /// SigLIP's: filled up to all positions.
    Padding(u32),
}

impl Clip {
    pub(super) fn new(
        config: &ClipTextConfig,
        weights: &mut Weights,
        ending: Ending,
    ) -> Result<Self, EncodeError> {
        let (hidden, epsilon) = (config.hidden_size, config.layer_norm_eps);
        let embeddings = Embeddings::clip(config, weights)?;
        let shape = BlockShape { hidden, intermediate: config.intermediate_size, epsilon };
        let blocks = (0..config.num_hidden_layers)
            .map(|index| Block::new(&clip::text_block(index), shape, weights))
            .collect::<Result<_, _>>()?;
        let final_norm = norm(weights, clip::TEXT_FINAL_NORM, hidden, epsilon)?;
        let projection =
            weights.take_stored(clip::TEXT_PROJECTION, &[config.projection_dim, hidden])?;
        let (is_causal, bias) = match ending {
            Ending::EndOfText(_) => (true, Vec::new()),
            Ending::Padding(_) => {
                (false, weights.take(siglip::TEXT_PROJECTION_BIAS, &[config.projection_dim])?)
            }
        };
        Ok(Self {
            hidden,
            attention: Attention { n_heads: config.num_attention_heads, is_causal },
            activation: config.hidden_act.nonlinearity(),
            ending,
            n_positions: config.max_position_embeddings,
            embeddings,
            blocks,
            final_norm,
            projection: Linear::new(projection, &bias, hidden),
        })
    }

    pub(super) fn bytes(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(Block::bytes).sum();
        self.embeddings.bytes() + blocks + self.final_norm.bytes() + self.projection.bytes()
    }

    /// Texts as token ids → `[dim]` for each. With causal attention, tokens after the first end of
    /// a text are left out: they change nothing before them.
    pub(super) fn forward(&self, texts: &[&[u32]]) -> Vec<Vec<f32>> {
        let hidden = self.hidden;
        let padded: Vec<Vec<u32>>;
        let texts: Vec<&[u32]> = match self.ending {
            Ending::EndOfText(end) => texts.iter().map(|text| until_end(text, end)).collect(),
            Ending::Padding(pad) => {
                let to_all = |text: &&[u32]| {
                    let n = self.n_positions.saturating_sub(text.len());
                    [text, &vec![pad; n][..]].concat()
                };
                padded = texts.iter().map(to_all).collect();
                padded.iter().map(Vec::as_slice).collect()
            }
        };
        let mut x = self.embeddings.rows(&texts);
        let mut attended = vec![0.0f32; x.len()];
        let (mut normed, mut qkv) = (x.clone(), Vec::new());
        let (mut between, mut y) = (Vec::new(), Vec::new());
        let workspace = &mut Workspace::default();
        for (index, block) in self.blocks.iter().enumerate() {
            normed.copy_from_slice(&x);
            block.attention_norm.apply(&mut normed);
            block.qkv.forward_into(&normed, Nonlinearity::None, &mut qkv, workspace);
            attend_within(&texts, (self.attention, None), &qkv, &mut attended, hidden);
            if index + 1 == self.blocks.len() {
                // After the last attention only the ends matter.
                keep_last_rows(&mut x, &texts, hidden);
                keep_last_rows(&mut attended, &texts, hidden);
                normed.truncate(x.len());
            }
            block.attention_output.forward_into(&attended, Nonlinearity::None, &mut y, workspace);
            add(&mut x, &y);
            normed.copy_from_slice(&x);
            block.mlp_norm.apply(&mut normed);
            block.up.forward_into(&normed, self.activation, &mut between, workspace);
            block.down.forward_into(&between, Nonlinearity::None, &mut y, workspace);
            add(&mut x, &y);
        }
        if self.blocks.is_empty() {
            keep_last_rows(&mut x, &texts, hidden);
        }
        self.final_norm.apply(&mut x);
        let vectors = self.projection.forward(&x, Nonlinearity::None);
        vectors.chunks(self.projection.n_out()).map(<[f32]>::to_vec).collect()
    }
}

/// Up to and including the first end-of-text token.
pub fn until_end(text: &[u32], end: u32) -> &[u32] {
    let first_end = text.iter().position(|id| *id == end);
    first_end.and_then(|at| text.get(..=at)).unwrap_or(text)
}

/// `[tokens of all texts, hidden]` → the rows of the texts' last tokens, `[texts, hidden]`.
fn keep_last_rows(rows: &mut Vec<f32>, texts: &[&[u32]], hidden: usize) {
    let mut end = 0;
    for (text, ids) in texts.iter().enumerate() {
        end += ids.len();
        rows.copy_within((end - 1) * hidden..end * hidden, text * hidden);
    }
    rows.truncate(texts.len() * hidden);
}
