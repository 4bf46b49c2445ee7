//! Layer norm.

use rankscope_gpu::Kernel;

/// Threads that share a row.
const THREADS: usize = 64;

/// γ · (x − mean) / √(variance + ε) + β over rows of `len` values, a workgroup for each row.
pub(super) fn norm(len: usize, epsilon: f64) -> Kernel {
    // WGSL rejects a constant that float32 rounds to 0.
    let epsilon = format!("{:e}", epsilon.max(f64::from(f32::MIN_POSITIVE)));
    Kernel::from_template(
        "layer norm",
        include_str!("norm.wgsl"),
        &[("LEN", &len), ("EPSILON", &epsilon), ("THREADS", &THREADS)],
    )
}
