@group(0) @binding(0) var<storage, read_write> pixels: array<f32>;
@group(0) @binding(1) var<storage, read_write> weights: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> bias: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> y: array<f32>;
// The number of patches of all images.
@group(0) @binding(4) var<storage, read> sizes: array<u32>;
const IMAGE = {{IMAGE}}u;
const SIDE = {{SIDE}}u;
const N_OUT = {{N_OUT}}u;
const N_OUT_QUADS = {{N_OUT_QUADS}}u;
// Patches side by side, and in an image.
const ACROSS = IMAGE / SIDE;
const PER_IMAGE = ACROSS * ACROSS;

// The first value of a patch: its upper left pixel's red.
fn start(patch_of_all: u32) -> u32 {
  let image = patch_of_all / PER_IMAGE;
  let top = patch_of_all % PER_IMAGE / ACROSS * SIDE;
  let left = patch_of_all % ACROSS * SIDE;
  return ((image * IMAGE + top) * IMAGE + left) * 3u;
}

@compute @workgroup_size({{THREADS}})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let n_patches = sizes[0];
  let out_quad = group.x * {{THREADS}}u + local.x;
  if (out_quad >= N_OUT_QUADS) { return; }
  let first = group.y * {{PATCHES}}u;
  // Beyond the last patch the last is read again, and not written.
  //: repeat p < PATCHES
  let start{{p}} = start(min(first + {{p}}u, n_patches - 1u));
  var sum{{p}} = bias[out_quad];
  //: end
  var at = out_quad;
  for (var colour = 0u; colour < 3u; colour++) {
    for (var row = 0u; row < SIDE; row++) {
      var offset = row * IMAGE * 3u + colour;
      for (var column = 0u; column < SIDE; column++) {
        let weight = weights[at];
        //: repeat p < PATCHES
        sum{{p}} += pixels[start{{p}} + offset] * weight;
        //: end
        offset += 3u;
        at += N_OUT_QUADS;
      }
    }
  }
  //: repeat p < PATCHES
  if (first + {{p}}u < n_patches) {
    for (var i = 0u; i < 4u; i++) {
      if (4u * out_quad + i < N_OUT) { y[(first + {{p}}u) * N_OUT + 4u * out_quad + i] = sum{{p}}[i]; }
    }
  }
  //: end
}
