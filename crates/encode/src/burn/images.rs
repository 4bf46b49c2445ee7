//! Image → vector: the vision tower of a pack.

use super::{
    clip::{ClipVision, patches_from_pixels},
    layers::Loader,
};
use crate::{
    ClipVisionConfig, EncodeError, VISION_FILE,
    weights::{Weights, vision_weight},
};
use crate::{PACK_FILE, PackManifest, folder};
use burn_tensor::{Device, TensorData};
use rankscope_core::vectors::normalised;

/// Images in a batch: enough for the device, few enough for its caches.
const BATCH: usize = 32;

/// A vision tower on a device, for images of one size.
pub struct ImageEncoder {
    config: ClipVisionConfig,
    tower: ClipVision,
}

impl ImageEncoder {
    /// Puts a vision tower on a device. `weights` is a safetensors file with the names of
    /// `CLIPVisionModelWithProjection`; a whole `CLIPModel` will do.
    ///
    /// # Errors
    /// A weight that is missing, extra or mis-shaped, by name.
    pub fn new(
        config: ClipVisionConfig,
        weights: &[u8],
        device: &Device,
    ) -> Result<Self, EncodeError> {
        config.check(VISION_FILE)?;
        let mut weights = Weights::from_safetensors(VISION_FILE, weights, vision_weight)?;
        let tower =
            ClipVision::new(&config, &mut Loader { weights: &mut weights, device }, device)?;
        weights.finish()?;
        Ok(Self { config, tower })
    }

    /// Loads the vision tower of a pack on the CPU; none where the pack has none.
    ///
    /// # Errors
    /// A file that is missing or damaged, and what [`ImageEncoder::new`] refuses.
    pub fn load_dir(dir: &std::path::Path) -> Result<Option<Self>, EncodeError> {
        let path = dir.join(PACK_FILE);
        let text = String::from_utf8_lossy(&folder::read(&path)?).into_owned();
        let manifest = PackManifest::from_json(&path.display().to_string(), &text)?;
        let Some(config) = manifest.vision.clone() else { return Ok(None) };
        let weights = folder::read_checked(dir, manifest.file(VISION_FILE)?)?;
        Self::new(config, &weights, &Device::flex()).map(Some)
    }

    /// What the tower is like.
    #[must_use]
    pub fn config(&self) -> &ClipVisionConfig {
        &self.config
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

    /// Encodes images and waits; there is no waiting in a browser.
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
        let needed = 3 * self.config.image_size * self.config.image_size;
        let mut patches = Vec::with_capacity(images.len() * needed);
        for image in images {
            if image.len() != needed {
                return Err(EncodeError::ImageSize { needed, found: image.len() });
            }
            patches_from_pixels(&self.config, image, &mut patches);
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
