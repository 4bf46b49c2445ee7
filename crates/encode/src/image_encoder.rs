use crate::{
    error::EncodeError,
    pack::WeightDtype,
    patches::Patching,
    tower::{ImageTower, WeightBytes},
};
use rankscope_core::vectors::normalised;

/// Enough to keep the device busy, few enough for its caches.
const BATCH: usize = 32;

/// A vision tower on a device that takes many images of one size at a time.
pub struct ImageEncoder(Box<dyn ImageTower>);

impl ImageEncoder {
    pub fn new(tower: impl ImageTower + 'static) -> Self {
        Self(Box::new(tower))
    }

    pub fn patching(&self) -> Patching {
        self.0.patching()
    }

    /// The number format in which weights stored as `stored` are multiplied, in words.
    pub fn computed_in(&self, stored: WeightDtype) -> &'static str {
        self.0.computed_in(stored)
    }

    pub fn bytes(&self) -> WeightBytes {
        self.0.bytes()
    }

    /// Encodes images, each `[size, size, 3]` bytes of red, green and blue in rows from the top,
    /// into L2-normalised vectors `[dim]`.
    pub async fn encode(&self, images: &[&[u8]]) -> Result<Vec<Vec<f32>>, EncodeError> {
        let needed = self.patching().image_len();
        if let Some(found) = images.iter().map(|image| image.len()).find(|len| *len != needed) {
            return Err(EncodeError::ImageSize { needed, found });
        }
        let mut vectors = Vec::with_capacity(images.len());
        for batch in images.chunks(BATCH) {
            for vector in self.0.forward(batch).await? {
                vectors.push(
                    normalised(&vector).map_err(|source| EncodeError::Vector {
                        text: "an image".into(),
                        source,
                    })?,
                );
            }
        }
        Ok(vectors)
    }

    /// Blocking [`Self::encode`]; a browser cannot block.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn encode_blocking(&self, images: &[&[u8]]) -> Result<Vec<Vec<f32>>, EncodeError> {
        pollster::block_on(self.encode(images))
    }
}
