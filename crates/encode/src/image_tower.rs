//! The interface of a vision tower on a device.

use crate::{
    pack::WeightDtype,
    patches::Patching,
    tower::{PendingVectors, WeightBytes},
};

/// A vision tower on a device: images → vectors.
pub trait ImageTower: Send + Sync {
    /// How it cuts an image.
    fn patching(&self) -> Patching;

    /// Images, each `[size, size, 3]` bytes of red, green and blue → a vector `[dim]` for each, not
    /// yet normalised.
    fn forward<'a>(&'a self, images: &'a [&'a [u8]]) -> PendingVectors<'a>;

    /// The number format in which weights stored as `stored` are multiplied, in words.
    fn computed_in(&self, stored: WeightDtype) -> &'static str;

    /// Memory of its weights.
    fn bytes(&self) -> WeightBytes;
}
