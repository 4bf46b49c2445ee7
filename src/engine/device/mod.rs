//! What the engine computes on. There are two engines, one for the CPU and one for WebGPU; this room
//! is all in which they differ.
//!
//! Each has a `Device`, which makes galleries and says where encoders can run.

mod adapter;
#[cfg(not(feature = "engine-gpu"))]
mod cpu;
#[cfg(feature = "engine-gpu")]
mod webgpu;

#[cfg(not(feature = "engine-gpu"))]
pub(super) use cpu::Device;
#[cfg(feature = "engine-gpu")]
pub(super) use webgpu::Device;

use rankscope_encode::{Candidate, Encoder, PackManifest};

/// The CPU as a place for an encoder.
fn on_cpu<'a>(pack: &'a PackManifest, tokenizer: &'a [u8], weights: &'a [u8]) -> Candidate<'a> {
    Candidate {
        place: "this processor",
        make: Box::new(|| Encoder::new(pack.clone(), tokenizer, weights)),
    }
}
