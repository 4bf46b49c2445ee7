//! The three kernels. What is done for each row of a unit and each query of a group is written out,
//! since a variable that is indexed does not stay in a register everywhere.

use super::{
    ask::SIZES,
    layout::{HEADER, ROWS, UNITS},
};
use crate::Kernel;
use std::fmt::Write;

/// Units of the one workgroup that looks for a query's floor.
const UNITS_OF_FLOOR: usize = 256;

/// What all of them know. `ordered` maps numbers to words in the same order; neither NaN nor
/// infinity ever gets there.
fn common() -> String {
    format!(
        "const UNITS = {UNITS}u;
const ROWS = {ROWS}u;
const N_ROWS = 0u; const N_UNITS = 1u; const N_WORDS = 2u; const K = 3u; const ROOM = 4u;
const HAS_MASK = 5u; const N_PLACES = 6u; const LENGTHS = {SIZES}u;

fn ordered(value: f32) -> u32 {{
  let bits = bitcast<u32>(value);
  return select(bits | 0x80000000u, ~bits, (bits & 0x80000000u) != 0u);
}}
"
    )
}

/// Whether a row may be found: nothing is known of those with a negative radius.
const ALLOWED: &str = "
fn allowed(row: u32, radius: f32) -> bool {
  if (radius < 0.0) { return false; }
  if (ask[HAS_MASK] == 0u) { return true; }
  return ((mask[row / 32u] >> (row % 32u)) & 1u) == 1u;
}
";

/// The first kernel, for so many queries at a time.
pub(super) fn score(queries: usize) -> Kernel {
    let (mut sums, mut products, mut ends) = (String::new(), String::new(), String::new());
    for query in 0..queries {
        for value in 0..4 {
            let at = value * queries + query;
            let _ =
                writeln!(products, "    let q{query}{value} = bitcast<f32>(ask[values + {at}u]);");
        }
    }
    for row in 0..ROWS {
        let at = row * UNITS;
        let _ = writeln!(products, "    let w{row} = i32(codes[at + {at}u]);");
        for (value, shift) in [24, 16, 8, 0].iter().enumerate() {
            let _ = writeln!(products, "    let c{row}{value} = f32((w{row} << {shift}u) >> 24u);");
        }
        for query in 0..queries {
            let _ = writeln!(sums, "  var s{row}_{query} = 0.0;");
            let terms: Vec<String> =
                (0..4).map(|value| format!("q{query}{value} * c{row}{value}")).collect();
            let _ = writeln!(products, "    s{row}_{query} += {};", terms.join(" + "));
        }
    }
    for query in 0..queries {
        let _ = writeln!(ends, "  best = 0u;");
        for row in 0..ROWS {
            let _ = writeln!(
                ends,
                "  best = max(best, told(s{row}_{query}, unit + {row}u * n_units, first + {query}u));"
            );
        }
        let _ = writeln!(ends, "  highest[(first + {query}u) * n_units + unit] = best;");
    }
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> codes: array<u32>;
@group(0) @binding(1) var<storage, read_write> rows: array<f32>;
@group(0) @binding(2) var<storage, read_write> mask: array<u32>;
@group(0) @binding(3) var<storage, read_write> ask: array<u32>;
@group(0) @binding(4) var<storage, read_write> estimates: array<f32>;
@group(0) @binding(5) var<storage, read_write> highest: array<u32>;
{common}{ALLOWED}
// Writes a row's estimate; its low, or 0 where it may not be found.
fn told(sum: f32, row: u32, query: u32) -> u32 {{
  let n_slots = ROWS * ask[N_UNITS];
  let estimate = sum * rows[row];
  let radius = rows[n_slots + row];
  estimates[query * n_slots + row] = estimate;
  let length = bitcast<f32>(ask[LENGTHS + query]);
  return select(0u, ordered(estimate - length * radius), allowed(row, radius));
}}

@compute @workgroup_size({UNITS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {{
  let n_units = ask[N_UNITS];
  let n_words = ask[N_WORDS];
  let unit = (codes[0] + group.x) * UNITS + local.x;
  let first = group.y * {queries}u;
  var at = {HEADER}u + group.x * n_words * ROWS * UNITS + local.x;
  var values = LENGTHS + ask[N_PLACES] + group.y * n_words * {step}u;
{sums}  for (var word = 0u; word < n_words; word++) {{
{products}    at += ROWS * UNITS;
    values += {step}u;
  }}
  var best = 0u;
{ends}}}
",
        common = common(),
        step = 4 * queries,
    );
    Kernel::new("search score", &source)
}

/// The second kernel: a query's floor, bit by bit from the highest; the eight lowest stay 0.
pub(super) fn floor() -> Kernel {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> ask: array<u32>;
@group(0) @binding(1) var<storage, read_write> highest: array<u32>;
@group(0) @binding(2) var<storage, read_write> kept: array<atomic<u32>>;
{common}
var<workgroup> n_reaching: atomic<u32>;

@compute @workgroup_size({UNITS_OF_FLOOR})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {{
  let n_units = ask[N_UNITS];
  let first = group.x * n_units;
  var floor = 0u;
  for (var bit = 31u; bit >= 8u; bit--) {{
    let trial = floor | (1u << bit);
    if (local.x == 0u) {{ atomicStore(&n_reaching, 0u); }}
    workgroupBarrier();
    var n = 0u;
    for (var unit = local.x; unit < n_units; unit += {UNITS_OF_FLOOR}u) {{
      n += select(0u, 1u, highest[first + unit] >= trial);
    }}
    atomicAdd(&n_reaching, n);
    workgroupBarrier();
    floor = select(floor, trial, atomicLoad(&n_reaching) >= ask[K]);
    workgroupBarrier();
  }}
  if (local.x == 0u) {{
    let at = group.x * (2u + 2u * ask[ROOM]);
    atomicStore(&kept[at], 0u);
    atomicStore(&kept[at + 1u], floor);
  }}
}}
",
        common = common(),
    );
    Kernel::new("search floor", &source)
}

/// The third kernel: how many rows reach the floor, and these, each with its estimate, as long as
/// there is room.
pub(super) fn keep() -> Kernel {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> rows: array<f32>;
@group(0) @binding(1) var<storage, read_write> mask: array<u32>;
@group(0) @binding(2) var<storage, read_write> ask: array<u32>;
@group(0) @binding(3) var<storage, read_write> estimates: array<f32>;
@group(0) @binding(4) var<storage, read_write> kept: array<atomic<u32>>;
{common}{ALLOWED}
@compute @workgroup_size({UNITS})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {{
  let n_units = ask[N_UNITS];
  let n_slots = ROWS * n_units;
  let query = group.y;
  let length = bitcast<f32>(ask[LENGTHS + query]);
  let at = query * (2u + 2u * ask[ROOM]);
  let floor = atomicLoad(&kept[at + 1u]);
  for (var i = 0u; i < ROWS; i++) {{
    let row = i * n_units + group.x * UNITS + local.x;
    let estimate = estimates[query * n_slots + row];
    let radius = rows[n_slots + row];
    if (ordered(estimate + length * radius) >= floor && allowed(row, radius)) {{
      let place = atomicAdd(&kept[at], 1u);
      if (place < ask[ROOM]) {{
        atomicStore(&kept[at + 2u + 2u * place], row);
        atomicStore(&kept[at + 3u + 2u * place], bitcast<u32>(estimate));
      }}
    }}
  }}
}}
",
        common = common(),
    );
    Kernel::new("search keep", &source)
}
