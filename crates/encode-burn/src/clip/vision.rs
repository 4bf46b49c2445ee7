//! CLIP's vision tower: pixels → a vector in the space of its texts (Dosovitskiy et al., "An Image
//! is Worth 16×16 Words", ICLR 2021, as in CLIP); weights under the names of
//! `CLIPVisionModelWithProjection`.

use crate::{
    layers::{Norm, Source},
    tensor_tower::TensorTower,
    transformer::{Block, BlockShape, blocks, stock},
};
use burn_tensor::{Device, Int, Tensor, TensorData};
use rankscope_encode::{
    ClipVisionConfig, EncodeError, Patching, model::weight_names::clip::vision,
};

pub struct ClipVision {
    device: Device,
    config: ClipVisionConfig,
    /// `[3 · patch · patch, hidden]`.
    patches: Tensor<2>,
    /// `[1, 1, hidden]`.
    class: Tensor<3>,
    /// `[1, 1 + patches, hidden]`.
    positions: Tensor<3>,
    first_norm: Norm,
    blocks: Vec<Block>,
    final_norm: Norm,
    /// `[hidden, dim]`.
    projection: Tensor<2>,
}

impl ClipVision {
    /// `device` will hold its images.
    pub fn new(
        config: &ClipVisionConfig,
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
        let (side, n_tokens) = (config.patch_size, 1 + config.n_patches());
        let patches: Tensor<4> = source.tensor(vision::PATCHES, [hidden, 3, side, side])?;
        let class: Tensor<1> = source.tensor(vision::CLASS, [hidden])?;
        let positions: Tensor<2> = source.tensor(vision::POSITIONS, [n_tokens, hidden])?;
        let first_norm = Norm::new(source, vision::FIRST_NORM, hidden, epsilon)?;
        let names = (0..config.num_hidden_layers).map(vision::vision_block);
        let blocks = blocks(source, names, shape)?;
        let final_norm = Norm::new(source, vision::FINAL_NORM, hidden, epsilon)?;
        let projection = source.transposed(vision::PROJECTION, hidden, config.projection_dim)?;
        Ok(Self {
            device: device.clone(),
            config: config.clone(),
            patches: patches.reshape([hidden, config.patch_len()]).transpose(),
            class: class.reshape([1, 1, hidden]),
            positions: positions.unsqueeze(),
            first_norm,
            blocks,
            final_norm,
            projection,
        })
    }

    /// Patches of `n_images` as [`Patching`] cuts them → `[images, dim]`, not yet normalised.
    pub fn forward(&self, patches: Vec<f32>, n_images: usize) -> Tensor<2> {
        let (n_patches, patch_len) = (self.config.n_patches(), self.config.patch_len());
        let hidden = self.config.hidden_size;
        let n_tokens = 1 + n_patches;
        let shape = [n_images * n_patches, patch_len];
        let pixels = Tensor::<2>::from_data(TensorData::new(patches, shape), &self.device);
        let patches = pixels.matmul(self.patches.clone()).reshape([n_images, n_patches, hidden]);
        let class = self.class.clone().expand([n_images, 1, hidden]);
        let x = Tensor::cat(vec![class, patches], 1) + self.positions.clone();
        let mut x = self.first_norm.forward(x.reshape([n_images * n_tokens, hidden]));
        for block in &self.blocks {
            x = block.forward(x, n_tokens, None);
        }
        let class_rows: Vec<i32> = (0..n_images)
            .map(|image| i32::try_from(image * n_tokens).unwrap_or(i32::MAX))
            .collect();
        let class_rows =
            Tensor::<1, Int>::from_data(TensorData::new(class_rows, [n_images]), &self.device);
        self.final_norm.forward(x.select(0, class_rows)).matmul(self.projection.clone())
    }
}

impl TensorTower for ClipVision {
    fn patching(&self) -> Patching {
        self.config.patching()
    }

    fn forward(&self, images: &[&[u8]]) -> Tensor<2> {
        self.forward(self.patching().patches(images), images.len())
    }
}
