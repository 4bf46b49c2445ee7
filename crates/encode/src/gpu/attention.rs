//! Attention in short texts.

use rankscope_gpu::Kernel;

/// Threads that share a token and head.
const THREADS: usize = 64;

/// Memory that a workgroup of [`attention`] shares, in bytes.
pub(super) fn workgroup_bytes(max_tokens: usize) -> usize {
    4 * (max_tokens + THREADS)
}

/// softmax(Q Kᵀ / √d) V, a workgroup for each token and head. The input is `[tokens, 3 · hidden]`:
/// query, key and value of a token one after the other.
pub(super) fn attention(
    hidden: usize,
    n_heads: usize,
    max_tokens: usize,
    is_causal: bool,
) -> Kernel {
    Kernel::from_template(
        "attention",
        include_str!("attention.wgsl"),
        &[
            ("HIDDEN", &hidden),
            ("PER_HEAD", &(hidden / n_heads)),
            ("MAX_TOKENS", &max_tokens),
            ("CAUSAL", &is_causal),
            ("THREADS", &THREADS),
        ],
    )
}
