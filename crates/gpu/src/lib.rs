//! Kernels of our own on the GPU.
//!
//! wgpu gives device, queue and memory, in a browser and natively; a kernel is WGSL, launched as
//! text. So nothing here needs `unsafe`, and what the browser compiles is what is read here. Burn
//! runs on wgpu too, but its general kernels and their compiler, which a page that searches and
//! encodes has no use for, made the engine's module nearly twenty times as large.
//!
//! Enter by [`Gpu::open`]. This room uses no other; `search` and `encode` use it.

mod device;
mod error;
mod kernel;
pub mod search;
mod trouble;

pub use device::{Buffer, Gpu};
pub use error::GpuError;
pub use kernel::Kernel;
