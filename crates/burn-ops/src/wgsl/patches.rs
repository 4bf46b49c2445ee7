//! Pixels → the first tokens of a vision tower: strided patches times weights, plus a bias.

use super::{Kernel, template::wgsl_from_template};

/// Patches of a thread, which share its reads of weights.
const PATCHES: usize = 4;
const THREADS: usize = 32;

/// Four outputs of four patches for each thread.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Patches {
    pub(crate) image: usize,
    /// Width and height of a patch in pixels.
    pub(crate) side: usize,
    pub(crate) n_out: usize,
}

impl Patches {
    pub(crate) fn workgroups(&self, n_patches: usize) -> [usize; 2] {
        [self.n_out.div_ceil(4 * THREADS), n_patches.div_ceil(PATCHES)]
    }
}

impl Kernel for Patches {
    fn wgsl(&self) -> String {
        wgsl_from_template(
            include_str!("patches.wgsl"),
            &[
                ("IMAGE", &self.image),
                ("SIDE", &self.side),
                ("N_OUT", &self.n_out),
                ("N_OUT_QUADS", &self.n_out.div_ceil(4)),
                ("PATCHES", &PATCHES),
                ("THREADS", &THREADS),
            ],
        )
    }
}
