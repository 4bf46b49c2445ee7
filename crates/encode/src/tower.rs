//! The interfaces of models on a device.

use crate::{error::EncodeError, pack::WeightDtype, patches::Patching};
use std::{future::Future, pin::Pin};

/// A vector for each text, once the device has computed them.
pub type PendingVectors<'a> =
    Pin<Box<dyn Future<Output = Result<Vec<Vec<f32>>, EncodeError>> + 'a>>;

/// Memory of a model's weights, in bytes: in this program's memory and in a GPU's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightBytes {
    pub here: usize,
    pub on_gpu: usize,
}

pub trait TextTower: Send + Sync {
    /// Texts as token ids, none of them empty → a vector `[dim]` for each, not yet normalised.
    fn forward<'a>(&'a self, texts: &'a [&'a [u32]]) -> PendingVectors<'a>;

    /// The number format in which weights stored as `stored` are multiplied, in words.
    fn computed_in(&self, stored: WeightDtype) -> &'static str;

    fn bytes(&self) -> WeightBytes;
}

pub trait ImageTower: Send + Sync {
    fn patching(&self) -> Patching;

    /// Images, each `[size, size, 3]` bytes of red, green and blue → a vector `[dim]` for each, not
    /// yet normalised.
    fn forward<'a>(&'a self, images: &'a [&'a [u8]]) -> PendingVectors<'a>;

    /// The number format in which weights stored as `stored` are multiplied, in words.
    fn computed_in(&self, stored: WeightDtype) -> &'static str;

    fn bytes(&self) -> WeightBytes;
}
