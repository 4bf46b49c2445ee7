const THREADS = {{THREADS}}u;
const ROWS = {{ROWS}}u;
// Words of `params`.
const N_ROWS = 0u;
const N_THREADS = 1u;
const N_WORDS = 2u;
const K = 3u;
const CAPACITY = 4u;
const HAS_MASK = 5u;
const N_QUERIES = 6u;
const NORMS = {{HEAD}}u;

// Orders words as the numbers are ordered. Neither NaN nor infinity gets here.
fn ordered(value: f32) -> u32 {
  let bits = bitcast<u32>(value);
  return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}
