//! CLIP's text tower: token ids → a vector in the space of its images (Radford et al., "Learning
//! Transferable Visual Models From Natural Language Supervision", ICML 2021); weights under the
//! names of `CLIPTextModelWithProjection`.

use crate::{
    layers::{Norm, Source},
    transformer::{Block, BlockShape, blocks, stock},
};
use burn_tensor::{Device, Int, Tensor, TensorData, module};
use rankscope_encode::{ClipTextConfig, EncodeError, model::weight_names::clip};

/// Added to the logits of later tokens, which a token must not attend to.
const MASKED: f32 = -1e9;

pub struct ClipText {
    device: Device,
    /// `[vocab, hidden]`.
    words: Tensor<2>,
    /// `[positions, hidden]`.
    positions: Tensor<2>,
    blocks: Vec<Block>,
    final_norm: Norm,
    /// `[hidden, dim]`.
    projection: Tensor<2>,
}

impl ClipText {
    /// `device` will hold its token ids.
    pub fn new(
        config: &ClipTextConfig,
        source: &mut impl Source,
        device: &Device,
    ) -> Result<Self, EncodeError> {
        let (hidden, epsilon) = (config.hidden_size, config.layer_norm_eps);
        let shape = BlockShape {
            hidden,
            intermediate: config.intermediate_size,
            n_heads: config.num_attention_heads,
            epsilon,
            activation: stock(config.hidden_act),
        };
        let words = source.tensor(clip::WORDS, [config.vocab_size, hidden])?;
        let positions =
            source.tensor(clip::TEXT_POSITIONS, [config.max_position_embeddings, hidden])?;
        let blocks = blocks(source, (0..config.num_hidden_layers).map(clip::text_block), shape)?;
        let final_norm = Norm::new(source, clip::TEXT_FINAL_NORM, hidden, epsilon)?;
        let projection = source.transposed(clip::TEXT_PROJECTION, hidden, config.projection_dim)?;
        Ok(Self { device: device.clone(), words, positions, blocks, final_norm, projection })
    }

    /// Texts as token ids → `[texts, dim]`, not yet normalised. A vector is that of the first `end`
    /// of a text, whatever a model's configuration calls its last token. Shorter texts are padded
    /// to the longest; attention is causal, so the padding changes nothing.
    pub fn forward(&self, texts: &[&[u32]], end: u32) -> Tensor<2> {
        let n_tokens = texts.iter().map(|ids| ids.len()).max().unwrap_or_default();
        let hidden = self.words.dims()[1];
        let mut ids: Vec<i32> = Vec::with_capacity(texts.len() * n_tokens);
        let mut ends: Vec<i32> = Vec::with_capacity(texts.len());
        for text in texts {
            let first_end = text.iter().position(|id| *id == end).unwrap_or(text.len() - 1);
            ends.push(index(ids.len() + first_end));
            ids.extend(text.iter().map(|id| id.cast_signed()));
            ids.resize(ids.len() + n_tokens - text.len(), end.cast_signed());
        }
        let shape = [texts.len(), n_tokens];
        let ids = Tensor::<2, Int>::from_data(TensorData::new(ids, shape), &self.device);
        let words = module::embedding(self.words.clone(), ids);
        let positions = self.positions.clone().slice([0..n_tokens, 0..hidden]).unsqueeze();
        let mut x = (words + positions).reshape([texts.len() * n_tokens, hidden]);
        let mask = self.causal_mask(n_tokens);
        for block in &self.blocks {
            x = block.forward(x, n_tokens, Some(&mask));
        }
        let ends = Tensor::<1, Int>::from_data(TensorData::new(ends, [texts.len()]), &self.device);
        self.final_norm.forward(x.select(0, ends)).matmul(self.projection.clone())
    }

    /// `[1, 1, tokens, tokens]`: 0 where a token may attend, far below it elsewhere.
    fn causal_mask(&self, n_tokens: usize) -> Tensor<4> {
        let row =
            |row: usize| (0..n_tokens).map(move |column| if column > row { MASKED } else { 0.0 });
        let values: Vec<f32> = (0..n_tokens).flat_map(row).collect();
        Tensor::from_data(TensorData::new(values, [1, 1, n_tokens, n_tokens]), &self.device)
    }
}

/// A batch has far fewer than 2³¹ rows.
fn index(row: usize) -> i32 {
    i32::try_from(row).unwrap_or(i32::MAX)
}
