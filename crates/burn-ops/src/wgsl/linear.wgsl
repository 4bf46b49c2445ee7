@group(0) @binding(0) var<storage, read_write> x: array<{{X}}>;
@group(0) @binding(1) var<storage, read_write> weights: array<{{WEIGHT}}>;
@group(0) @binding(2) var<storage, read_write> bias: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> y: array<{{Y}}>;
//: if STORAGE = i8
@group(0) @binding(4) var<storage, read_write> scales_of_groups: array<vec4<f32>>;
//: end
//: if RESIDUAL = true
@group(0) @binding({{RESIDUAL_AT}}) var<storage, read_write> residual: array<{{Y}}>;
//: end
// The number of rows.
@group(0) @binding({{SIZES_AT}}) var<storage, read> sizes: array<u32>;
const N_IN = {{N_IN}}u;
const N_OUT = {{N_OUT}}u;
const N_IN_QUADS = {{N_IN_QUADS}}u;
const N_OUT_QUADS = {{N_OUT_QUADS}}u;
const QUADS_PER_GROUP = {{QUADS_PER_GROUP}}u;
const N_GROUPS = {{N_GROUPS}}u;

//: if ACTIVATION = gelu
// x · Φ(x), with the same error function as the CPU's kernels (Eigen, XLA).
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

//: end
//: if X = f32
// A value of an input row, 0 beyond its last.
fn value(row: u32, i: u32) -> f32 {
  return select(0.0, x[row * N_IN + min(i, N_IN - 1u)], i < N_IN);
}

//: end
// Four values of an input row, 0 beyond its last.
fn input(row: u32, in_quad: u32) -> vec4<f32> {
  //: if X = vec4<f32>
  return x[row * N_IN_QUADS + in_quad];
  //: end
  //: if X = f32
  let first = 4u * in_quad;
  return vec4<f32>(
    value(row, first), value(row, first + 1u), value(row, first + 2u), value(row, first + 3u),
  );
  //: end
}

fn store(at: u32, result: {{Y}}) {
  //: if RESIDUAL = true
  y[at] = result + residual[at];
  //: end
  //: if RESIDUAL = false
  y[at] = result;
  //: end
}

// Writes four outputs, or as many as the row has.
fn put(token: u32, out_quad: u32, product: vec4<f32>) {
  let sum = product + bias[out_quad];
  //: if ACTIVATION = none
  let result = sum;
  //: end
  //: if ACTIVATION = gelu
  let result = gelu(sum);
  //: end
  //: if ACTIVATION = quick_gelu
  let result = sum / (1.0 + exp(-1.702 * sum));
  //: end
  //: if ACTIVATION = relu
  let result = max(sum, vec4<f32>());
  //: end
  //: if Y = vec4<f32>
  store(token * N_OUT_QUADS + out_quad, result);
  //: end
  //: if Y = f32
  let first = 4u * out_quad;
  let at = token * N_OUT + first;
  if (first + 0u < N_OUT) { store(at + 0u, result[0]); }
  if (first + 1u < N_OUT) { store(at + 1u, result[1]); }
  if (first + 2u < N_OUT) { store(at + 2u, result[2]); }
  if (first + 3u < N_OUT) { store(at + 3u, result[3]); }
  //: end
}

@compute @workgroup_size({{THREADS}})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let n_tokens = sizes[0];
  let out_quad = group.x * {{THREADS}}u + local.x;
  if (out_quad >= N_OUT_QUADS) { return; }
  let token = group.y * {{TOKENS}}u;
  // The tokens are unrolled, so that their sums stay in registers. Beyond the last token the last is
  // read again, and not written.
  //: repeat t < TOKENS
  let row{{t}} = min(token + {{t}}u, n_tokens - 1u);
  var sum{{t}} = vec4<f32>();
  //: end
  for (var g = 0u; g < N_GROUPS; g++) {
    //: if STORAGE = i8
    // 127 is unpacked as 1.
    let scales = 127.0 * scales_of_groups[g * N_OUT_QUADS + out_quad];
    //: end
    let end = min((g + 1u) * QUADS_PER_GROUP, N_IN_QUADS);
    for (var in_quad = g * QUADS_PER_GROUP; in_quad < end; in_quad++) {
      //: repeat t < TOKENS
      let x{{t}} = input(row{{t}}, in_quad);
      //: end
      // The weights of the quad's inputs: w0 to w3, each for four outputs.
      //: if STORAGE = f32
      let at = 4u * in_quad * N_OUT_QUADS + out_quad;
      let w0 = weights[at];
      let w1 = weights[at + N_OUT_QUADS];
      let w2 = weights[at + 2u * N_OUT_QUADS];
      let w3 = weights[at + 3u * N_OUT_QUADS];
      //: end
      //: if STORAGE = f16
      // A device may read a float16 below 6.1e-5 as 0.
      let at = 2u * in_quad * N_OUT_QUADS + out_quad;
      let a = weights[at];
      let b = weights[at + N_OUT_QUADS];
      let w0 = vec4<f32>(unpack2x16float(a.x), unpack2x16float(a.y));
      let w1 = vec4<f32>(unpack2x16float(a.z), unpack2x16float(a.w));
      let w2 = vec4<f32>(unpack2x16float(b.x), unpack2x16float(b.y));
      let w3 = vec4<f32>(unpack2x16float(b.z), unpack2x16float(b.w));
      //: end
      //: if STORAGE = i8
      let codes = weights[in_quad * N_OUT_QUADS + out_quad];
      let w0 = scales * unpack4x8snorm(codes.x);
      let w1 = scales * unpack4x8snorm(codes.y);
      let w2 = scales * unpack4x8snorm(codes.z);
      let w3 = scales * unpack4x8snorm(codes.w);
      //: end
      //: repeat t < TOKENS
      sum{{t}} += x{{t}}.x * w0;
      //: end
      //: repeat t < TOKENS
      sum{{t}} += x{{t}}.y * w1;
      //: end
      //: repeat t < TOKENS
      sum{{t}} += x{{t}}.z * w2;
      //: end
      //: repeat t < TOKENS
      sum{{t}} += x{{t}}.w * w3;
      //: end
    }
  }
  //: repeat t < TOKENS
  if (token + {{t}}u < n_tokens) { put(token + {{t}}u, out_quad, sum{{t}}); }
  //: end
}
