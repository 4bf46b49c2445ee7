//! What every vision tower on a device of Burn does, whatever its shape.

use crate::patches::Patching;
use burn_tensor::Tensor;

/// A vision tower on a device of Burn.
pub(crate) trait ImageTower: Send + Sync {
    /// How it cuts an image.
    fn patching(&self) -> Patching;

    /// Images, each `[size, size, 3]` bytes of red, green and blue → `[images, dim]`, not yet
    /// normalised.
    fn forward(&self, images: &[&[u8]]) -> Tensor<2>;
}
