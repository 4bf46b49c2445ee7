//! What every vision tower on a device does, whatever its shape.

use crate::patches::Patching;
use burn_tensor::Tensor;

/// A vision tower of any shape on a device.
pub(super) trait ImageTower: Send + Sync {
    /// How it cuts an image.
    fn patching(&self) -> Patching;

    /// Patches of `n_images` → `[images, dim]`, not yet normalised.
    fn forward(&self, patches: Vec<f32>, n_images: usize) -> Tensor<2>;
}
