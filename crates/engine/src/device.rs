//! What the engine computes on. A module of the engine is this crate and one `Device`.

use rankscope_core::{search::Gallery, vectors::Vectors};
use rankscope_encode::{
    Candidate, ClipVisionConfig, EncodeError, Encoder, PackManifest, PictureTower,
};
use rankscope_messages::{DevicePreference, DeviceReport};
use std::{future::Future, pin::Pin};

/// A picture tower, once checked against the CPU.
pub type PendingTower<'a> = Pin<Box<dyn Future<Output = Result<PictureTower, EncodeError>> + 'a>>;

/// A processor that keeps galleries and runs encoders.
pub trait Device {
    /// Opens the device, or says why it cannot. The report names it and says why it is used.
    fn open(
        preference: DevicePreference,
    ) -> impl Future<Output = Result<(Self, DeviceReport), String>>
    where
        Self: Sized;

    fn gallery(&self, vectors: Vectors) -> Gallery;

    /// A vision tower, on the device if that agrees with the CPU. An error if the weights do not
    /// fit the configuration.
    fn picture_tower<'a>(
        &'a self,
        config: &'a ClipVisionConfig,
        weights: &'a [u8],
    ) -> PendingTower<'a>;

    /// Where an encoder can run, the best place first.
    fn candidates<'a>(
        &'a self,
        pack: &'a PackManifest,
        tokenizer: &'a [u8],
        weights: &'a [u8],
    ) -> Vec<Candidate<'a>>;
}

/// The CPU as a place for an encoder.
pub fn on_cpu<'a>(pack: &'a PackManifest, tokenizer: &'a [u8], weights: &'a [u8]) -> Candidate<'a> {
    Candidate {
        place: "this processor",
        make: Box::new(|| Encoder::new(pack.clone(), tokenizer, weights)),
    }
}
