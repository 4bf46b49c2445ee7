@group(0) @binding(0) var<storage, read_write> rows: array<f32>;
@group(0) @binding(1) var<storage, read_write> norms: array<f32>;
@group(0) @binding(2) var<storage, read_write> estimates: array<f32>;
@group(0) @binding(3) var<storage, read_write> thresholds: array<u32>;
@group(0) @binding(4) var<storage, read_write> kept: array<atomic<u32>>;
// Threads of the gallery, and places for kept rows.
@group(0) @binding({{SIZES_AT}}) var<storage, read> sizes: array<u32>;

// Appends the rows whose upper bound reaches the threshold, and counts them, also those that find no
// place.
@compute @workgroup_size({{THREADS}})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let n_threads = sizes[0];
  let capacity = sizes[1];
  let n_slots = ROWS * n_threads;
  let query = group.y;
  let at = query * (1u + capacity);
  for (var i = 0u; i < ROWS; i++) {
    let row = i * n_threads + group.x * THREADS + local.x;
    let radius = rows[n_slots + row];
    let upper = estimates[query * n_slots + row] + norms[query] * radius;
    if (ordered(upper) >= thresholds[query] && allowed(row, radius)) {
      let place = atomicAdd(&kept[at], 1u);
      if (place < capacity) { atomicStore(&kept[at + 1u + place], row); }
    }
  }
}
