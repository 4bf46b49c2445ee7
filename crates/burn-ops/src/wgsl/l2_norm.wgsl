@group(0) @binding(0) var<storage, read_write> x: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
const LEN = {{LEN}}u;
const THREADS = {{THREADS}}u;
var<workgroup> partial: array<f32, {{THREADS}}>;

@compute @workgroup_size({{THREADS}})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let row = group.x * LEN;
  var squares = 0.0;
  for (var i = local.x; i < LEN; i += THREADS) { squares += x[row + i] * x[row + i]; }
  partial[local.x] = squares;
  workgroupBarrier();
  var total = 0.0;
  for (var i = 0u; i < THREADS; i++) { total += partial[i]; }
  let length = max(sqrt(total), {{SHORTEST}});
  for (var i = local.x; i < LEN; i += THREADS) { y[row + i] = x[row + i] / length; }
}
