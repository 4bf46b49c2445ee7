//: if MASK = true
@group(0) @binding({{MASK_AT}}) var<storage, read_write> mask: array<u32>;
//: end

// Whether a row may be found: its error bound is known, and the mask has it.
fn allowed(row: u32, radius: f32) -> bool {
  //: if MASK = true
  return radius >= 0.0 && ((mask[row / 32u] >> (row % 32u)) & 1u) == 1u;
  //: end
  //: if MASK = false
  return radius >= 0.0;
  //: end
}
