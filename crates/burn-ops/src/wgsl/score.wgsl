@group(0) @binding(0) var<storage, read_write> codes: array<u32>;
@group(0) @binding(1) var<storage, read_write> rows: array<f32>;
@group(0) @binding(2) var<storage, read_write> queries: array<f32>;
@group(0) @binding(3) var<storage, read_write> norms: array<f32>;
@group(0) @binding(4) var<storage, read_write> estimates: array<f32>;
@group(0) @binding(5) var<storage, read_write> bounds: array<f32>;
// Threads of the gallery, words of a row, and the first block of these codes.
@group(0) @binding({{SIZES_AT}}) var<storage, read> sizes: array<u32>;
const QUERIES = {{QUERIES}}u;

// Writes a row's estimate; returns the lower bound of its score, or LOWEST if it may not be found.
fn lower_bound(sum: f32, row: u32, query: u32) -> f32 {
  let n_slots = ROWS * sizes[0];
  let estimate = sum * rows[row];
  let radius = rows[n_slots + row];
  estimates[query * n_slots + row] = estimate;
  return select(LOWEST, estimate - norms[query] * radius, allowed(row, radius));
}

@compute @workgroup_size({{THREADS}})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let n_threads = sizes[0];
  let n_words = sizes[1];
  let thread = (sizes[2] + group.x) * THREADS + local.x;
  let first = group.y * QUERIES;
  var at = group.x * n_words * ROWS * THREADS + local.x;
  var values = group.y * n_words * (4u * QUERIES);
  //: repeat row < ROWS
  //: repeat query < QUERIES
  var s{{row}}_{{query}} = 0.0;
  //: end
  //: end
  for (var word = 0u; word < n_words; word++) {
    //: repeat query < QUERIES
    let q{{query}}0 = queries[values + (0u * QUERIES + {{query}}u)];
    let q{{query}}1 = queries[values + (1u * QUERIES + {{query}}u)];
    let q{{query}}2 = queries[values + (2u * QUERIES + {{query}}u)];
    let q{{query}}3 = queries[values + (3u * QUERIES + {{query}}u)];
    //: end
    //: repeat row < ROWS
    let w{{row}} = i32(codes[at + ({{row}}u * THREADS)]);
    let c{{row}}0 = f32((w{{row}} << 24u) >> 24u);
    let c{{row}}1 = f32((w{{row}} << 16u) >> 24u);
    let c{{row}}2 = f32((w{{row}} << 8u) >> 24u);
    let c{{row}}3 = f32((w{{row}} << 0u) >> 24u);
    //: repeat query < QUERIES
    s{{row}}_{{query}} += q{{query}}0 * c{{row}}0 + q{{query}}1 * c{{row}}1 + q{{query}}2 * c{{row}}2 + q{{query}}3 * c{{row}}3;
    //: end
    //: end
    at += ROWS * THREADS;
    values += 4u * QUERIES;
  }
  var best = LOWEST;
  //: repeat query < QUERIES
  best = LOWEST;
  //: repeat row < ROWS
  best = max(best, lower_bound(s{{row}}_{{query}}, thread + {{row}}u * n_threads, first + {{query}}u));
  //: end
  bounds[(first + {{query}}u) * n_threads + thread] = best;
  //: end
}
