@group(0) @binding(0) var<storage, read_write> estimates: array<f32>;
@group(0) @binding(1) var<storage, read_write> kept: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<f32>;
// Rows of the gallery, and places for kept rows.
@group(0) @binding(3) var<storage, read> sizes: array<u32>;

@compute @workgroup_size({{THREADS}})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let n_slots = sizes[0];
  let capacity = sizes[1];
  let place = group.x * {{THREADS}}u + local.x;
  if (place >= capacity) { return; }
  // Places beyond the number of kept rows hold anything.
  let row = min(kept[group.y * (1u + capacity) + 1u + place], n_slots - 1u);
  y[group.y * capacity + place] = estimates[group.y * n_slots + row];
}
