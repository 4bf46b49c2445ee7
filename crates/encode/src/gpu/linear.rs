//! y = f(x · Wᵀ + b), or y += x · Wᵀ + b, for few rows.
//!
//! A thread computes four outputs of four tokens, with the sums in registers. It reads the weights
//! of four inputs at a time, converts them to float32 and multiplies. Threads share nothing: on a
//! software adapter a barrier costs more than it saves, and on hardware a query of a few tokens is
//! done before it would matter.

use super::packed_weights::{PackedWeights, Storage, quads};
use crate::{
    error::EncodeError,
    kernels::{Nonlinearity, Values},
    weights::Weights,
};
use rankscope_gpu::{Buffer, Gpu, Kernel};

/// Tokens of a thread.
const TOKENS: usize = 4;
/// Threads of a workgroup: few, so that a small layer still spreads over a GPU.
const THREADS: usize = 32;

/// The work after a product.
#[derive(Debug, Clone, Copy)]
pub(super) enum Epilogue {
    /// y = f(product + bias).
    Store(Nonlinearity),
    /// y += product + bias.
    Add,
}

/// A linear layer on the device.
pub(super) struct Layer {
    kernel: Kernel,
    /// Outputs, in fours.
    n_out_quads: usize,
    weights: Buffer,
    /// The bias `[out]`, then the scales `[groups, out]`.
    values: Buffer,
}

impl Layer {
    /// Layers `NAME.weight` `[n_out, n_in]` with `NAME.bias` `[n_out]`; several with the same input
    /// become one.
    pub(super) fn new(
        gpu: &Gpu,
        weights: &mut Weights,
        names: &[String],
        (n_in, n_out): (usize, usize),
        epilogue: Epilogue,
    ) -> Result<Self, EncodeError> {
        // Memory grows with the weights that are there: `n_out` is the configuration's word.
        let (mut parts, mut values) = (Vec::new(), Vec::new());
        for name in names {
            parts.push(weights.take_stored(&format!("{name}.weight"), &[n_out, n_in])?);
            values.extend(weights.take(&format!("{name}.bias"), &[n_out])?);
        }
        let n_out = values.len();
        let PackedWeights { storage, words, scales } =
            PackedWeights::new(&Values::stacked(parts), n_in);
        let (bytes, most) = (4 * words.len(), gpu.max_buffer_bytes());
        if bytes > most {
            let name = names.iter().map(|name| format!("{name}.weight")).collect::<Vec<_>>();
            return Err(EncodeError::TooLarge { name: name.join(" with "), bytes, most });
        }
        values.resize(4 * quads(n_out), 0.0);
        values.extend(scales);
        Ok(Self {
            kernel: linear(storage, (n_in, n_out), epilogue),
            n_out_quads: quads(n_out),
            weights: gpu.buffer_from_words(&words),
            values: gpu.buffer_from_floats(&values),
        })
    }

    /// Memory on the device, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.weights.bytes() + self.values.bytes()
    }

    /// x `[tokens, in]` → y `[tokens, out]`; `sizes` holds the number of tokens.
    pub(super) fn launch(&self, gpu: &Gpu, n_tokens: usize, [x, y, sizes]: [&Buffer; 3]) {
        let groups = [self.n_out_quads.div_ceil(THREADS), n_tokens.div_ceil(TOKENS)];
        gpu.launch(&self.kernel, groups, &[x, &self.weights, &self.values, y, sizes]);
    }
}

/// The kernel of a layer.
pub(super) fn linear(
    storage: Storage,
    (n_in, n_out): (usize, usize),
    epilogue: Epilogue,
) -> Kernel {
    let activation = match epilogue {
        Epilogue::Add | Epilogue::Store(Nonlinearity::None) => "none",
        Epilogue::Store(Nonlinearity::Gelu) => "gelu",
        Epilogue::Store(Nonlinearity::QuickGelu) => "quick_gelu",
        Epilogue::Store(Nonlinearity::Relu) => "relu",
    };
    let assign = if matches!(epilogue, Epilogue::Add) { "+=" } else { "=" };
    let n_in_quads = quads(n_in);
    let quads_per_group = storage.quads_per_group(n_in_quads);
    Kernel::from_template(
        "linear",
        include_str!("linear.wgsl"),
        &[
            ("X", &element(n_in)),
            ("Y", &element(n_out)),
            ("STORAGE", &storage.name()),
            ("WEIGHT", &storage.element()),
            ("ACTIVATION", &activation),
            ("ASSIGN", &assign),
            ("N_IN", &n_in),
            ("N_OUT", &n_out),
            ("N_IN_QUADS", &n_in_quads),
            ("N_OUT_QUADS", &quads(n_out)),
            ("QUADS_PER_GROUP", &quads_per_group),
            ("N_GROUPS", &n_in_quads.div_ceil(quads_per_group)),
            ("TOKENS", &TOKENS),
            ("THREADS", &THREADS),
        ],
    )
}

/// The type as which rows of `len` values are read and written.
fn element(len: usize) -> &'static str {
    if len.is_multiple_of(4) { "vec4<f32>" } else { "f32" }
}
