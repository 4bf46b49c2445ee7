//! The vision towers of stock operations.

use crate::{
    clip::ClipVision, layers::Loader, siglip::SiglipVision, tensor_tower::TensorTower,
    tower::values,
};
use burn_tensor::Device;
use rankscope_encode::{
    ClipVisionConfig, EncodeError, ImageEncoder, Patching, VISION_FILE, VisionFamily, WeightBytes,
    WeightDtype,
    model::{
        ImageTower, PendingVectors, Weights,
        weight_names::{clip::vision::used_for_vision, siglip},
    },
};

/// A tower whose vectors are read back.
struct OnBurn<T> {
    tower: T,
    bytes: usize,
}

impl<T: TensorTower> ImageTower for OnBurn<T> {
    fn patching(&self) -> Patching {
        self.tower.patching()
    }

    fn forward<'a>(&'a self, images: &'a [&'a [u8]]) -> PendingVectors<'a> {
        Box::pin(async move {
            let vectors = self.tower.forward(images);
            let dim = vectors.dims()[1].max(1);
            let data = vectors.into_data_async().await;
            let values = values(data.map_err(|e| EncodeError::Device(format!("{e:?}")))?)?;
            Ok(values.chunks(dim).map(<[f32]>::to_vec).collect())
        })
    }

    fn computed_in(&self, _stored: WeightDtype) -> &'static str {
        "float32"
    }

    fn bytes(&self) -> WeightBytes {
        WeightBytes { here: self.bytes, on_gpu: 0 }
    }
}

/// Loads a vision tower on a device. `weights` is a safetensors file with the names of
/// `CLIPVisionModelWithProjection` or a whole `CLIPModel`, or of SigLIP's.
///
/// # Errors
/// A weight that is missing, extra or mis-shaped, by name.
pub fn image_encoder(
    config: &ClipVisionConfig,
    weights: &[u8],
    device: &Device,
) -> Result<ImageEncoder, EncodeError> {
    config.check(VISION_FILE)?;
    match config.family {
        VisionFamily::Clip => loaded(weights, used_for_vision, device, |loader| {
            ClipVision::new(config, loader, device)
        }),
        VisionFamily::Siglip => {
            loaded(weights, siglip::used, device, |loader| SiglipVision::new(config, loader))
        }
    }
}

fn loaded<T: TensorTower + 'static>(
    weights: &[u8],
    name_used: fn(&str) -> Option<&str>,
    device: &Device,
    tower: impl FnOnce(&mut Loader<'_>) -> Result<T, EncodeError>,
) -> Result<ImageEncoder, EncodeError> {
    let mut weights = Weights::from_safetensors(VISION_FILE, weights, name_used)?;
    let bytes = weights.bytes_as_f32();
    let tower = tower(&mut Loader { weights: &mut weights, device })?;
    weights.finish()?;
    Ok(ImageEncoder::new(OnBurn { tower, bytes }))
}

/// `None` if the pack has no vision tower.
#[cfg(not(target_arch = "wasm32"))]
pub fn image_encoder_of_pack(
    dir: &std::path::Path,
    device: &Device,
) -> Result<Option<ImageEncoder>, EncodeError> {
    use rankscope_encode::model::{manifest_from_dir, read_checked};
    let manifest = manifest_from_dir(dir)?;
    let Some(config) = manifest.vision.clone() else { return Ok(None) };
    let weights = read_checked(dir, manifest.file(VISION_FILE)?)?;
    image_encoder(&config, &weights, device).map(Some)
}
