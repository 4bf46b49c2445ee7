//! What every vision tower of stock operations does, whatever its shape.

use burn_tensor::Tensor;
use rankscope_encode::Patching;

/// A vision tower as operations on tensors.
pub(crate) trait TensorTower: Send + Sync {
    /// How it cuts an image.
    fn patching(&self) -> Patching;

    /// Images, each `[size, size, 3]` bytes of red, green and blue → `[images, dim]`, not yet
    /// normalised.
    fn forward(&self, images: &[&[u8]]) -> Tensor<2>;
}
