//! A transformer's blocks, of BERT and of CLIP.

use crate::layers::{Norm, linear, normed};
use burn_tensor::Tensor;
use rankscope_burn_ops::{Gpu, Heads, Layer, attention};
use rankscope_encode::{
    EncodeError,
    kernels::Nonlinearity,
    model::{Weights, weight_names::BlockNames},
};

/// Where the layer norms are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NormOrder {
    /// After each residual connection: BERT.
    Post,
    /// Before each sublayer: CLIP.
    Pre,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct BlockShape {
    pub(crate) hidden: usize,
    /// Length of the vector between the up and down projections.
    pub(crate) intermediate: usize,
    pub(crate) n_heads: usize,
    /// The most tokens of a text or image.
    pub(crate) max_tokens: usize,
    /// Whether a token attends only to itself and those before it, as in CLIP's texts.
    pub(crate) is_causal: bool,
    pub(crate) epsilon: f64,
    pub(crate) activation: Nonlinearity,
    pub(crate) order: NormOrder,
}

struct Block {
    /// Query, key and value in one product.
    qkv: Layer,
    attention_output: Layer,
    attention_norm: Norm,
    up: Layer,
    down: Layer,
    mlp_norm: Norm,
}

/// All blocks of a model on a GPU.
pub(crate) struct Blocks {
    gpu: Gpu,
    shape: BlockShape,
    blocks: Vec<Block>,
}

impl Blocks {
    pub(crate) fn new(
        shape: BlockShape,
        names: impl Iterator<Item = BlockNames>,
        weights: &mut Weights,
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        let blocks = names.map(|names| Block::new(&names, shape, weights, gpu));
        Ok(Self { gpu: gpu.clone(), shape, blocks: blocks.collect::<Result<_, _>>()? })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.blocks.iter().map(Block::bytes).sum()
    }

    /// One text: `[tokens, hidden]` → `[tokens, hidden]`.
    pub(crate) async fn forward(&self, x: Vec<f32>) -> Result<Vec<f32>, EncodeError> {
        let hidden = self.shape.hidden;
        let n_tokens = x.len() / hidden.max(1);
        let x = self.on_device(self.gpu.floats(x, [n_tokens, hidden]), n_tokens);
        self.gpu.read_floats(x).await.map_err(|error| EncodeError::Device(error.to_string()))
    }

    /// Texts or images with `n_tokens` each: `[rows, hidden]` → `[rows, hidden]`.
    pub(crate) fn on_device(&self, x: Tensor<2>, n_tokens: usize) -> Tensor<2> {
        self.blocks.iter().fold(x, |x, block| block.forward(x, n_tokens, self.shape))
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        let blocks = std::mem::take(&mut self.blocks).into_iter();
        Layer::give_back(blocks.flat_map(|b| [b.qkv, b.attention_output, b.up, b.down]));
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
        let mut layer =
            |names: &[String], sizes, activation| linear(gpu, weights, names, sizes, activation);
        let one = std::slice::from_ref;
        let none = Nonlinearity::None;
        let qkv = layer(&names.qkv, (hidden, hidden), none)?;
        let attention_output = layer(one(&names.attention_output), (hidden, hidden), none)?;
        let up = layer(one(&names.up), (hidden, intermediate), activation)?;
        let down = layer(one(&names.down), (intermediate, hidden), none)?;
        let attention_norm = Norm::new(gpu, weights, &names.attention_norm, hidden)?;
        let mlp_norm = Norm::new(gpu, weights, &names.mlp_norm, hidden)?;
        Ok(Self { qkv, attention_output, attention_norm, up, down, mlp_norm })
    }

    fn bytes(&self) -> usize {
        let layers = [&self.qkv, &self.attention_output, &self.up, &self.down];
        let norms = [&self.attention_norm, &self.mlp_norm];
        layers.map(Layer::bytes).iter().chain(&norms.map(Norm::bytes)).sum()
    }

    /// `[rows, hidden]` → `[rows, hidden]`.
    fn forward(&self, x: Tensor<2>, n_tokens: usize, shape: BlockShape) -> Tensor<2> {
        let BlockShape { n_heads, max_tokens, is_causal, epsilon, order, .. } = shape;
        let norm = |x, residual, norm| normed(x, residual, norm, epsilon);
        let attended = |x: Tensor<2>| {
            let heads = Heads { n_heads, n_tokens, max_tokens, is_causal };
            attention(self.qkv.forward(x, None), heads)
        };
        match order {
            NormOrder::Post => {
                let output = self.attention_output.forward(attended(x.clone()), None);
                let x = norm(output, Some(x), &self.attention_norm);
                let output = self.down.forward(self.up.forward(x.clone(), None), None);
                norm(output, Some(x), &self.mlp_norm)
            }
            NormOrder::Pre => {
                let normed = norm(x.clone(), None, &self.attention_norm);
                let x = self.attention_output.forward(attended(normed), Some(x));
                let normed = norm(x.clone(), None, &self.mlp_norm);
                self.down.forward(self.up.forward(normed, None), Some(x))
            }
        }
    }
}
