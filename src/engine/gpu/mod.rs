//! The GPU as the engine uses it. An engine without the feature `engine-webgpu` has none, and neither
//! Burn nor wgpu.

#[cfg(not(feature = "engine-webgpu"))]
mod none;
#[cfg(feature = "engine-webgpu")]
mod through_burn;

#[cfg(not(feature = "engine-webgpu"))]
pub(super) use none::{Gpu, encoder, gallery, open, suits};
#[cfg(feature = "engine-webgpu")]
pub(super) use through_burn::{Gpu, encoder, gallery, open, suits};
