//! CLIP's text tower (Radford et al., ICML 2021): pre-layer-norm blocks, each token looks back
//! only, and the vector is read off where the text first ends.

use super::{
    bert::add,
    load::{linear, norm, table},
};
use crate::{
    Activation, ClipTextConfig, EncodeError,
    kernels::{Attention, Linear, Nonlinearity, Norm, Table, Workspace, attend},
    weights::Weights,
};

pub(crate) struct Clip {
    hidden: usize,
    attention: Attention,
    activation: Nonlinearity,
    end: u32,
    words: Table,
    positions: Table,
    blocks: Vec<Block>,
    final_norm: Norm,
    projection: Linear,
}

struct Block {
    attention_norm: Norm,
    /// Query, key and value in one.
    look: Linear,
    attended: Linear,
    feed_norm: Norm,
    widen: Linear,
    narrow: Linear,
}

impl Clip {
    pub(super) fn new(
        config: &ClipTextConfig,
        weights: &mut Weights,
        end: u32,
    ) -> Result<Self, EncodeError> {
        let (hidden, wide) = (config.hidden_size, config.intermediate_size);
        let epsilon = config.layer_norm_eps;
        let at = "text_model";
        let (vocab_size, n_positions) = (config.vocab_size, config.max_position_embeddings);
        let words = table(
            weights,
            &format!("{at}.embeddings.token_embedding.weight"),
            [vocab_size, hidden],
        )?;
        let positions = table(
            weights,
            &format!("{at}.embeddings.position_embedding.weight"),
            [n_positions, hidden],
        )?;
        let mut blocks = Vec::with_capacity(config.num_hidden_layers);
        for index in 0..config.num_hidden_layers {
            let at = format!("{at}.encoder.layers.{index}");
            let looks = ["q_proj", "k_proj", "v_proj"].map(|name| format!("{at}.self_attn.{name}"));
            let square = (hidden, hidden);
            blocks.push(Block {
                attention_norm: norm(weights, &format!("{at}.layer_norm1"), hidden, epsilon)?,
                look: linear(weights, &looks, square)?,
                attended: linear(weights, &[format!("{at}.self_attn.out_proj")], square)?,
                feed_norm: norm(weights, &format!("{at}.layer_norm2"), hidden, epsilon)?,
                widen: linear(weights, &[format!("{at}.mlp.fc1")], (hidden, wide))?,
                narrow: linear(weights, &[format!("{at}.mlp.fc2")], (wide, hidden))?,
            });
        }
        let final_norm = norm(weights, &format!("{at}.final_layer_norm"), hidden, epsilon)?;
        let projection =
            weights.take_stored("text_projection.weight", &[config.projection_dim, hidden])?;
        let activation = match config.hidden_act {
            Activation::QuickGelu => Nonlinearity::QuickGelu,
            Activation::Gelu => Nonlinearity::Gelu,
            Activation::Relu => Nonlinearity::Relu,
        };
        Ok(Self {
            hidden,
            attention: Attention { n_heads: config.num_attention_heads, is_causal: true },
            activation,
            end,
            words,
            positions,
            blocks,
            final_norm,
            projection: Linear::new(projection, &[], hidden),
        })
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let of_block = |block: &Block| {
            let linears = [&block.look, &block.attended, &block.widen, &block.narrow];
            let norms = [&block.attention_norm, &block.feed_norm];
            linears.map(Linear::bytes).iter().chain(&norms.map(Norm::bytes)).sum::<usize>()
        };
        let blocks: usize = self.blocks.iter().map(of_block).sum();
        let ends = self.final_norm.bytes() + self.projection.bytes();
        self.words.bytes() + self.positions.bytes() + blocks + ends
    }

    /// Texts as token ids → `[dim]` for each. What follows the first end of a text is left
    /// out: no token before it would look there. The last block carries on the ends alone.
    pub(super) fn forward(&self, texts: &[&[u32]]) -> Vec<Vec<f32>> {
        let hidden = self.hidden;
        let texts: Vec<&[u32]> = texts.iter().map(|text| self.until_end(text)).collect();
        let n_rows: usize = texts.iter().map(|text| text.len()).sum();
        let mut x = vec![0.0f32; n_rows * hidden];
        let tokens = texts.iter().flat_map(|text| text.iter().enumerate());
        for (row, (position, id)) in x.chunks_mut(hidden).zip(tokens) {
            self.words.add_row(*id as usize, row);
            self.positions.add_row(position, row);
        }
        let mut attended = vec![0.0f32; x.len()];
        let (mut normed, mut looks) = (x.clone(), Vec::new());
        let (mut wide, mut y) = (Vec::new(), Vec::new());
        let room = &mut Workspace::default();
        for (index, block) in self.blocks.iter().enumerate() {
            normed.copy_from_slice(&x);
            block.attention_norm.apply(&mut normed);
            block.look.forward_into(&normed, Nonlinearity::None, &mut looks, room);
            let mut first = 0;
            for text in &texts {
                let end = first + text.len();
                let looks = &looks[3 * first * hidden..3 * end * hidden];
                attend(self.attention, looks, &mut attended[first * hidden..end * hidden], hidden);
                first = end;
            }
            if index + 1 == self.blocks.len() {
                // Nobody looks at the other tokens any more.
                keep_last_rows(&mut x, &texts, hidden);
                keep_last_rows(&mut attended, &texts, hidden);
                normed.truncate(x.len());
            }
            block.attended.forward_into(&attended, Nonlinearity::None, &mut y, room);
            add(&mut x, &y);
            normed.copy_from_slice(&x);
            block.feed_norm.apply(&mut normed);
            block.widen.forward_into(&normed, self.activation, &mut wide, room);
            block.narrow.forward_into(&wide, Nonlinearity::None, &mut y, room);
            add(&mut x, &y);
        }
        if self.blocks.is_empty() {
            keep_last_rows(&mut x, &texts, hidden);
        }
        self.final_norm.apply(&mut x);
        let vectors = self.projection.forward(&x, Nonlinearity::None);
        vectors.chunks(self.projection.n_out()).map(<[f32]>::to_vec).collect()
    }

    fn until_end<'a>(&self, text: &'a [u32]) -> &'a [u32] {
        let end = text.iter().position(|id| *id == self.end);
        &text[..end.map_or(text.len(), |end| end + 1)]
    }
}

/// Rows `[tokens of all texts, hidden]` → that of each text's last token, `[texts, hidden]`.
fn keep_last_rows(rows: &mut Vec<f32>, texts: &[&[u32]], hidden: usize) {
    let mut end = 0;
    for (text, ids) in texts.iter().enumerate() {
        end += ids.len();
        rows.copy_within((end - 1) * hidden..end * hidden, text * hidden);
    }
    rows.truncate(texts.len() * hidden);
}
