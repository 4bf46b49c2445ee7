//! Attention in short texts and small images.

use super::{Kernel, template::wgsl_from_template};

const THREADS: usize = 64;

/// softmax(Q Kᵀ / √d) V, a workgroup for each token and head.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Attention {
    pub(crate) hidden: usize,
    pub(crate) n_heads: usize,
    pub(crate) max_tokens: usize,
    pub(crate) is_causal: bool,
}

impl Attention {
    pub(crate) fn workgroup_bytes(max_tokens: usize) -> usize {
        4 * (max_tokens + THREADS)
    }
}

impl Kernel for Attention {
    fn wgsl(&self) -> String {
        wgsl_from_template(
            include_str!("attention.wgsl"),
            &[
                ("HIDDEN", &self.hidden),
                ("PER_HEAD", &(self.hidden / self.n_heads)),
                ("MAX_TOKENS", &self.max_tokens),
                ("CAUSAL", &self.is_causal),
                ("THREADS", &THREADS),
            ],
        )
    }
}
