//! A transformer's blocks, those of BERT and those of CLIP.

use super::{
    kernels::{attention, norm},
    linear::{Layer, Then},
};
use crate::{EncodeError, kernels::Nonlinearity, weights::Weights};
use rankscope_gpu::{Buffer, Gpu, Kernel};

/// Where the norms stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// After what is added, and every token sees all: BERT.
    NormLast,
    /// Before what is added, and a token only looks back: CLIP's text tower.
    NormFirst,
}

/// Sizes of a model.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) hidden: usize,
    pub(super) wide: usize,
    pub(super) n_heads: usize,
    pub(super) n_layers: usize,
    /// No text has more.
    pub(super) most_tokens: usize,
    pub(super) epsilon: f64,
    pub(super) activation: Nonlinearity,
    pub(super) order: Order,
}

/// What the published checkpoints call the parts of a layer.
pub(super) struct Names {
    layer: &'static str,
    looks: [&'static str; 3],
    attended: &'static str,
    attention_norm: &'static str,
    widen: &'static str,
    narrow: &'static str,
    feed_norm: &'static str,
}

impl Names {
    pub(super) const BERT: Self = Self {
        layer: "encoder.layer",
        looks: ["attention.self.query", "attention.self.key", "attention.self.value"],
        attended: "attention.output.dense",
        attention_norm: "attention.output.LayerNorm",
        widen: "intermediate.dense",
        narrow: "output.dense",
        feed_norm: "output.LayerNorm",
    };
    pub(super) const CLIP: Self = Self {
        layer: "text_model.encoder.layers",
        looks: ["self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"],
        attended: "self_attn.out_proj",
        attention_norm: "layer_norm1",
        widen: "mlp.fc1",
        narrow: "mlp.fc2",
        feed_norm: "layer_norm2",
    };
}

struct Block {
    /// Query, key and value in one.
    look: Layer,
    attended: Layer,
    /// γ, then β.
    attention_norm: Buffer,
    widen: Layer,
    narrow: Layer,
    feed_norm: Buffer,
}

/// All layers of a model on a GPU.
pub(super) struct Blocks {
    gpu: Gpu,
    shape: Shape,
    attention: Kernel,
    norm: Kernel,
    blocks: Vec<Block>,
}

impl Blocks {
    pub(super) fn new(
        shape: Shape,
        names: &Names,
        weights: &mut Weights,
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        let Shape { hidden, wide, .. } = shape;
        let mut blocks = Vec::with_capacity(shape.n_layers);
        for index in 0..shape.n_layers {
            let name = |part: &str| format!("{}.{index}.{part}", names.layer);
            let square = (hidden, hidden);
            let mut layer =
                |parts: &[String], sizes, then| Layer::new(gpu, weights, parts, sizes, then);
            let look = layer(&names.looks.map(name), square, Then::Write(Nonlinearity::None))?;
            let attended = layer(&[name(names.attended)], square, Then::Add)?;
            let widen = layer(&[name(names.widen)], (hidden, wide), Then::Write(shape.activation))?;
            let narrow = layer(&[name(names.narrow)], (wide, hidden), Then::Add)?;
            let mut norm = |part: &str| -> Result<Buffer, EncodeError> {
                let mut values = weights.take(&format!("{}.weight", name(part)), &[hidden])?;
                values.extend(weights.take(&format!("{}.bias", name(part)), &[hidden])?);
                Ok(gpu.buffer_of_floats(&values))
            };
            let attention_norm = norm(names.attention_norm)?;
            let feed_norm = norm(names.feed_norm)?;
            blocks.push(Block { look, attended, attention_norm, widen, narrow, feed_norm });
        }
        Ok(Self {
            gpu: gpu.clone(),
            shape,
            attention: attention(&shape),
            norm: norm(hidden, shape.epsilon),
            blocks,
        })
    }

    /// Bytes on the device that stay there.
    pub(super) fn bytes(&self) -> usize {
        let of_block = |block: &Block| {
            let layers = [&block.look, &block.attended, &block.widen, &block.narrow];
            let norms = [&block.attention_norm, &block.feed_norm];
            layers.map(Layer::bytes).iter().sum::<usize>()
                + norms.map(Buffer::bytes).iter().sum::<usize>()
        };
        self.blocks.iter().map(of_block).sum()
    }

    /// `[tokens, hidden]` → `[tokens, hidden]`.
    pub(super) async fn forward(&self, x: Vec<f32>) -> Result<Vec<f32>, EncodeError> {
        let Shape { hidden, wide, n_heads, .. } = self.shape;
        let gpu = &self.gpu;
        let n_tokens = x.len() / hidden.max(1);
        let sizes = gpu.buffer(&[u32::try_from(n_tokens).unwrap_or(u32::MAX)]);
        let (x, other) = (gpu.buffer_of_floats(&x), gpu.room(n_tokens * hidden));
        let looks = gpu.room(3 * n_tokens * hidden);
        let attended = gpu.room(n_tokens * hidden);
        let widened = gpu.room(n_tokens * wide);
        let norm = |values: &Buffer, from: &Buffer, to: &Buffer| {
            gpu.launch(&self.norm, [n_tokens, 1], &[from, values, to]);
        };
        let attend = |block: &Block, from: &Buffer| {
            block.look.launch(gpu, n_tokens, [from, &looks, &sizes]);
            gpu.launch(&self.attention, [n_tokens, n_heads], &[&looks, &attended, &sizes]);
        };
        for block in &self.blocks {
            match self.shape.order {
                Order::NormLast => {
                    attend(block, &x);
                    block.attended.launch(gpu, n_tokens, [&attended, &x, &sizes]);
                    norm(&block.attention_norm, &x, &other);
                    block.widen.launch(gpu, n_tokens, [&other, &widened, &sizes]);
                    block.narrow.launch(gpu, n_tokens, [&widened, &other, &sizes]);
                    norm(&block.feed_norm, &other, &x);
                }
                Order::NormFirst => {
                    norm(&block.attention_norm, &x, &other);
                    attend(block, &other);
                    block.attended.launch(gpu, n_tokens, [&attended, &x, &sizes]);
                    norm(&block.feed_norm, &x, &other);
                    block.widen.launch(gpu, n_tokens, [&other, &widened, &sizes]);
                    block.narrow.launch(gpu, n_tokens, [&widened, &x, &sizes]);
                }
            }
        }
        let words = gpu.read(&x).await.map_err(|e| EncodeError::Device(e.to_string()))?;
        Ok(words.into_iter().map(f32::from_bits).collect())
    }
}
