const THREADS = {{THREADS}}u;
const ROWS = {{ROWS}}u;
// Below every score. Browsers refuse digits that are rounded up beyond the largest float32.
const LOWEST = -3.4028234e38;

// Orders words as the numbers are ordered. Neither NaN nor infinity gets here.
fn ordered(value: f32) -> u32 {
  let bits = bitcast<u32>(value);
  return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}
