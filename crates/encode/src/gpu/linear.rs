//! y = f(x · Wᵀ + b), or y += x · Wᵀ + b, for few rows.
//!
//! A unit makes four outputs of four tokens, from as many sums in registers. It reads weights of
//! four inputs at a time, widens them to float32, and multiplies them with what goes in. There is
//! nothing that units share: in software a barrier costs more than it saves, and on hardware a
//! query of some tokens is over before it would matter.

use super::{
    kernels::GELU,
    packed::{Kept, Packed, fours},
};
use crate::{
    EncodeError,
    kernels::{Nonlinearity, Values},
    weights::Weights,
};
use rankscope_gpu::{Buffer, Gpu, Kernel};
use std::fmt::Write;

/// Tokens of a unit.
const TOKENS: usize = 4;
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
    n_quads: usize,
    weights: Buffer,
    /// The bias `[out]`, then the scales `[groups, out]`.
    values: Buffer,
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
        let mut parts = Vec::with_capacity(names.len());
        let mut values = Vec::with_capacity(names.len() * n_out);
        for name in names {
            parts.push(weights.take_stored(&format!("{name}.weight"), &[n_out, n_in])?);
            values.extend(weights.take(&format!("{name}.bias"), &[n_out])?);
        }
        let n_out = values.len();
        let Packed { kept, words, scales } = Packed::new(&Values::stacked(parts), n_in);
        let (bytes, most) = (4 * words.len(), gpu.largest_buffer());
        if bytes > most {
            let name = names.iter().map(|name| format!("{name}.weight")).collect::<Vec<_>>();
            return Err(EncodeError::TooLarge { name: name.join(" with "), bytes, most });
        }
        values.resize(4 * fours(n_out), 0.0);
        values.extend(scales);
        Ok(Self {
            kernel: kernel(kept, (n_in, n_out), then),
            n_quads: fours(n_out),
            weights: gpu.buffer(&words),
            values: gpu.buffer_of_floats(&values),
        })
    }

    /// Bytes on the device.
    pub(super) fn bytes(&self) -> usize {
        self.weights.bytes() + self.values.bytes()
    }

    /// `[tokens, in]` → `[tokens, out]`; the last buffer is the number of tokens.
    pub(super) fn launch(&self, gpu: &Gpu, n_tokens: usize, [x, y, sizes]: [&Buffer; 3]) {
        let groups = [self.n_quads.div_ceil(UNITS), n_tokens.div_ceil(TOKENS)];
        gpu.launch(&self.kernel, groups, &[x, &self.weights, &self.values, y, sizes]);
    }
}

fn kernel(kept: Kept, (n_in, n_out): (usize, usize), then: Then) -> Kernel {
    let (mut starts, mut inputs, mut products, mut ends) =
        (String::new(), String::new(), String::new(), String::new());
    for token in 0..TOKENS {
        // Beyond the last token the last is taken again, and not written.
        let _ = writeln!(starts, "  let row{token} = min(token + {token}u, n_tokens - 1u);");
        let _ = writeln!(starts, "  var sum{token} = vec4<f32>();");
        let _ = writeln!(inputs, "      let x{token} = input(row{token}, four);");
        let _ = writeln!(
            ends,
            "  if (token + {token}u < n_tokens) {{ put(token + {token}u, quad, sum{token}); }}"
        );
    }
    for (value, part) in ["x", "y", "z", "w"].iter().enumerate() {
        for token in 0..TOKENS {
            let _ = writeln!(products, "      sum{token} += x{token}.{part} * w{value};");
        }
    }
    let result = match then {
        Then::Add | Then::Write(Nonlinearity::None) => "sum",
        Then::Write(Nonlinearity::Gelu) => "gelu(sum)",
        Then::Write(Nonlinearity::QuickGelu) => "sum / (1.0 + exp(-1.702 * sum))",
        Then::Write(Nonlinearity::Relu) => "max(sum, vec4<f32>())",
    };
    let assign = if matches!(then, Then::Add) { "+=" } else { "=" };
    let n_fours = fours(n_in);
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> x: array<{x}>;
@group(0) @binding(1) var<storage, read_write> weights: array<{vector}>;
@group(0) @binding(2) var<storage, read_write> values: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> y: array<{y}>;
@group(0) @binding(4) var<storage, read_write> sizes: array<u32>;
const N_IN = {n_in}u;
const N_OUT = {n_out}u;
const N_FOURS = {n_fours}u;
const N_QUADS = {n_quads}u;
const FOURS_OF_GROUP = {fours_of_group}u;
const N_GROUPS = {n_groups}u;
{GELU}{input}
fn put(token: u32, quad: u32, product: vec4<f32>) {{
  let sum = product + values[quad];
  let result = {result};
{put}}}

@compute @workgroup_size({UNITS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {{
  let n_tokens = sizes[0];
  let quad = group.x * {UNITS}u + local.x;
  if (quad >= N_QUADS) {{ return; }}
  let token = group.y * {TOKENS}u;
{starts}  for (var g = 0u; g < N_GROUPS; g++) {{
    {group}
    let end = min((g + 1u) * FOURS_OF_GROUP, N_FOURS);
    for (var four = g * FOURS_OF_GROUP; four < end; four++) {{
{inputs}      {block}
{products}    }}
  }}
{ends}}}
",
        x = vectors(n_in),
        y = vectors(n_out),
        n_quads = fours(n_out),
        fours_of_group = kept.fours_of_group(n_fours),
        n_groups = n_fours.div_ceil(kept.fours_of_group(n_fours)),
        vector = kept.vector(),
        group = kept.group(),
        block = kept.block(),
        input = input(n_in),
        put = put(n_out, assign),
    );
    Kernel::new("linear", &source)
}

/// What rows of so many values are read and written as.
fn vectors(len: usize) -> &'static str {
    if len.is_multiple_of(4) { "vec4<f32>" } else { "f32" }
}

/// Four values of a row that goes in, 0 beyond its last.
fn input(n_in: usize) -> String {
    if n_in.is_multiple_of(4) {
        return "fn input(row: u32, four: u32) -> vec4<f32> { return x[row * N_FOURS + four]; }\n"
            .into();
    }
    let value = |i: usize| format!("select(0.0, x[at + {i}u], 4u * four + {i}u < N_IN)");
    format!(
        "fn input(row: u32, four: u32) -> vec4<f32> {{
  let at = row * N_IN + 4u * four;
  return vec4<f32>({});
}}
",
        [0, 1, 2, 3].map(value).join(", ")
    )
}

/// Writes four outputs, as many as there are.
fn put(n_out: usize, assign: &str) -> String {
    if n_out.is_multiple_of(4) {
        return format!("  y[token * N_QUADS + quad] {assign} result;\n");
    }
    let one = |i: usize| {
        format!(
            "  if (4u * quad + {i}u < N_OUT) {{ y[token * N_OUT + 4u * quad + {i}u] {assign} result[{i}]; }}\n"
        )
    };
    [0, 1, 2, 3].map(one).concat()
}
