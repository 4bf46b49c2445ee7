//! CLIP's vision tower, from pixels to a vector beside its texts.
//!
//! Dosovitskiy et al., "An Image is Worth 16×16 Words", ICLR 2021, as in CLIP; weights under
//! the names of `CLIPVisionModelWithProjection`, `pre_layrnorm` among them.

use super::block::{Block, BlockShape};
use crate::{
    ClipVisionConfig, EncodeError,
    burn::layers::{Norm, Source},
};
use burn_tensor::{Device, Int, Tensor, TensorData};

/// A vision tower on a device.
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
    /// Takes the tower's weights; `device` is where its images will be put.
    pub fn new(
        config: &ClipVisionConfig,
        source: &mut impl Source,
        device: &Device,
    ) -> Result<Self, EncodeError> {
        let hidden = config.hidden_size;
        let shape = BlockShape {
            hidden,
            wide: config.intermediate_size,
            n_heads: config.num_attention_heads,
            epsilon: config.layer_norm_eps,
            activation: config.hidden_act,
        };
        let (at, side) = ("vision_model", config.patch_size);
        let patches: Tensor<4> = source
            .tensor(&format!("{at}.embeddings.patch_embedding.weight"), [hidden, 3, side, side])?;
        let class: Tensor<1> =
            source.tensor(&format!("{at}.embeddings.class_embedding"), [hidden])?;
        let n_tokens = 1 + config.n_patches();
        let positions: Tensor<2> = source
            .tensor(&format!("{at}.embeddings.position_embedding.weight"), [n_tokens, hidden])?;
        let epsilon = config.layer_norm_eps;
        let first_norm = Norm::new(source, &format!("{at}.pre_layrnorm"), hidden, epsilon)?;
        let mut blocks = Vec::with_capacity(config.num_hidden_layers);
        for index in 0..config.num_hidden_layers {
            blocks.push(Block::new(source, &format!("{at}.encoder.layers.{index}"), shape)?);
        }
        let final_norm = Norm::new(source, &format!("{at}.post_layernorm"), hidden, epsilon)?;
        let projection =
            source.turned("visual_projection.weight", hidden, config.projection_dim)?;
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

    /// Patches of `n_images` as [`patches_from_pixels`] cuts them → `[images, dim]`, not yet
    /// normalised.
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

/// Cuts an image, rows of red, green and blue bytes, into patches and appends them to `out`:
/// `[patches, 3 · patch · patch]`, a patch's red before its green and blue, values less the
/// mean and divided by the deviation of their colour.
pub fn patches_from_pixels(config: &ClipVisionConfig, pixels: &[u8], out: &mut Vec<f32>) {
    let (size, side) = (config.image_size, config.patch_size);
    let tables: Vec<[f32; 256]> = (0..3)
        .map(|colour| {
            let (mean, deviation) = (config.image_mean[colour], config.image_std[colour]);
            std::array::from_fn(|byte| {
                #[expect(clippy::cast_precision_loss, reason = "a byte")]
                let value = byte as f32 / 255.0;
                (value - mean) / deviation
            })
        })
        .collect();
    for top in (0..size).step_by(side) {
        for left in (0..size).step_by(side) {
            for (colour, table) in tables.iter().enumerate() {
                for y in top..top + side {
                    let row = &pixels[3 * (y * size + left)..3 * (y * size + left + side)];
                    out.extend(row.iter().skip(colour).step_by(3).map(|b| table[usize::from(*b)]));
                }
            }
        }
    }
}
