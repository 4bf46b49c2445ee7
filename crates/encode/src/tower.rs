//! The interface of a model on a device.

use crate::{error::EncodeError, pack::WeightDtype};
use std::{future::Future, pin::Pin};

/// A vector for each text, once the device has computed them.
pub type PendingVectors<'a> =
    Pin<Box<dyn Future<Output = Result<Vec<Vec<f32>>, EncodeError>> + 'a>>;

/// Memory of a model's weights, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightBytes {
    /// In this program's memory.
    pub here: usize,
    /// In a GPU's memory.
    pub on_gpu: usize,
}

/// A model on a device: token ids → vectors.
pub trait TextTower: Send + Sync {
    /// Texts as token ids, none of them empty → a vector `[dim]` for each, not yet
    /// normalised.
    fn forward<'a>(&'a self, texts: &'a [&'a [u32]]) -> PendingVectors<'a>;

    /// The number format in which weights stored as `stored` are multiplied, in words.
    fn computed_in(&self, stored: WeightDtype) -> &'static str;

    /// Memory of its weights.
    fn bytes(&self) -> WeightBytes;
}
