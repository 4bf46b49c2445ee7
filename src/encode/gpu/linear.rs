//! y = f(x · Wᵀ + b), or y += x · Wᵀ + b, for few rows.
//!
//! A unit makes four outputs of four tokens, from as many sums in registers. Units side by side read
//! weights that are side by side. There is nothing that they share: in software a barrier costs more
//! than it saves, and on hardware a query of some tokens is over before it would matter.

use super::kernels::GELU;
use crate::encode::{EncodeError, kernels::Nonlinearity, weights::Weights};
use crate::gpu::{Buffer, Gpu, Kernel};
use std::fmt::Write;

/// Tokens of a unit.
const TOKENS: usize = 4;
/// Outputs of a unit.
const OUTPUTS: usize = 4;
/// Units side by side: small groups, so that a small layer keeps much of a GPU busy.
const UNITS: usize = 32;

/// What is done with a product.
#[derive(Debug, Clone, Copy)]
pub(super) enum Then {
    Write(Nonlinearity),
    Add,
}

/// A linear layer on the device.
pub(super) struct Layer {
    kernel: Kernel,
    n_out: usize,
    /// `[in, out]`, then the bias `[out]`.
    weights: Buffer,
}

impl Layer {
    /// The layers of these names, `NAME.weight` `[n_out, n_in]` and `NAME.bias` `[n_out]`; several
    /// of the same input become one.
    pub(super) fn new(
        gpu: &Gpu,
        weights: &mut Weights,
        names: &[String],
        (n_in, n_out): (usize, usize),
        then: Then,
    ) -> Result<Self, EncodeError> {
        let all = names.len() * n_out;
        let mut values = vec![0.0f32; n_in * all];
        let mut biases = Vec::with_capacity(all);
        for (part, name) in names.iter().enumerate() {
            let stored = weights.take(&format!("{name}.weight"), &[n_out, n_in])?;
            for (output, row) in stored.chunks_exact(n_in).enumerate() {
                let places = values.iter_mut().skip(part * n_out + output).step_by(all);
                places.zip(row).for_each(|(place, value)| *place = *value);
            }
            biases.extend(weights.take(&format!("{name}.bias"), &[n_out])?);
        }
        values.extend(biases);
        let kernel = kernel(n_in, all, then);
        Ok(Self { kernel, n_out: all, weights: gpu.buffer_of_floats(&values) })
    }

    /// `[tokens, in]` → `[tokens, out]`; the last buffer is the number of tokens.
    pub(super) fn launch(&self, gpu: &Gpu, n_tokens: usize, [x, y, sizes]: [&Buffer; 3]) {
        let groups = [self.n_out.div_ceil(UNITS * OUTPUTS), n_tokens.div_ceil(TOKENS)];
        gpu.launch(&self.kernel, groups, &[x, &self.weights, y, sizes]);
    }
}

fn kernel(n_in: usize, n_out: usize, then: Then) -> Kernel {
    let (mut starts, mut products, mut ends) = (String::new(), String::new(), String::new());
    for token in 0..TOKENS {
        // Beyond the last token the last is taken again, and not written.
        let _ =
            writeln!(starts, "  let row{token} = min(token + {token}u, n_tokens - 1u) * FOURS;");
        let _ = writeln!(products, "    let x{token} = x[row{token} + i];");
    }
    for output in 0..OUTPUTS {
        let at = output * UNITS;
        let _ = writeln!(starts, "  let o{output} = min(first + {at}u, N_OUT - 1u);");
        for token in 0..TOKENS {
            let _ = writeln!(starts, "  var s{token}_{output} = 0.0;");
            let _ = writeln!(
                ends,
                "  put(token + {token}u, first + {at}u, s{token}_{output}, n_tokens);"
            );
        }
    }
    for (value, part) in ["x", "y", "z", "w"].iter().enumerate() {
        let _ = writeln!(products, "    let at{value} = (4u * i + {value}u) * N_OUT;");
        for output in 0..OUTPUTS {
            let _ =
                writeln!(products, "    let w{output}{value} = weights[at{value} + o{output}];");
            for token in 0..TOKENS {
                let _ = writeln!(
                    products,
                    "    s{token}_{output} += x{token}.{part} * w{output}{value};"
                );
            }
        }
    }
    let write = match then {
        Then::Add => "y[at] += sum",
        Then::Write(Nonlinearity::None) => "y[at] = sum",
        Then::Write(Nonlinearity::Gelu) => "y[at] = gelu(sum)",
        Then::Write(Nonlinearity::QuickGelu) => "y[at] = sum / (1.0 + exp(-1.702 * sum))",
        Then::Write(Nonlinearity::Relu) => "y[at] = max(sum, 0.0)",
    };
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> x: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> weights: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
@group(0) @binding(3) var<storage, read_write> sizes: array<u32>;
const N_OUT = {n_out}u;
const FOURS = {fours}u;
{GELU}
fn put(token: u32, output: u32, product: f32, n_tokens: u32) {{
  if (token >= n_tokens || output >= N_OUT) {{ return; }}
  let sum = product + weights[{bias}u + output];
  let at = token * N_OUT + output;
  {write};
}}

@compute @workgroup_size({UNITS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {{
  let n_tokens = sizes[0];
  let first = group.x * {width}u + local.x;
  let token = group.y * {TOKENS}u;
{starts}  for (var i = 0u; i < FOURS; i++) {{
{products}  }}
{ends}}}
",
        fours = n_in / 4,
        width = UNITS * OUTPUTS,
        bias = n_in * n_out,
    );
    Kernel::new("linear", &source)
}
