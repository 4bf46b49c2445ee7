//! What every text encoder is, whatever it is computed on.

use super::{EncodeError, WeightDtype};
use std::{future::Future, pin::Pin};

/// A vector for each text, when the device has them.
pub(super) type Answers<'a> =
    Pin<Box<dyn Future<Output = Result<Vec<Vec<f32>>, EncodeError>> + 'a>>;

/// What the weights of a model take, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightBytes {
    /// In this program's memory.
    pub here: usize,
    /// In a GPU's.
    pub on_gpu: usize,
}

/// A model on a device, from token ids to vectors.
pub(super) trait TextTower: Send + Sync {
    /// Texts as token ids, none of them empty → a vector `[dim]` for each, not yet
    /// normalised.
    fn forward<'a>(&'a self, texts: &'a [&'a [u32]]) -> Answers<'a>;

    /// What weights that are stored so are multiplied as, in words.
    fn computed_in(&self, stored: WeightDtype) -> &'static str;

    /// What its weights take.
    fn bytes(&self) -> WeightBytes;

    /// [`Self::forward`] at once; there is no waiting in a browser.
    #[cfg(not(target_arch = "wasm32"))]
    fn forward_blocking(&self, texts: &[&[u32]]) -> Result<Vec<Vec<f32>>, EncodeError>;
}
