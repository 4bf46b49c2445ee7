//! A transformer's blocks, of BERT and of CLIP.

use super::{
    attention::attention,
    linear::{Epilogue, Layer},
    norm::norm,
};
use crate::{
    error::EncodeError, kernels::Nonlinearity, weight_names::BlockNames, weights::Weights,
};
use rankscope_gpu::{Buffer, Gpu, Kernel};

/// Where the layer norms are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NormOrder {
    /// After each residual connection: BERT, where every token attends to all.
    Post,
    /// Before each sublayer: CLIP's text tower, where attention is causal.
    Pre,
}

/// The sizes of a model's blocks.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockShape {
    pub(super) hidden: usize,
    /// Length of the vector between the up and down projections.
    pub(super) intermediate: usize,
    pub(super) n_heads: usize,
    /// The most tokens of a text.
    pub(super) max_tokens: usize,
    pub(super) epsilon: f64,
    pub(super) activation: Nonlinearity,
    pub(super) order: NormOrder,
}

struct Block {
    /// Query, key and value in one product.
    qkv: Layer,
    attention_output: Layer,
    /// γ, then β.
    attention_norm: Buffer,
    up: Layer,
    down: Layer,
    mlp_norm: Buffer,
}

/// All blocks of a model on a GPU.
pub(super) struct Blocks {
    gpu: Gpu,
    shape: BlockShape,
    attention: Kernel,
    norm: Kernel,
    blocks: Vec<Block>,
}

impl Blocks {
    pub(super) fn new(
        shape: BlockShape,
        names: impl Iterator<Item = BlockNames>,
        weights: &mut Weights,
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        let is_causal = shape.order == NormOrder::Pre;
        Ok(Self {
            gpu: gpu.clone(),
            shape,
            attention: attention(shape.hidden, shape.n_heads, shape.max_tokens, is_causal),
            norm: norm(shape.hidden, shape.epsilon),
            blocks: names
                .map(|names| Block::new(&names, shape, weights, gpu))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Memory on the device, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.blocks.iter().map(Block::bytes).sum()
    }

    /// `[tokens, hidden]` → `[tokens, hidden]`.
    pub(super) async fn forward(&self, x: Vec<f32>) -> Result<Vec<f32>, EncodeError> {
        let BlockShape { hidden, intermediate, n_heads, .. } = self.shape;
        let gpu = &self.gpu;
        let n_tokens = x.len() / hidden.max(1);
        let sizes = gpu.buffer_from_words(&[u32::try_from(n_tokens).unwrap_or(u32::MAX)]);
        let (x, other) = (gpu.buffer_from_floats(&x), gpu.buffer(n_tokens * hidden));
        let qkv = gpu.buffer(3 * n_tokens * hidden);
        let attended = gpu.buffer(n_tokens * hidden);
        let between = gpu.buffer(n_tokens * intermediate);
        let norm = |values: &Buffer, from: &Buffer, to: &Buffer| {
            gpu.launch(&self.norm, [n_tokens, 1], &[from, values, to]);
        };
        let attend = |block: &Block, from: &Buffer| {
            block.qkv.launch(gpu, n_tokens, [from, &qkv, &sizes]);
            gpu.launch(&self.attention, [n_tokens, n_heads], &[&qkv, &attended, &sizes]);
        };
        for block in &self.blocks {
            match self.shape.order {
                NormOrder::Post => {
                    attend(block, &x);
                    block.attention_output.launch(gpu, n_tokens, [&attended, &x, &sizes]);
                    norm(&block.attention_norm, &x, &other);
                    block.up.launch(gpu, n_tokens, [&other, &between, &sizes]);
                    block.down.launch(gpu, n_tokens, [&between, &other, &sizes]);
                    norm(&block.mlp_norm, &other, &x);
                }
                NormOrder::Pre => {
                    norm(&block.attention_norm, &x, &other);
                    attend(block, &other);
                    block.attention_output.launch(gpu, n_tokens, [&attended, &x, &sizes]);
                    norm(&block.mlp_norm, &x, &other);
                    block.up.launch(gpu, n_tokens, [&other, &between, &sizes]);
                    block.down.launch(gpu, n_tokens, [&between, &x, &sizes]);
                }
            }
        }
        let words = gpu.read(&x).await.map_err(|e| EncodeError::Device(e.to_string()))?;
        Ok(words.into_iter().map(f32::from_bits).collect())
    }
}

impl Block {
    fn new(
        names: &BlockNames,
        shape: BlockShape,
        weights: &mut Weights,
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        let BlockShape { hidden, intermediate, activation, .. } = shape;
        let mut layer = |names: &[String], (n_in, n_out), epilogue| {
            Layer::new(gpu, weights, names, (n_in, n_out), epilogue)
        };
        let one = std::slice::from_ref;
        let store = Epilogue::Store(Nonlinearity::None);
        let qkv = layer(&names.qkv, (hidden, hidden), store)?;
        let attention_output =
            layer(one(&names.attention_output), (hidden, hidden), Epilogue::Add)?;
        let up = layer(one(&names.up), (hidden, intermediate), Epilogue::Store(activation))?;
        let down = layer(one(&names.down), (intermediate, hidden), Epilogue::Add)?;
        let mut norm = |name: &str| -> Result<Buffer, EncodeError> {
            let mut values = weights.take(&format!("{name}.weight"), &[hidden])?;
            values.extend(weights.take(&format!("{name}.bias"), &[hidden])?);
            Ok(gpu.buffer_from_floats(&values))
        };
        let attention_norm = norm(&names.attention_norm)?;
        let mlp_norm = norm(&names.mlp_norm)?;
        Ok(Self { qkv, attention_output, attention_norm, up, down, mlp_norm })
    }

    fn bytes(&self) -> usize {
        let layers = [&self.qkv, &self.attention_output, &self.up, &self.down];
        let norms = [&self.attention_norm, &self.mlp_norm];
        layers.map(Layer::bytes).iter().chain(&norms.map(Buffer::bytes)).sum()
    }
}
