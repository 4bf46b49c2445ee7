//! Images → vectors on a device of Burn: a vision tower of any shape.

use crate::{error::EncodeError, image_tower::ImageTower, patches::Patching};
use burn_tensor::{Tensor, TensorData};
use rankscope_core::vectors::normalised;

/// Images in a batch: enough to keep the device busy, few enough for its caches.
const BATCH: usize = 32;

/// A vision tower on a device, for images of one size: made of stock operations, or of those that
/// have kernels of ours (feature `webgpu`).
pub struct ImageEncoder {
    tower: Box<dyn ImageTower>,
    /// Memory of its weights, on the device.
    bytes: usize,
    /// The device, if it is one whose errors are watched.
    #[cfg(feature = "webgpu")]
    gpu: Option<rankscope_burn_ops::Gpu>,
}

impl ImageEncoder {
    /// A tower on any device.
    #[cfg(feature = "stock")]
    pub(crate) fn of(tower: impl ImageTower + 'static, bytes: usize) -> Self {
        Self {
            tower: Box::new(tower),
            bytes,
            #[cfg(feature = "webgpu")]
            gpu: None,
        }
    }

    /// A tower on a GPU, whose errors are watched.
    #[cfg(feature = "webgpu")]
    pub(crate) fn of_gpu(
        tower: impl ImageTower + 'static,
        bytes: usize,
        gpu: &rankscope_burn_ops::Gpu,
    ) -> Self {
        Self { tower: Box::new(tower), bytes, gpu: Some(gpu.clone()) }
    }

    /// How the tower cuts an image.
    #[must_use]
    pub fn patching(&self) -> Patching {
        self.tower.patching()
    }

    /// Memory of its weights on the device, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Encodes images, each `[size, size, 3]` bytes of red, green and blue in rows from the
    /// top, into L2-normalised vectors `[dim]`.
    ///
    /// # Errors
    /// An image of another size, or a device that fails.
    pub async fn encode(&self, images: &[&[u8]]) -> Result<Vec<Vec<f32>>, EncodeError> {
        let mut vectors = Vec::with_capacity(images.len());
        for batch in images.chunks(BATCH) {
            let found = self.forward(batch)?;
            push_vectors(found.dims()[1], &self.read(found).await?, &mut vectors)?;
        }
        Ok(vectors)
    }

    /// Blocking [`Self::encode`]; a browser cannot block.
    ///
    /// # Errors
    /// As [`Self::encode`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn encode_blocking(&self, images: &[&[u8]]) -> Result<Vec<Vec<f32>>, EncodeError> {
        pollster::block_on(self.encode(images))
    }

    async fn read(&self, tensor: Tensor<2>) -> Result<Vec<f32>, EncodeError> {
        #[cfg(feature = "webgpu")]
        if let Some(gpu) = &self.gpu {
            let values = gpu.read_floats(tensor).await;
            return values.map_err(|error| EncodeError::Device(error.to_string()));
        }
        let data = tensor.into_data_async().await;
        let data: TensorData = data.map_err(|e| EncodeError::Device(format!("{e:?}")))?;
        data.try_to_vec::<f32>().map_err(|e| EncodeError::Device(format!("{e:?}")))
    }

    fn forward(&self, images: &[&[u8]]) -> Result<Tensor<2>, EncodeError> {
        let needed = self.patching().image_len();
        match images.iter().map(|image| image.len()).find(|found| *found != needed) {
            Some(found) => Err(EncodeError::ImageSize { needed, found }),
            None => Ok(self.tower.forward(images)),
        }
    }
}

fn push_vectors(
    dim: usize,
    values: &[f32],
    vectors: &mut Vec<Vec<f32>>,
) -> Result<(), EncodeError> {
    for vector in values.chunks(dim.max(1)) {
        let vector = normalised(vector)
            .map_err(|source| EncodeError::Vector { text: "an image".into(), source })?;
        vectors.push(vector);
    }
    Ok(())
}
