//! Rows → integer codes with a scale for each group.

use super::values::{Codes, GROUP};

/// Steps to either side in a weight of 13 bits. With those of a [tile](super::tiles), a group of 64
/// products stays below 2³¹.
const WEIGHT_STEPS: f32 = 4095.0;

/// Rounds rows to eight bits, each group with the scale that makes its largest value 127.
pub fn codes_from_rows(values: &[f32], row_len: usize) -> Codes<i8> {
    #[expect(clippy::cast_possible_truncation, reason = "at most 127")]
    rounded_rows(values, row_len, 127.0, |code| code as i8)
}

/// Rounds rows to 13 bits, each group with the scale that makes its largest value 4095.
pub(super) fn fixed_from_rows(values: &[f32], row_len: usize) -> Codes<i16> {
    #[expect(clippy::cast_possible_truncation, reason = "at most 4095")]
    rounded_rows(values, row_len, WEIGHT_STEPS, |code| code as i16)
}

fn rounded_rows<C>(
    values: &[f32],
    row_len: usize,
    steps: f32,
    code: impl Fn(f32) -> C,
) -> Codes<C> {
    let mut all = Codes { row_len, codes: Vec::with_capacity(values.len()), scales: Vec::new() };
    for group in values.chunks(row_len.max(1)).flat_map(|row| row.chunks(GROUP)) {
        let largest = group.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
        let scale = if largest > 0.0 { largest / steps } else { 1.0 };
        let inverse = 1.0 / scale;
        // A product may be a hair beyond the last step.
        let rounded = |value: &f32| code((value * inverse).round().clamp(-steps, steps));
        all.codes.extend(group.iter().map(rounded));
        all.scales.push(scale);
    }
    all
}
