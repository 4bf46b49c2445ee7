@group(0) @binding(0) var<storage, read_write> bounds: array<f32>;
@group(0) @binding(1) var<storage, read_write> thresholds: array<u32>;
@group(0) @binding(2) var<storage, read_write> kept: array<u32>;
// Threads of the gallery, k, and places for kept rows.
@group(0) @binding(3) var<storage, read> sizes: array<u32>;
const SEARCHERS = {{SEARCHERS}}u;

var<workgroup> n_reaching: atomic<u32>;

// Finds the k-th highest of a query's bounds bit by bit; the eight lowest bits stay 0.
@compute @workgroup_size({{SEARCHERS}})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let n_threads = sizes[0];
  let first = group.x * n_threads;
  var threshold = 0u;
  for (var bit = 31u; bit >= 8u; bit--) {
    let trial = threshold | (1u << bit);
    if (local.x == 0u) { atomicStore(&n_reaching, 0u); }
    workgroupBarrier();
    var n = 0u;
    for (var thread = local.x; thread < n_threads; thread += SEARCHERS) {
      n += select(0u, 1u, ordered(bounds[first + thread]) >= trial);
    }
    atomicAdd(&n_reaching, n);
    workgroupBarrier();
    threshold = select(threshold, trial, atomicLoad(&n_reaching) >= sizes[1]);
    workgroupBarrier();
  }
  if (local.x == 0u) {
    thresholds[group.x] = threshold;
    kept[group.x * (1u + sizes[2])] = 0u;
  }
}
