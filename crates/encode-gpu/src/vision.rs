//! CLIP's vision tower on a GPU: patches, blocks and projection are operations with our kernels;
//! stock ones join the class token and the positions.

use crate::{
    blocks::{BlockShape, Blocks, NormOrder},
    layers::{Norm, computed_in, normed, projection},
};
use burn_tensor::Tensor;
use rankscope_burn_ops::{Gpu, Layer, PatchLayer, PatchShape, attention_workgroup_bytes};
use rankscope_encode::{
    ClipVisionConfig, EncodeError, ImageEncoder, Patching, PictureEncoder, PictureTower,
    VISION_FILE, WeightBytes, WeightDtype,
    model::{
        ImageTower, PendingVectors, Weights,
        weight_names::clip::vision::{self, used_for_vision},
    },
};

/// Loads a vision tower on a GPU, with the weights of its layers in their stored type. `weights` is
/// a safetensors file with the names of `CLIPVisionModelWithProjection`, or of a whole `CLIPModel`.
///
/// # Errors
/// A weight that is missing, extra or mis-shaped, by name; one larger than the device's largest
/// buffer; more patches than its workgroups have memory for.
pub fn image_encoder(
    config: &ClipVisionConfig,
    weights: &[u8],
    gpu: &Gpu,
) -> Result<ImageEncoder, EncodeError> {
    config.check(VISION_FILE)?;
    if let Some(reason) = config.not_on_gpu() {
        return Err(EncodeError::NotOnGpu(reason));
    }
    if attention_workgroup_bytes(1 + config.n_patches()) > gpu.max_workgroup_bytes() {
        let reason = format!("{} patches are too many for this device", config.n_patches());
        return Err(EncodeError::Unsupported { path: VISION_FILE.into(), reason });
    }
    let mut weights = Weights::from_safetensors(VISION_FILE, weights, used_for_vision)?;
    let tower = GpuVision::new(config, &mut weights, gpu)?;
    weights.finish()?;
    Ok(ImageEncoder::new(tower))
}

/// A vision tower on a GPU if it agrees there with the CPU, and otherwise on the CPU, with a notice
/// that says why.
pub async fn picture_tower(
    config: &ClipVisionConfig,
    weights: &[u8],
    gpu: &Gpu,
) -> Result<PictureTower, EncodeError> {
    let on_cpu = PictureEncoder::new(config, weights)?;
    Ok(PictureTower::on_device(on_cpu, "WebGPU", image_encoder(config, weights, gpu)).await)
}

struct GpuVision {
    gpu: Gpu,
    config: ClipVisionConfig,
    patches: PatchLayer,
    /// `[1, 1, hidden]`.
    class: Tensor<3>,
    /// `[1, 1 + patches, hidden]`.
    positions: Tensor<3>,
    first_norm: Norm,
    blocks: Blocks,
    final_norm: Norm,
    projection: Layer,
}

impl GpuVision {
    fn new(
        config: &ClipVisionConfig,
        weights: &mut Weights,
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        let hidden = config.hidden_size;
        let (side, n_tokens) = (config.patch_size, 1 + config.n_patches());
        let patches = weights.take(vision::PATCHES, &[hidden, 3, side, side])?;
        let patch_shape = PatchShape { side, n_out: hidden };
        let shape = BlockShape {
            hidden,
            intermediate: config.intermediate_size,
            n_heads: config.num_attention_heads,
            max_tokens: n_tokens,
            is_causal: false,
            epsilon: config.layer_norm_eps,
            activation: config.hidden_act.nonlinearity(),
            order: NormOrder::Pre,
        };
        let names = (0..config.num_hidden_layers).map(vision::vision_block);
        let class = weights.take(vision::CLASS, &[hidden])?;
        let positions = weights.take(vision::POSITIONS, &[n_tokens, hidden])?;
        Ok(Self {
            gpu: gpu.clone(),
            config: config.clone(),
            patches: PatchLayer::new(gpu, &patches, &vec![0.0; hidden], patch_shape),
            class: gpu.floats(class, [1, 1, hidden]),
            positions: gpu.floats(positions, [1, n_tokens, hidden]),
            first_norm: Norm::new(gpu, weights, vision::FIRST_NORM, hidden)?,
            blocks: Blocks::new(shape, names, weights, gpu)?,
            final_norm: Norm::new(gpu, weights, vision::FINAL_NORM, hidden)?,
            projection: projection(
                gpu,
                weights,
                vision::PROJECTION,
                (hidden, config.projection_dim),
            )?,
        })
    }

    /// Images → `[images, dim]`.
    fn tensor(&self, images: &[&[u8]]) -> Tensor<2> {
        let ClipVisionConfig { image_size, hidden_size, layer_norm_eps, .. } = self.config;
        let (n_images, n_patches) = (images.len(), self.config.n_patches());
        let n_tokens = 1 + n_patches;
        let mut pixels = Vec::with_capacity(n_images * self.patching().image_len());
        images.iter().for_each(|image| self.patching().append_pixels(image, &mut pixels));
        let pixels = self.gpu.floats(pixels, [n_images, image_size, image_size, 3]);
        let patches = self.patches.forward(pixels).reshape([n_images, n_patches, hidden_size]);
        let class = self.class.clone().expand([n_images, 1, hidden_size]);
        let x = Tensor::cat(vec![class, patches], 1) + self.positions.clone();
        let x = x.reshape([n_images * n_tokens, hidden_size]);
        let x = self.blocks.on_device(normed(x, None, &self.first_norm, layer_norm_eps), n_tokens);
        let x = x.reshape([n_images, n_tokens, hidden_size]).narrow(1, 0, 1);
        let x = x.reshape([n_images, hidden_size]);
        self.projection.forward(normed(x, None, &self.final_norm, layer_norm_eps), None)
    }

    fn bytes_on_device(&self) -> usize {
        let floats = (2 + self.config.n_patches()) * self.config.hidden_size;
        let norms = self.first_norm.bytes() + self.final_norm.bytes();
        4 * floats + norms + self.patches.bytes() + self.blocks.bytes() + self.projection.bytes()
    }
}

impl ImageTower for GpuVision {
    fn patching(&self) -> Patching {
        self.config.patching()
    }

    fn forward<'a>(&'a self, images: &'a [&'a [u8]]) -> PendingVectors<'a> {
        Box::pin(async move {
            let vectors = self.tensor(images);
            let dim = vectors.dims()[1].max(1);
            let values = self.gpu.read_floats(vectors).await;
            let values = values.map_err(|error| EncodeError::Device(error.to_string()))?;
            Ok(values.chunks(dim).map(<[f32]>::to_vec).collect())
        })
    }

    fn computed_in(&self, stored: WeightDtype) -> &'static str {
        computed_in(stored)
    }

    fn bytes(&self) -> WeightBytes {
        WeightBytes { here: 0, on_gpu: self.bytes_on_device() }
    }
}
