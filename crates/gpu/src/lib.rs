//! Compute kernels on the GPU: WGSL through wgpu, in a browser and natively.
//!
//! wgpu supplies the device, its queue and its memory; a [`Kernel`] is WGSL text, in a `.wgsl` file
//! next to the code that launches it. So nothing here needs `unsafe`, and the shader that a browser
//! compiles is the one you read here. (Burn runs on wgpu too, but its general kernels and their
//! compiler made the engine's module nearly twenty times as large.)
//!
//! Start with [`Gpu::open`]; [`search`] is exact search of a gallery. The crate uses `core` only, and
//! `encode` builds its models on it.

mod buffer;
mod device;
mod error;
mod error_watch;
mod kernel;
mod launches;
pub mod search;
mod template;

pub use buffer::Buffer;
pub use device::Gpu;
pub use error::GpuError;
pub use kernel::Kernel;
