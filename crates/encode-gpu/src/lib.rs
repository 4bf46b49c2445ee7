//! The encoders on a GPU, through Burn: layers and activations are its tensors, and the operations
//! on them are those of `rankscope-burn-ops`, with our kernels.
//!
//! A query is short, so its cost is launches and reading weights, not arithmetic. A block takes
//! seven launches, each with the element-wise work after a product fused into it; a text takes one
//! upload and one readback; and weights stay in the type of their pack, converted to float32 as
//! they are read. Work of a few thousand operations stays on the CPU: embeddings, the first and
//! last norm, the mean, CLIP's projection. `rankscope-encode-burn` has the same models as stock
//! operations: the reference.

mod blocks;
mod layers;
mod tower;
mod vision;

pub use vision::{image_encoder, picture_tower};

use rankscope_burn_ops::{Gpu, attention_workgroup_bytes};
use rankscope_encode::{EncodeError, Encoder, PackManifest};
use tower::GpuTower;

/// Whether a GPU can compute a pack's model, and is faster: not every model has kernels, and the
/// attention weights of a long text do not fit into a workgroup's memory.
pub fn suits_gpu(manifest: &PackManifest, gpu: &Gpu) -> bool {
    manifest.architecture.not_on_gpu().is_none()
        && attention_workgroup_bytes(manifest.max_tokens) <= gpu.max_workgroup_bytes()
}

/// Loads a pack on a GPU, with the weights of its layers in their stored type. In addition to the
/// errors of [`Encoder::new`], refuses a weight larger than the device's largest buffer, and a pack
/// that does not suit the device.
pub fn text_encoder(
    manifest: PackManifest,
    tokenizer: &[u8],
    weights: &[u8],
    gpu: &Gpu,
) -> Result<Encoder, EncodeError> {
    if let Some(reason) = manifest.architecture.not_on_gpu() {
        return Err(EncodeError::NotOnGpu(reason));
    }
    if !suits_gpu(&manifest, gpu) {
        let reason = "its texts are too long for this device";
        return Err(EncodeError::Unsupported { path: manifest.id, reason: reason.into() });
    }
    let max_tokens = manifest.max_tokens;
    Encoder::with_tower(manifest, tokenizer, weights, |architecture, weights, end| {
        Ok(Box::new(GpuTower::new(architecture, weights, (end, max_tokens), gpu)?))
    })
}
