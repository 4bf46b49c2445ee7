//! Every kernel is valid WGSL.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::{
    Attention, Gather, Keep, Kernel, L2Norm, LayerNorm, Linear, Patches, Score, Storage, Threshold,
};
use crate::sizes::Activation;
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// Every kernel: with MiniLM's and CLIP's sizes, and sizes that no block divides.
fn kernels() -> Vec<(String, String)> {
    fn named(kernel: &impl Kernel) -> (String, String) {
        (format!("{kernel:?}"), kernel.wgsl())
    }
    let mut kernels = vec![named(&Gather), named(&Threshold)];
    for has_mask in [false, true] {
        kernels.push(named(&Keep { has_mask }));
        kernels.extend([1, 4].map(|queries| named(&Score { queries, has_mask })));
    }
    for (hidden, n_heads, max_tokens) in [(384, 12, 256), (512, 8, 77), (30, 3, 41)] {
        for flag in [false, true] {
            let attention = Attention { hidden, n_heads, max_tokens, is_causal: flag };
            kernels.push(named(&attention));
            kernels.extend([1e-12, 1e-5, 0.0].map(|e| named(&LayerNorm::new(hidden, e, flag))));
        }
        kernels.push(named(&L2Norm::new(hidden, 0.0)));
    }
    for (image, side, n_out) in [(224, 32, 768), (48, 16, 192), (12, 4, 37)] {
        kernels.push(named(&Patches { image, side, n_out }));
    }
    let activations = [Activation::None, Activation::Gelu, Activation::QuickGelu, Activation::Relu];
    for storage in [Storage::F32, Storage::F16, Storage::I8] {
        for activation in activations {
            for (n_in, n_out) in [(384, 1536), (20, 37), (37, 20), (150, 30), (63, 66)] {
                for has_residual in [false, true] {
                    let kernel = Linear { storage, n_in, n_out, activation, has_residual };
                    kernels.push(named(&kernel));
                }
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
    for (name, source) in kernels() {
        let module = naga::front::wgsl::parse_str(&source)
            .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&source)));
        Validator::new(ValidationFlags::all(), webgpu)
            .validate(&module)
            .unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&source)));
        assert!(module.entry_points.iter().any(|entry| entry.name == "main"), "{name}");
        // CubeCL binds without gaps, and WebGPU promises eight buffers.
        let bindings: Vec<u32> = (0..)
            .take(module.global_variables.iter().filter(|(_, v)| v.binding.is_some()).count())
            .collect();
        let mut found: Vec<u32> = module
            .global_variables
            .iter()
            .filter_map(|(_, variable)| Some(variable.binding.as_ref()?.binding))
            .collect();
        found.sort_unstable();
        assert_eq!(found, bindings, "{name}");
        assert!(found.len() <= 8, "{name}");
    }
}
