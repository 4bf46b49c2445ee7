//! Kernels in WGSL: a template in a `.wgsl` file, the sizes that fill it in, and launches.
//!
//! A kernel is a value of its sizes; its text is made only when a device compiles it. All buffers
//! are `read_write`: CubeCL gives tensors parts of shared buffers, and a launch may not use a
//! buffer in two ways. The sizes of a launch come last, as `var<storage, read>`. Every index that a
//! kernel reads or writes is in bounds, since CubeCL turns off the checks of native devices.

mod attention;
mod gather;
mod kernel;
mod launch;
mod linear;
mod norms;
mod patches;
mod search;
mod template;

pub(crate) use attention::Attention;
pub(crate) use gather::Gather;
pub(crate) use launch::{Use, empty, is_wgpu, launch};
pub(crate) use linear::Linear;
pub(crate) use norms::{L2Norm, LayerNorm};
pub(crate) use patches::Patches;
pub(crate) use search::{Keep, Score, Threshold};

/// The type of a layer's weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Storage {
    F32,
    F16,
    /// Eight bits, and a scale for every [`INPUTS_PER_SCALE`](crate::sizes::INPUTS_PER_SCALE) inputs
    /// of an output.
    I8,
}

#[cfg(test)]
mod tests;
