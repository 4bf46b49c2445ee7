//! BERT's encoder (Devlin et al., NAACL 2019): post-layer-norm blocks, no mask, the mean over
//! all tokens.

use super::load::{linear, norm, table};
use crate::{
    BertConfig, EncodeError,
    kernels::{Attention, Linear, Nonlinearity, Norm, Table, Values, Workspace, attend},
    weights::Weights,
};

pub(crate) struct Bert {
    hidden: usize,
    attention: Attention,
    words: Table,
    /// With the only token type already added.
    positions: Table,
    norm: Norm,
    layers: Vec<Layer>,
}

struct Layer {
    /// Query, key and value in one.
    look: Linear,
    attended: Linear,
    attention_norm: Norm,
    widen: Linear,
    narrow: Linear,
    output_norm: Norm,
}

impl Bert {
    pub(super) fn new(config: &BertConfig, weights: &mut Weights) -> Result<Self, EncodeError> {
        let (hidden, wide) = (config.hidden_size, config.intermediate_size);
        let epsilon = config.layer_norm_eps;
        let at = "embeddings";
        let words =
            table(weights, &format!("{at}.word_embeddings.weight"), [config.vocab_size, hidden])?;
        let positions = weights.take(
            &format!("{at}.position_embeddings.weight"),
            &[config.max_position_embeddings, hidden],
        )?;
        let types = weights.take(
            &format!("{at}.token_type_embeddings.weight"),
            &[config.type_vocab_size, hidden],
        )?;
        let positions = positions.iter().zip(types[..hidden].iter().cycle()).map(|(p, t)| p + t);
        let positions = Table::new(Values::F32(positions.collect()), hidden);
        let first_norm = norm(weights, &format!("{at}.LayerNorm"), hidden, epsilon)?;
        let mut layers = Vec::with_capacity(config.num_hidden_layers);
        for index in 0..config.num_hidden_layers {
            let at = format!("encoder.layer.{index}");
            let looks = ["query", "key", "value"].map(|name| format!("{at}.attention.self.{name}"));
            layers.push(Layer {
                look: linear(weights, &looks, (hidden, hidden))?,
                attended: linear(
                    weights,
                    &[format!("{at}.attention.output.dense")],
                    (hidden, hidden),
                )?,
                attention_norm: norm(
                    weights,
                    &format!("{at}.attention.output.LayerNorm"),
                    hidden,
                    epsilon,
                )?,
                widen: linear(weights, &[format!("{at}.intermediate.dense")], (hidden, wide))?,
                narrow: linear(weights, &[format!("{at}.output.dense")], (wide, hidden))?,
                output_norm: norm(weights, &format!("{at}.output.LayerNorm"), hidden, epsilon)?,
            });
        }
        let attention = Attention { n_heads: config.num_attention_heads, is_causal: false };
        Ok(Self { hidden, attention, words, positions, norm: first_norm, layers })
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let of_layer = |layer: &Layer| {
            let linears = [&layer.look, &layer.attended, &layer.widen, &layer.narrow];
            let norms = [&layer.attention_norm, &layer.output_norm];
            linears.map(Linear::bytes).iter().chain(&norms.map(Norm::bytes)).sum::<usize>()
        };
        let layers: usize = self.layers.iter().map(of_layer).sum();
        self.words.bytes() + self.positions.bytes() + self.norm.bytes() + layers
    }

    /// Texts as token ids → `[hidden]` for each.
    pub(super) fn forward(&self, texts: &[&[u32]]) -> Vec<Vec<f32>> {
        let hidden = self.hidden;
        let n_rows: usize = texts.iter().map(|text| text.len()).sum();
        let mut x = vec![0.0f32; n_rows * hidden];
        let tokens = texts.iter().flat_map(|text| text.iter().enumerate());
        for (row, (position, id)) in x.chunks_mut(hidden).zip(tokens) {
            self.words.add_row(*id as usize, row);
            self.positions.add_row(position, row);
        }
        self.norm.apply(&mut x);
        let mut attended = vec![0.0f32; x.len()];
        let (mut looks, mut wide, mut y) = (Vec::new(), Vec::new(), Vec::new());
        let room = &mut Workspace::default();
        for layer in &self.layers {
            layer.look.forward_into(&x, Nonlinearity::None, &mut looks, room);
            let mut first = 0;
            for text in texts {
                let end = first + text.len();
                let looks = &looks[3 * first * hidden..3 * end * hidden];
                attend(self.attention, looks, &mut attended[first * hidden..end * hidden], hidden);
                first = end;
            }
            layer.attended.forward_into(&attended, Nonlinearity::None, &mut y, room);
            add(&mut x, &y);
            layer.attention_norm.apply(&mut x);
            layer.widen.forward_into(&x, Nonlinearity::Gelu, &mut wide, room);
            layer.narrow.forward_into(&wide, Nonlinearity::None, &mut y, room);
            add(&mut x, &y);
            layer.output_norm.apply(&mut x);
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

/// x += y.
pub(super) fn add(x: &mut [f32], y: &[f32]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x += y);
}
