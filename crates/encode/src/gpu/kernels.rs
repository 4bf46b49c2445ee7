//! Attention and layer norm.

use super::blocks::{Order, Shape};
use rankscope_gpu::Kernel;

/// x · Φ(x) with the error function that the processor's kernels have too (Eigen, XLA).
pub(super) const GELU: &str = "
fn gelu(value: vec4<f32>) -> vec4<f32> {
  let x = clamp(value * 0.70710678, vec4<f32>(-4.0), vec4<f32>(4.0));
  let square = x * x;
  var p = vec4<f32>(-2.7261422e-10);
  p = p * square + 2.7706814e-8;
  p = p * square - 2.101024e-6;
  p = p * square - 5.6925063e-5;
  p = p * square - 7.349906e-4;
  p = p * square - 2.9546e-3;
  p = p * square - 1.6096033e-2;
  var q = vec4<f32>(-1.4566072e-5);
  q = q * square - 2.1337405e-4;
  q = q * square - 1.682827e-3;
  q = q * square - 7.3733295e-3;
  q = q * square - 1.4264739e-2;
  return 0.5 * value + 0.5 * value * (x * p / q);
}
";

/// Units that share a token.
const UNITS: usize = 64;

/// γ · (x − mean) / √(variance + ε) + β, a workgroup for each row.
pub(super) fn norm(len: usize, epsilon: f64) -> Kernel {
    // A whole number of the smallest sort is still more than nothing to WGSL's constants.
    let epsilon = epsilon.max(f64::from(f32::MIN_POSITIVE));
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> values: array<f32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
const LEN = {len}u;
var<workgroup> parts: array<f32, {UNITS}>;

fn added(unit: u32, value: f32) -> f32 {{
  workgroupBarrier();
  parts[unit] = value;
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < {UNITS}u; i++) {{ sum += parts[i]; }}
  return sum;
}}

@compute @workgroup_size({UNITS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {{
  let row = group.x * LEN;
  var sum = 0.0;
  for (var i = local.x; i < LEN; i += {UNITS}u) {{ sum += x[row + i]; }}
  let mean = added(local.x, sum) / f32(LEN);
  var squares = 0.0;
  for (var i = local.x; i < LEN; i += {UNITS}u) {{
    let off = x[row + i] - mean;
    squares += off * off;
  }}
  let variance = added(local.x, squares) / f32(LEN);
  let scale = 1.0 / sqrt(variance + {epsilon:e});
  for (var i = local.x; i < LEN; i += {UNITS}u) {{
    y[row + i] = (x[row + i] - mean) * scale * values[i] + values[LEN + i];
  }}
}}
"
    );
    Kernel::new("layer norm", &source)
}

/// What a workgroup of [`attention`] shares, for texts of at most so many tokens.
pub(super) fn shared_bytes(most_tokens: usize) -> usize {
    4 * (most_tokens + UNITS)
}

/// softmax(q · kᵀ / √d) · v for short texts: a workgroup for each token and head. Query, key and
/// value of a token lie one after the other.
pub(super) fn attention(shape: &Shape) -> Kernel {
    let per_head = shape.hidden / shape.n_heads;
    let n_keys = match shape.order {
        Order::NormLast => "sizes[0]",
        Order::NormFirst => "min(group.x + 1u, sizes[0])",
    };
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> looks: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
@group(0) @binding(2) var<storage, read_write> sizes: array<u32>;
const HIDDEN = {hidden}u;
const PER_HEAD = {per_head}u;
var<workgroup> weights: array<f32, {most_tokens}>;
var<workgroup> parts: array<f32, {UNITS}>;

@compute @workgroup_size({UNITS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {{
  let n_keys = {n_keys};
  let query = group.x * 3u * HIDDEN + group.y * PER_HEAD;
  var highest = -3.0e38;
  for (var i = local.x; i < n_keys; i += {UNITS}u) {{
    let key = i * 3u * HIDDEN + HIDDEN + group.y * PER_HEAD;
    var sum = 0.0;
    for (var d = 0u; d < PER_HEAD; d++) {{ sum += looks[query + d] * looks[key + d]; }}
    let weight = sum / sqrt(f32(PER_HEAD));
    weights[i] = weight;
    highest = max(highest, weight);
  }}
  parts[local.x] = highest;
  workgroupBarrier();
  for (var i = 0u; i < {UNITS}u; i++) {{ highest = max(highest, parts[i]); }}
  workgroupBarrier();
  var sum = 0.0;
  for (var i = local.x; i < n_keys; i += {UNITS}u) {{
    let weight = exp(weights[i] - highest);
    weights[i] = weight;
    sum += weight;
  }}
  parts[local.x] = sum;
  workgroupBarrier();
  var total = 0.0;
  for (var i = 0u; i < {UNITS}u; i++) {{ total += parts[i]; }}
  for (var d = local.x; d < PER_HEAD; d += {UNITS}u) {{
    var value = 0.0;
    for (var i = 0u; i < n_keys; i++) {{
      value += weights[i] * looks[i * 3u * HIDDEN + 2u * HIDDEN + group.y * PER_HEAD + d];
    }}
    y[group.x * HIDDEN + group.y * PER_HEAD + d] = value / total;
  }}
}}
",
        hidden = shape.hidden,
        most_tokens = shape.most_tokens,
    );
    Kernel::new("attention", &source)
}
