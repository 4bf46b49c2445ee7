//! Numbers of a weight as they are stored.

use half::f16;

/// The values of a matrix or a vector, row after row.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// As they are.
    F32(Vec<f32>),
    /// Rounded to eleven bits; all of them finite.
    F16(Vec<f16>),
    /// Eight bits, and a scale for every [`GROUP`] of them in a row.
    I8(Codes<i8>),
}

/// Codes of a row that share a scale. One scale for a whole row is not enough: where a few of
/// its weights are large, because what they are multiplied with is rarely so, the others lose
/// their digits, and MiniLM of an empty text falls to a cosine of 0.9964.
pub const GROUP: usize = 64;

/// A matrix in integers: a value is its code times the scale of its group.
#[derive(Debug, Clone, PartialEq)]
pub struct Codes<C> {
    /// Values of a row.
    pub row_len: usize,
    /// Row after row, as many steps below 0 as above.
    pub codes: Vec<C>,
    /// One for each group of a row, row after row; the last of a row may be smaller.
    pub scales: Vec<f32>,
}

impl<C: Copy + Into<f32>> Codes<C> {
    /// The values of a row; of one that is not there none.
    pub fn row(&self, row: usize) -> impl Iterator<Item = f32> {
        let codes = self.codes.get(row * self.row_len..(row + 1) * self.row_len);
        let n_groups = self.row_len.div_ceil(GROUP);
        let scales = self.scales.get(row * n_groups..(row + 1) * n_groups).unwrap_or_default();
        let groups = codes.unwrap_or_default().chunks(GROUP).zip(scales);
        groups.flat_map(|(codes, scale)| codes.iter().map(move |code| (*code).into() * scale))
    }
}

impl Values {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::F32(values) => values.len(),
            Self::F16(values) => values.len(),
            Self::I8(codes) => codes.codes.len(),
        }
    }

    /// Bytes that they take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Self::F32(values) => 4 * values.len(),
            Self::F16(values) => 2 * values.len(),
            Self::I8(codes) => codes.codes.len() + 4 * codes.scales.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them as float32.
    #[must_use]
    pub fn into_f32(self) -> Vec<f32> {
        match self {
            Self::F32(values) => values,
            Self::F16(values) => {
                values.iter().map(|value| f32_from_finite_half(value.to_bits())).collect()
            }
            Self::I8(codes) => {
                let n_rows = codes.codes.len() / codes.row_len.max(1);
                (0..n_rows).flat_map(|row| codes.row(row)).collect()
            }
        }
    }

    /// The rows of several matrices of equal width, one below the other.
    #[must_use]
    pub fn stacked(parts: Vec<Self>) -> Self {
        let mut parts = parts.into_iter();
        let Some(mut all) = parts.next() else { return Self::F32(Vec::new()) };
        for part in parts {
            match (&mut all, part) {
                (Self::F32(all), Self::F32(part)) => all.extend(part),
                (Self::F16(all), Self::F16(part)) => all.extend(part),
                (Self::I8(all), Self::I8(part)) => {
                    all.codes.extend(part.codes);
                    all.scales.extend(part.scales);
                }
                // Of several types: as what holds them all.
                (_, part) => {
                    let mut values = all.into_f32();
                    values.extend(part.into_f32());
                    all = Self::F32(values);
                }
            }
        }
        all
    }
}

/// The value of a float16's bits, without a branch, so that many can be widened at once. Not
/// for infinities and not-a-number.
#[inline(always)]
#[must_use]
pub fn f32_from_finite_half(bits: u16) -> f32 {
    // The exponent's bias is 15 in the one and 127 in the other.
    let rescale = f32::from_bits((127 + 127 - 15) << 23);
    let magnitude = f32::from_bits(u32::from(bits & 0x7fff) << 13) * rescale;
    f32::from_bits(magnitude.to_bits() | u32::from(bits & 0x8000) << 16)
}

/// Rounds rows to eight bits, each group with the scale that makes its largest value 127.
#[must_use]
pub fn codes_from_rows(values: &[f32], row_len: usize) -> Codes<i8> {
    #[expect(clippy::cast_possible_truncation, reason = "at most 127")]
    rounded_rows(values, row_len, 127.0, |code| code as i8)
}

/// Rounds rows to 13 bits, each group with the scale that makes its largest value 4095.
pub(super) fn fixed_from_rows(values: &[f32], row_len: usize) -> Codes<i16> {
    #[expect(clippy::cast_possible_truncation, reason = "at most 4095")]
    rounded_rows(values, row_len, super::fixed_panels::WEIGHT_STEPS, |code| code as i16)
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
