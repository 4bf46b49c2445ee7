//! Token and position embeddings, of BERT and of CLIP.

use super::load::table;
use crate::{
    bert_config::BertConfig,
    clip_config::ClipTextConfig,
    error::EncodeError,
    kernels::{Table, Values},
    weight_names::{bert, clip},
    weights::Weights,
};

/// The sum of a token's row and its position's row.
pub struct Embeddings {
    words: Table,
    positions: Table,
}

impl Embeddings {
    /// BERT's, with the first token type, the only one in use, added to every position.
    pub fn bert(config: &BertConfig, weights: &mut Weights) -> Result<Self, EncodeError> {
        let hidden = config.hidden_size;
        let words = table(weights, bert::WORDS, [config.vocab_size, hidden])?;
        let positions = weights.take(bert::POSITIONS, &[config.max_position_embeddings, hidden])?;
        let types = weights.take(bert::TOKEN_TYPES, &[config.type_vocab_size, hidden])?;
        let first_type = types.iter().take(hidden).cycle();
        let positions = positions.iter().zip(first_type).map(|(p, t)| p + t).collect();
        Ok(Self { words, positions: Table::new(Values::F32(positions), hidden) })
    }

    pub fn clip(config: &ClipTextConfig, weights: &mut Weights) -> Result<Self, EncodeError> {
        let (hidden, n_positions) = (config.hidden_size, config.max_position_embeddings);
        let words = table(weights, clip::WORDS, [config.vocab_size, hidden])?;
        let positions = table(weights, clip::TEXT_POSITIONS, [n_positions, hidden])?;
        Ok(Self { words, positions })
    }

    pub fn bytes(&self) -> usize {
        self.words.bytes() + self.positions.bytes()
    }

    /// Texts as token ids → `[tokens of all texts, hidden]`.
    pub fn rows(&self, texts: &[&[u32]]) -> Vec<f32> {
        let hidden = self.words.row_len();
        let n_rows: usize = texts.iter().map(|text| text.len()).sum();
        let mut x = vec![0.0f32; n_rows * hidden];
        let tokens = texts.iter().flat_map(|text| text.iter().enumerate());
        for (row, (position, id)) in x.chunks_mut(hidden).zip(tokens) {
            self.words.add_row(*id as usize, row);
            self.positions.add_row(position, row);
        }
        x
    }
}
