//! Rankscope on Burn: the operations that have our WGSL kernels, the device, and exact search.
//!
//! [`Operations`] is a backend extension of Burn: on wgpu an operation launches a kernel of `wgsl`,
//! on every other backend it is composed of stock operations (`stock`), against which the kernels
//! are tested. Models use it through [`Layer`], [`attention`], [`layer_norm`], [`l2_normalised`]
//! and [`PatchLayer`] on Burn's tensors; [`search`] searches a gallery. [`Gpu`] opens the device
//! and reads results. What has no kernel runs as stock operations on [`Gpu::burn`].
//!
//! | module | does | uses |
//! |---|---|---|
//! | `sizes`, `inputs` | what operations take besides plain tensors | – |
//! | `wgsl` | kernels: templates and launches | `sizes` |
//! | `stock` | the operations composed of stock ones | `sizes`, `inputs` |
//! | `operations` | the extension, and its implementation on CubeCL | all of these |
//! | `device` | opening, memory, reading, errors | `layers`, for a self-test |
//! | `layers` | weights on a device, operations on tensors | `operations`, `device` |
//! | `search` | a gallery whose codes are on a device | `operations`, `device` |
//!
//! The crate uses `core` and Burn; `encode` builds its models on it.

mod device;
mod inputs;
mod layers;
#[allow(
    clippy::panic,
    clippy::unimplemented,
    unreachable_patterns,
    reason = "Burn's macro writes arms for backends that a build may not have"
)]
mod operations;
pub mod search;
mod sizes;
mod stock;
mod wgsl;

pub use device::{Gpu, GpuError};
pub use inputs::{Queries, Residual, RowFilter, Scored, Weights};
pub use layers::{
    Layer, LayerShape, PatchLayer, StoredWeights, attention, l2_normalised, layer_norm,
};
pub use operations::Operations;
pub use sizes::{Activation, CodesShape, Heads, LinearShape, PatchShape, Selection};

#[cfg(feature = "stock-only")]
pub use stock::StockOnly;

/// Memory that a workgroup shares in the attention of texts of this many tokens; a device has
/// [`Gpu::max_workgroup_bytes`].
pub fn attention_workgroup_bytes(max_tokens: usize) -> usize {
    wgsl::Attention::workgroup_bytes(max_tokens)
}
