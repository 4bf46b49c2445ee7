//! y = f(x · W + b), or that plus a residual, for few rows.
//!
//! A thread computes four outputs of four rows, with the sums in registers. It reads the weights of
//! four inputs at a time, converts them to float32 and multiplies. Threads share nothing: on a
//! software adapter a barrier costs more than it saves, and on hardware a query of a few tokens is
//! done before it would matter.

use super::{Kernel, Storage, template::wgsl_from_template};
use crate::sizes::{Activation, INPUTS_PER_SCALE};

const ROWS: usize = 4;
/// Threads of a workgroup: few, so that a small layer still spreads over a GPU.
const THREADS: usize = 32;
/// Buffers of `linear.wgsl` that are always bound: x, weights, bias and y.
const BUFFERS: usize = 4;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Linear {
    pub(crate) storage: Storage,
    pub(crate) n_in: usize,
    pub(crate) n_out: usize,
    pub(crate) activation: Activation,
    pub(crate) has_residual: bool,
}

impl Linear {
    pub(crate) fn workgroups(&self, n_rows: usize) -> [usize; 2] {
        [self.n_out.div_ceil(4 * THREADS), n_rows.div_ceil(ROWS)]
    }
}

impl Kernel for Linear {
    fn wgsl(&self) -> String {
        let Self { storage, n_in, n_out, activation, has_residual } = self;
        let (name, element) = match storage {
            Storage::F32 => ("f32", "vec4<f32>"),
            Storage::F16 => ("f16", "vec4<u32>"),
            Storage::I8 => ("i8", "vec4<u32>"),
        };
        let activation = match activation {
            Activation::None => "none",
            Activation::Gelu => "gelu",
            Activation::QuickGelu => "quick_gelu",
            Activation::Relu => "relu",
        };
        let n_in_quads = n_in.div_ceil(4);
        let has_scales = *storage == Storage::I8;
        let quads_per_group = if has_scales { INPUTS_PER_SCALE / 4 } else { n_in_quads.max(1) };
        let residual_at = BUFFERS + usize::from(has_scales);
        wgsl_from_template(
            include_str!("linear.wgsl"),
            &[
                ("X", &element_of_rows(*n_in)),
                ("Y", &element_of_rows(*n_out)),
                ("STORAGE", &name),
                ("WEIGHT", &element),
                ("ACTIVATION", &activation),
                ("RESIDUAL", has_residual),
                ("RESIDUAL_AT", &residual_at),
                ("SIZES_AT", &(residual_at + usize::from(*has_residual))),
                ("N_IN", n_in),
                ("N_OUT", n_out),
                ("N_IN_QUADS", &n_in_quads),
                ("N_OUT_QUADS", &n_out.div_ceil(4)),
                ("QUADS_PER_GROUP", &quads_per_group),
                ("N_GROUPS", &n_in_quads.div_ceil(quads_per_group)),
                ("TOKENS", &ROWS),
                ("THREADS", &THREADS),
            ],
        )
    }
}

/// The type as which rows of `len` values are read and written.
fn element_of_rows(len: usize) -> &'static str {
    if len.is_multiple_of(4) { "vec4<f32>" } else { "f32" }
}
