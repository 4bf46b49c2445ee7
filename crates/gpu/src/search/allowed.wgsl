
// Whether a row may be found: its error bound is known, and the mask has it.
fn allowed(row: u32, radius: f32) -> bool {
  if (radius < 0.0) { return false; }
  if (params[HAS_MASK] == 0u) { return true; }
  return ((mask[row / 32u] >> (row % 32u)) & 1u) == 1u;
}
