//! The vision towers that are made of stock operations.

use super::{clip::ClipVision, layers::Loader, siglip::SiglipVision};
use crate::{
    clip_config::{ClipVisionConfig, VisionFamily},
    error::EncodeError,
    image_encoder::ImageEncoder,
    pack::VISION_FILE,
    siglip_config::SiglipVisionConfig,
    weight_names::{clip::vision::used_for_vision, siglip},
    weights::Weights,
};
use burn_tensor::Device;

impl ImageEncoder {
    /// Loads a vision tower on a device. `weights` is a safetensors file with the names of
    /// `CLIPVisionModelWithProjection` or a whole `CLIPModel`, or of SigLIP's.
    ///
    /// # Errors
    /// A weight that is missing, extra or mis-shaped, by name.
    pub fn new(
        config: ClipVisionConfig,
        weights: &[u8],
        device: &Device,
    ) -> Result<Self, EncodeError> {
        config.check(VISION_FILE)?;
        if config.family == VisionFamily::Siglip {
            return Self::siglip(&SiglipVisionConfig::from(&config), weights, device);
        }
        let mut weights = Weights::from_safetensors(VISION_FILE, weights, used_for_vision)?;
        let bytes = weights.bytes_as_f32();
        let tower =
            ClipVision::new(&config, &mut Loader { weights: &mut weights, device }, device)?;
        weights.finish()?;
        Ok(Self::of(tower, bytes))
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
        let bytes = weights.bytes_as_f32();
        let tower = SiglipVision::new(config, &mut Loader { weights: &mut weights, device })?;
        weights.finish()?;
        Ok(Self::of(tower, bytes))
    }

    /// Loads the vision tower of a pack on the CPU; `None` if the pack has none.
    ///
    /// # Errors
    /// A file that is missing or damaged, and what [`ImageEncoder::new`] refuses.
    #[cfg(all(feature = "burn", not(target_arch = "wasm32")))]
    pub fn load_dir(dir: &std::path::Path) -> Result<Option<Self>, EncodeError> {
        use crate::native::folder::{manifest_from_dir, read_checked};
        let manifest = manifest_from_dir(dir)?;
        let Some(config) = manifest.vision.clone() else { return Ok(None) };
        let weights = read_checked(dir, manifest.file(VISION_FILE)?)?;
        Self::new(config, &weights, &Device::flex()).map(Some)
    }
}
