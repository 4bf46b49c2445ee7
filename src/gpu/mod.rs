//! Kernels of our own on the GPU that Burn opened.
//!
//! CubeCL, which Burn runs on, gives device, queue, memory and the news of a lost device; a kernel
//! is WGSL, launched as text. So nothing here needs `unsafe`, which kernels in CubeCL's own language
//! do (their arguments are raw parts), what the browser compiles is what is read here, and a kernel
//! costs the engine's module its text and no more. The price is that they run on WebGPU and wgpu
//! alone, which is all that this program offers beside the processor.
//!
//! Enter by [`Gpu::of`]. This room uses no other; `search` and `encode` use it.

mod device;
mod kernel;

pub use device::{Buffer, Gpu, GpuError};
pub use kernel::Kernel;
