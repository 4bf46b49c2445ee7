@group(0) @binding(0) var<storage, read_write> rows: array<f32>;
@group(0) @binding(1) var<storage, read_write> mask: array<u32>;
@group(0) @binding(2) var<storage, read_write> params: array<u32>;
@group(0) @binding(3) var<storage, read_write> estimates: array<f32>;
@group(0) @binding(4) var<storage, read_write> kept: array<atomic<u32>>;

// Appends the rows whose upper bound reaches the threshold, each with its estimate, and counts
// them, also those beyond the capacity.
@compute @workgroup_size({{THREADS}})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let n_threads = params[N_THREADS];
  let n_slots = ROWS * n_threads;
  let query = group.y;
  let norm = bitcast<f32>(params[NORMS + query]);
  let at = query * (2u + 2u * params[CAPACITY]);
  let threshold = atomicLoad(&kept[at + 1u]);
  for (var i = 0u; i < ROWS; i++) {
    let row = i * n_threads + group.x * THREADS + local.x;
    let estimate = estimates[query * n_slots + row];
    let radius = rows[n_slots + row];
    if (ordered(estimate + norm * radius) >= threshold && allowed(row, radius)) {
      let place = atomicAdd(&kept[at], 1u);
      if (place < params[CAPACITY]) {
        atomicStore(&kept[at + 2u + 2u * place], row);
        atomicStore(&kept[at + 3u + 2u * place], bitcast<u32>(estimate));
      }
    }
  }
}
