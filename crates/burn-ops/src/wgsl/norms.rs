//! Norms over rows, a workgroup for each.

use super::{Kernel, template::wgsl_from_template};

const THREADS: usize = 64;

/// γ · (x − mean) / √(variance + ε) + β over rows of `len` values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct LayerNorm {
    pub(crate) len: usize,
    /// Of a float32.
    epsilon_bits: u32,
    pub(crate) has_residual: bool,
}

impl LayerNorm {
    pub(crate) fn new(len: usize, epsilon: f64, has_residual: bool) -> Self {
        Self { len, epsilon_bits: positive_bits(epsilon), has_residual }
    }
}

impl Kernel for LayerNorm {
    fn wgsl(&self) -> String {
        wgsl_from_template(
            include_str!("layer_norm.wgsl"),
            &[
                ("LEN", &self.len),
                ("EPSILON", &float(self.epsilon_bits)),
                ("RESIDUAL", &self.has_residual),
                ("THREADS", &THREADS),
            ],
        )
    }
}

/// x / |x| over rows of `len` values; a row shorter than `shortest` is divided by that.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct L2Norm {
    pub(crate) len: usize,
    /// Of a float32.
    shortest_bits: u32,
}

impl L2Norm {
    pub(crate) fn new(len: usize, shortest: f64) -> Self {
        Self { len, shortest_bits: positive_bits(shortest) }
    }
}

impl Kernel for L2Norm {
    fn wgsl(&self) -> String {
        wgsl_from_template(
            include_str!("l2_norm.wgsl"),
            &[("LEN", &self.len), ("SHORTEST", &float(self.shortest_bits)), ("THREADS", &THREADS)],
        )
    }
}

/// The bits of a number as float32. WGSL rejects a constant that float32 rounds to 0.
fn positive_bits(value: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "rounding is meant")]
    let value = value.max(f64::from(f32::MIN_POSITIVE)) as f32;
    value.to_bits()
}

fn float(bits: u32) -> String {
    format!("{:e}", f32::from_bits(bits))
}
