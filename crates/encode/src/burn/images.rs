//! Image → vector: the vision tower of a pack.

use super::{clip::ClipVision, image_tower::ImageTower, layers::Loader, siglip::SiglipVision};
use crate::{
    clip_config::ClipVisionConfig,
    error::EncodeError,
    native::folder::{manifest_from_dir, read_checked},
    pack::VISION_FILE,
    siglip_config::SiglipVisionConfig,
    weight_names::{clip::vision::used_for_vision, siglip},
    weights::Weights,
};
use burn_tensor::{Device, TensorData};
use rankscope_core::vectors::normalised;
use std::path::Path;

/// Images in a batch: enough to keep the device busy, few enough for its caches.
const BATCH: usize = 32;

/// A vision tower on a device, for images of one size.
pub struct ImageEncoder {
    tower: Box<dyn ImageTower>,
}

impl ImageEncoder {
    /// Loads a vision tower on a device. `weights` is a safetensors file with the names of
    /// `CLIPVisionModelWithProjection`, or of a whole `CLIPModel`.
    ///
    /// # Errors
    /// A weight that is missing, extra or mis-shaped, by name.
    pub fn new(
        config: ClipVisionConfig,
        weights: &[u8],
        device: &Device,
    ) -> Result<Self, EncodeError> {
        config.check(VISION_FILE)?;
        let mut weights = Weights::from_safetensors(VISION_FILE, weights, used_for_vision)?;
        let tower =
            ClipVision::new(&config, &mut Loader { weights: &mut weights, device }, device)?;
        weights.finish()?;
        Ok(Self { tower: Box::new(tower) })
    }

    /// Loads SigLIP's vision tower on a device. `weights` is a safetensors file with the names of
    /// `SiglipVisionModel`, or of a whole `SiglipModel`.
    ///
    /// # Errors
    /// A weight that is missing, extra or mis-shaped, by name.
    pub fn siglip(
        config: &SiglipVisionConfig,
        weights: &[u8],
        device: &Device,
    ) -> Result<Self, EncodeError> {
        config.check(VISION_FILE)?;
        let mut weights = Weights::from_safetensors(VISION_FILE, weights, siglip::used)?;
        let tower = SiglipVision::new(config, &mut Loader { weights: &mut weights, device })?;
        weights.finish()?;
        Ok(Self { tower: Box::new(tower) })
    }

    /// Loads the vision tower of a pack on the CPU; `None` if the pack has none.
    ///
    /// # Errors
    /// A file that is missing or damaged, and what [`ImageEncoder::new`] refuses.
    pub fn load_dir(dir: &Path) -> Result<Option<Self>, EncodeError> {
        let manifest = manifest_from_dir(dir)?;
        let Some(config) = manifest.vision.clone() else { return Ok(None) };
        let weights = read_checked(dir, manifest.file(VISION_FILE)?)?;
        Self::new(config, &weights, &Device::flex()).map(Some)
    }

    /// Encodes images, each `[size, size, 3]` bytes of red, green and blue in rows from the
    /// top, into L2-normalised vectors `[dim]`.
    ///
    /// # Errors
    /// An image of another size, or a device that fails.
    pub async fn encode(&self, images: &[&[u8]]) -> Result<Vec<Vec<f32>>, EncodeError> {
        let mut vectors = Vec::with_capacity(images.len());
        for batch in images.chunks(BATCH) {
            let data = self.forward(batch)?.into_data_async().await;
            let data = data.map_err(|e| EncodeError::Device(format!("{e:?}")))?;
            push_vectors(data, &mut vectors)?;
        }
        Ok(vectors)
    }

    /// Blocking [`Self::encode`].
    ///
    /// # Errors
    /// As [`Self::encode`].
    pub fn encode_blocking(&self, images: &[&[u8]]) -> Result<Vec<Vec<f32>>, EncodeError> {
        let mut vectors = Vec::with_capacity(images.len());
        for batch in images.chunks(BATCH) {
            push_vectors(self.forward(batch)?.into_data(), &mut vectors)?;
        }
        Ok(vectors)
    }

    fn forward(&self, images: &[&[u8]]) -> Result<burn_tensor::Tensor<2>, EncodeError> {
        let patching = self.tower.patching();
        let needed = patching.image_len();
        let mut patches = Vec::with_capacity(images.len() * needed);
        for image in images {
            if image.len() != needed {
                return Err(EncodeError::ImageSize { needed, found: image.len() });
            }
            patching.append_patches(image, &mut patches);
        }
        Ok(self.tower.forward(patches, images.len()))
    }
}

fn push_vectors(data: TensorData, vectors: &mut Vec<Vec<f32>>) -> Result<(), EncodeError> {
    let dim = data.shape()[1];
    let values = data.try_to_vec::<f32>().map_err(|e| EncodeError::Device(format!("{e:?}")))?;
    for vector in values.chunks(dim) {
        let vector = normalised(vector)
            .map_err(|source| EncodeError::Vector { text: "an image".into(), source })?;
        vectors.push(vector);
    }
    Ok(())
}
