//! The device: opening it, memory, reading results, and its errors.

mod error;
mod error_watch;
mod gpu;
mod memory;
mod open;

pub use error::GpuError;
pub use gpu::Gpu;
