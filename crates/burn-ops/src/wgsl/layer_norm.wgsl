@group(0) @binding(0) var<storage, read_write> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> gamma: array<f32>;
@group(0) @binding(2) var<storage, read_write> beta: array<f32>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
//: if RESIDUAL = true
@group(0) @binding(4) var<storage, read_write> residual: array<f32>;
//: end
const LEN = {{LEN}}u;
const THREADS = {{THREADS}}u;
var<workgroup> partial: array<f32, {{THREADS}}>;

// The sum of every thread's value.
fn sum_of_all(thread: u32, value: f32) -> f32 {
  workgroupBarrier();
  partial[thread] = value;
  workgroupBarrier();
  var sum = 0.0;
  for (var i = 0u; i < THREADS; i++) { sum += partial[i]; }
  return sum;
}

@compute @workgroup_size({{THREADS}})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let row = group.x * LEN;
  var sum = 0.0;
  for (var i = local.x; i < LEN; i += THREADS) {
    //: if RESIDUAL = true
    let value = x[row + i] + residual[row + i];
    //: end
    //: if RESIDUAL = false
    let value = x[row + i];
    //: end
    // Each thread reads again only what it wrote.
    y[row + i] = value;
    sum += value;
  }
  let mean = sum_of_all(local.x, sum) / f32(LEN);
  var squares = 0.0;
  for (var i = local.x; i < LEN; i += THREADS) {
    let off = y[row + i] - mean;
    squares += off * off;
  }
  let variance = sum_of_all(local.x, squares) / f32(LEN);
  let scale = 1.0 / sqrt(variance + {{EPSILON}});
  for (var i = local.x; i < LEN; i += THREADS) {
    y[row + i] = (y[row + i] - mean) * scale * gamma[i] + beta[i];
  }
}
