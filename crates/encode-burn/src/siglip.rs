//! SigLIP's vision tower (Zhai et al., "Sigmoid Loss for Language Image Pre-Training", ICCV 2023):
//! no class token, the tanh form of GELU, and a head that attends to all patches. We have no GPU
//! kernels for it. Weights under the names of `SiglipVisionModel`.

use crate::{
    layers::{Linear, Loader, Norm, Source},
    tensor_tower::TensorTower,
    transformer::{Block, BlockShape, blocks},
};
use burn_tensor::{Tensor, TensorData, activation};
use rankscope_encode::{
    ClipVisionConfig, EncodeError, Patching, model::weight_names::siglip as names,
};

pub(crate) struct SiglipVision {
    config: ClipVisionConfig,
    device: burn_tensor::Device,
    /// `[3 · patch · patch, hidden]`.
    patches: Tensor<2>,
    /// `[1, hidden]`.
    patch_bias: Tensor<2>,
    /// `[1, patches, hidden]`.
    positions: Tensor<3>,
    blocks: Vec<Block>,
    final_norm: Norm,
    head: Head,
}

impl SiglipVision {
    pub(crate) fn new(
        config: &ClipVisionConfig,
        loader: &mut Loader<'_>,
    ) -> Result<Self, EncodeError> {
        let (hidden, side) = (config.hidden_size, config.patch_size);
        let patching = config.patching();
        let shape = BlockShape {
            hidden,
            intermediate: config.intermediate_size,
            n_heads: config.num_attention_heads,
            epsilon: config.layer_norm_eps,
            activation: activation::gelu_approximate,
        };
        let patches: Tensor<4> = loader.tensor(names::PATCHES, [hidden, 3, side, side])?;
        let patch_bias: Tensor<1> = loader.tensor(names::PATCH_BIAS, [hidden])?;
        let positions: Tensor<2> =
            loader.tensor(names::POSITIONS, [patching.n_patches(), hidden])?;
        let layers = (0..config.num_hidden_layers).map(names::block);
        Ok(Self {
            config: config.clone(),
            device: loader.device.clone(),
            patches: patches.reshape([hidden, patching.patch_len()]).transpose(),
            patch_bias: patch_bias.reshape([1, hidden]),
            positions: positions.unsqueeze(),
            blocks: blocks(loader, layers, shape)?,
            final_norm: Norm::new(loader, names::FINAL_NORM, hidden, config.layer_norm_eps)?,
            head: Head::new(config, loader)?,
        })
    }
}

impl TensorTower for SiglipVision {
    fn patching(&self) -> Patching {
        self.config.patching()
    }

    fn forward(&self, images: &[&[u8]]) -> Tensor<2> {
        let (n_images, patches) = (images.len(), self.patching().patches(images));
        let (patching, hidden) = (self.patching(), self.config.hidden_size);
        let n_patches = patching.n_patches();
        let shape = [n_images * n_patches, patching.patch_len()];
        let pixels = Tensor::<2>::from_data(TensorData::new(patches, shape), &self.device);
        let x = pixels.matmul(self.patches.clone()) + self.patch_bias.clone();
        let x = x.reshape([n_images, n_patches, hidden]) + self.positions.clone();
        let mut x = x.reshape([n_images * n_patches, hidden]);
        for block in &self.blocks {
            x = block.forward(x, n_patches, None);
        }
        self.head.forward(self.final_norm.forward(x), n_images)
    }
}

/// A learned query attends to all patches; then a residual feed-forward layer.
struct Head {
    n_heads: usize,
    /// The query, projected and scaled: `[1, heads, 1, hidden / heads]`.
    query: Tensor<4>,
    key: Linear,
    value: Linear,
    output: Linear,
    norm: Norm,
    up: Linear,
    down: Linear,
}

impl Head {
    fn new(config: &ClipVisionConfig, loader: &mut Loader<'_>) -> Result<Self, EncodeError> {
        let (hidden, n_heads) = (config.hidden_size, config.num_attention_heads);
        let per_head = hidden / n_heads;
        let probe: Tensor<3> = loader.tensor(names::PROBE, [1, 1, hidden])?;
        // The three projections in one: `[3 · hidden, hidden]`.
        let weight: Tensor<2> = loader.tensor(names::HEAD_QKV, [3 * hidden, hidden])?;
        let bias: Tensor<1> = loader.tensor(names::HEAD_QKV_BIAS, [3 * hidden])?;
        let part = |index: usize| {
            let rows = index * hidden..(index + 1) * hidden;
            Linear {
                weight: weight.clone().slice([rows.clone()]).transpose(),
                bias: bias.clone().slice([rows]).reshape([1, hidden]),
            }
        };
        let scale = 1.0 / (per_head as f64).sqrt();
        let query = part(0).forward(probe.reshape([1, hidden])) * scale;
        Ok(Self {
            n_heads,
            query: query.reshape([1, n_heads, 1, per_head]),
            key: part(1),
            value: part(2),
            output: Linear::new(loader, names::HEAD_OUTPUT, hidden, hidden)?,
            norm: Norm::new(loader, names::HEAD_NORM, hidden, config.layer_norm_eps)?,
            up: Linear::new(loader, names::HEAD_UP, hidden, config.intermediate_size)?,
            down: Linear::new(loader, names::HEAD_DOWN, config.intermediate_size, hidden)?,
        })
    }

    /// `[images · patches, hidden]` → `[images, hidden]`.
    fn forward(&self, x: Tensor<2>, n_images: usize) -> Tensor<2> {
        let [n_rows, hidden] = x.dims();
        let shape = [n_images, n_rows / n_images, self.n_heads, hidden / self.n_heads];
        let heads = |x: Tensor<2>| x.reshape(shape).swap_dims(1, 2);
        let key = heads(self.key.forward(x.clone()));
        let value = heads(self.value.forward(x));
        let query = self.query.clone().expand([n_images, shape[2], 1, shape[3]]);
        let shares = activation::softmax(query.matmul(key.transpose()), 3);
        let attended = shares.matmul(value).swap_dims(1, 2).reshape([n_images, hidden]);
        let x = self.output.forward(attended);
        let wide = activation::gelu_approximate(self.up.forward(self.norm.forward(x.clone())));
        x + self.down.forward(wide)
    }
}
