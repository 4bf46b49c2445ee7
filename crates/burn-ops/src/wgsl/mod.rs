//! Kernels in WGSL: a template in a `.wgsl` file, the sizes that fill it in, and launches.
//!
//! A kernel is a value of its sizes; its text is made only when a device compiles it. All buffers
//! are `read_write`: CubeCL gives tensors parts of shared buffers, and a launch may not use a
//! buffer in two ways. The sizes of a launch come last, as `var<storage, read>`. Every index that a
//! kernel reads or writes is in bounds, since CubeCL turns off the checks of native devices.

mod attention;
mod gather;
mod launch;
mod linear;
mod norms;
mod patches;
mod search;
mod template;

use std::{fmt::Debug, hash::Hash};

pub(crate) use attention::Attention;
pub(crate) use gather::Gather;
pub(crate) use launch::{Use, empty, is_wgpu, launch};
pub(crate) use linear::Linear;
pub(crate) use norms::{L2Norm, LayerNorm};
pub(crate) use patches::Patches;
pub(crate) use search::{Keep, Score, Threshold};

/// WGSL whose entry point is `main`. Two equal values have the same text, which is compiled once.
pub(crate) trait Kernel: Clone + Debug + Eq + Hash + Send + Sync + 'static {
    fn wgsl(&self) -> String;
}

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
