//! The interface of vision towers of stock operations.

use burn_tensor::Tensor;
use rankscope_encode::Patching;

pub(crate) trait TensorTower: Send + Sync {
    fn patching(&self) -> Patching;

    /// Images, each `[size, size, 3]` bytes of red, green and blue → `[images, dim]`, not yet
    /// normalised.
    fn forward(&self, images: &[&[u8]]) -> Tensor<2>;
}
