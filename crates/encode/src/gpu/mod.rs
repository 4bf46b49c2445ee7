//! The text encoders on the GPU: three kernels, composed into transformer blocks.
//!
//! A query is short, so its cost is launches and reading weights, not arithmetic. A block takes seven
//! launches, each with the element-wise work after a product fused into it; a text takes one upload
//! and one readback; and weights stay in the type of their pack, converted to float32 as they are
//! read. Work of a few thousand operations stays on the CPU: embeddings, the first and last norm, the
//! mean, CLIP's projection. `burn` has the same models as stock operations, which is the reference.

mod attention;
mod blocks;
mod linear;
mod norm;
mod packed_weights;
mod tower;

use crate::{architecture::Architecture, encoder::Encoder, error::EncodeError, pack::PackManifest};
use rankscope_gpu::Gpu;
use tower::GpuTower;

impl Encoder {
    /// Whether a GPU can compute a pack's model, and gains by it: a bag of tokens has no layers, and
    /// the attention weights of a long text do not fit into a workgroup's memory.
    #[must_use]
    pub fn suits_gpu(manifest: &PackManifest, gpu: &Gpu) -> bool {
        !matches!(manifest.architecture, Architecture::Bag(_))
            && attention::workgroup_bytes(manifest.max_tokens) <= gpu.max_workgroup_bytes()
    }

    /// Loads a pack on a GPU, with the weights of its layers in the type in which they are stored.
    ///
    /// # Errors
    /// As [`Encoder::new`]; a weight larger than the device's largest buffer; a pack that does not
    /// suit the device.
    pub fn on_gpu(
        manifest: PackManifest,
        tokenizer: &[u8],
        weights: &[u8],
        gpu: &Gpu,
    ) -> Result<Self, EncodeError> {
        if !Self::suits_gpu(&manifest, gpu) {
            let reason = "its model has nothing for a GPU to compute, or its texts are too long";
            return Err(EncodeError::Unsupported { path: manifest.id, reason: reason.into() });
        }
        let max_tokens = manifest.max_tokens;
        Self::with_tower(manifest, tokenizer, weights, |architecture, weights, end| {
            Ok(Box::new(GpuTower::new(architecture, weights, (end, max_tokens), gpu)?))
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use super::{
        attention::attention,
        linear::{Epilogue, linear},
        norm::norm,
        packed_weights::Storage,
    };
    use crate::kernels::Nonlinearity;
    use naga::valid::{Capabilities, ValidationFlags, Validator};
    use rankscope_gpu::Kernel;

    /// Every kernel: MiniLM's and CLIP's sizes, and sizes that no block divides.
    fn kernels() -> Vec<Kernel> {
        let mut kernels = Vec::new();
        for (hidden, n_heads, max_tokens) in [(384, 12, 256), (512, 8, 77), (30, 3, 41)] {
            for is_causal in [false, true] {
                kernels.push(attention(hidden, n_heads, max_tokens, is_causal));
            }
            kernels.extend([1e-12, 1e-5, 0.0].map(|epsilon| norm(hidden, epsilon)));
        }
        let epilogues = [
            Epilogue::Store(Nonlinearity::None),
            Epilogue::Store(Nonlinearity::Gelu),
            Epilogue::Store(Nonlinearity::QuickGelu),
            Epilogue::Store(Nonlinearity::Relu),
            Epilogue::Add,
        ];
        for storage in [Storage::F32, Storage::F16, Storage::I8] {
            for epilogue in epilogues {
                for sizes in [(384, 1536), (20, 37), (37, 20), (150, 30), (63, 66)] {
                    kernels.push(linear(storage, sizes, epilogue));
                }
            }
        }
        kernels
    }

    /// By wgpu's own compiler, without a device: a broken kernel shows on every machine.
    #[test]
    fn kernels_are_valid_wgsl() {
        // `unpack2x16float`, which every WebGPU device has.
        let webgpu = Capabilities::SHADER_FLOAT16_IN_FLOAT32;
        for kernel in kernels() {
            let (name, source) = (kernel.name(), kernel.source());
            let module = naga::front::wgsl::parse_str(source)
                .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(source)));
            Validator::new(ValidationFlags::all(), webgpu)
                .validate(&module)
                .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(source)));
            assert!(module.entry_points.iter().any(|entry| entry.name == "main"), "{name}");
        }
    }
}
