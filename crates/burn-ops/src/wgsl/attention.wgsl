@group(0) @binding(0) var<storage, read_write> qkv: array<f32>;
@group(0) @binding(1) var<storage, read_write> y: array<f32>;
// Tokens of a text or image.
@group(0) @binding(2) var<storage, read> sizes: array<u32>;
const HIDDEN = {{HIDDEN}}u;
const PER_HEAD = {{PER_HEAD}}u;
const THREADS = {{THREADS}}u;
var<workgroup> weights: array<f32, {{MAX_TOKENS}}>;
var<workgroup> partial: array<f32, {{THREADS}}>;

@compute @workgroup_size({{THREADS}})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let first = group.x / sizes[0] * sizes[0];
  //: if CAUSAL = true
  let n_keys = group.x - first + 1u;
  //: end
  //: if CAUSAL = false
  let n_keys = sizes[0];
  //: end
  let query = group.x * 3u * HIDDEN + group.y * PER_HEAD;
  var highest = -3.0e38;
  for (var i = local.x; i < n_keys; i += THREADS) {
    let key = (first + i) * 3u * HIDDEN + HIDDEN + group.y * PER_HEAD;
    var sum = 0.0;
    for (var d = 0u; d < PER_HEAD; d++) { sum += qkv[query + d] * qkv[key + d]; }
    let weight = sum / sqrt(f32(PER_HEAD));
    weights[i] = weight;
    highest = max(highest, weight);
  }
  partial[local.x] = highest;
  workgroupBarrier();
  for (var i = 0u; i < THREADS; i++) { highest = max(highest, partial[i]); }
  workgroupBarrier();
  var sum = 0.0;
  for (var i = local.x; i < n_keys; i += THREADS) {
    let weight = exp(weights[i] - highest);
    weights[i] = weight;
    sum += weight;
  }
  partial[local.x] = sum;
  workgroupBarrier();
  var total = 0.0;
  for (var i = 0u; i < THREADS; i++) { total += partial[i]; }
  for (var d = local.x; d < PER_HEAD; d += THREADS) {
    var value = 0.0;
    for (var i = 0u; i < n_keys; i++) {
      value += weights[i] * qkv[(first + i) * 3u * HIDDEN + 2u * HIDDEN + group.y * PER_HEAD + d];
    }
    y[group.x * HIDDEN + group.y * PER_HEAD + d] = value / total;
  }
}
