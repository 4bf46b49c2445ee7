//! Picture → vector on the CPU: the vision tower of a pack.

use crate::{
    clip_config::ClipVisionConfig,
    cpu::{ClipVision, Pass, multiplied_in},
    error::EncodeError,
    pack::{VISION_FILE, WeightDtype},
    preprocess::{Rgba, pixels_for_tower},
    weights::Weights,
};
use rankscope_core::vectors::normalised;

/// A vision tower, loaded without its text tower.
pub struct PictureEncoder {
    tower: ClipVision,
}

impl PictureEncoder {
    /// `weights` is a safetensors file with the names of `CLIPVisionModelWithProjection` or a whole
    /// `CLIPModel`, or of SigLIP's.
    ///
    /// # Errors
    /// A weight that is missing, extra or mis-shaped, by name; a shape beyond
    /// [limits](rankscope_core::limits).
    pub fn new(config: &ClipVisionConfig, weights: &[u8]) -> Result<Self, EncodeError> {
        config.check(VISION_FILE)?;
        Self::from_weights(
            config,
            Weights::from_safetensors(VISION_FILE, weights, config.name_used())?,
        )
    }

    pub(crate) fn from_weights(
        config: &ClipVisionConfig,
        mut weights: Weights,
    ) -> Result<Self, EncodeError> {
        let tower = ClipVision::new(config, &mut weights)?;
        weights.finish()?;
        Ok(Self { tower })
    }

    pub fn config(&self) -> &ClipVisionConfig {
        self.tower.config()
    }

    pub fn stored(&self) -> WeightDtype {
        self.tower.stored()
    }

    /// The number format in which its weights are multiplied, in words.
    pub fn computed_in(&self) -> &'static str {
        multiplied_in(self.stored())
    }

    pub fn bytes(&self) -> usize {
        self.tower.bytes()
    }

    /// Encodes an image `[size, size, 3]`, bytes of red, green and blue in rows from the top, into
    /// an L2-normalised vector `[dim]`.
    pub fn encode_image(&self, pixels: &[u8]) -> Result<Vec<f32>, EncodeError> {
        self.begin(pixels)?.finish()
    }

    /// Makes a picture square as the tower needs it, and encodes it.
    pub fn encode_picture(&self, picture: Rgba<'_>) -> Result<Vec<f32>, EncodeError> {
        let config = self.config();
        self.encode_image(&pixels_for_tower(picture, config.image_size, config.resizing)?)
    }

    /// Begins to encode an image as [`Self::encode_image`] does; other work can go on between the
    /// steps.
    pub fn begin(&self, pixels: &[u8]) -> Result<PictureEncoding<'_>, EncodeError> {
        let needed = self.config().patching().image_len();
        if pixels.len() != needed {
            return Err(EncodeError::ImageSize { needed, found: pixels.len() });
        }
        Ok(PictureEncoding { pass: self.tower.pass(pixels) })
    }
}

/// An image on its way through a vision tower, one block a step.
pub struct PictureEncoding<'a> {
    pass: Pass<'a>,
}

impl PictureEncoding<'_> {
    pub fn n_steps(&self) -> usize {
        self.pass.n_steps()
    }

    /// Takes a step; the last one gives the L2-normalised vector `[dim]`.
    pub fn step(&mut self) -> Result<Option<Vec<f32>>, EncodeError> {
        let Some(vector) = self.pass.step() else { return Ok(None) };
        let vector = normalised(&vector)
            .map_err(|source| EncodeError::Vector { text: "a picture".into(), source })?;
        Ok(Some(vector))
    }

    fn finish(mut self) -> Result<Vec<f32>, EncodeError> {
        loop {
            if let Some(vector) = self.step()? {
                return Ok(vector);
            }
        }
    }
}
