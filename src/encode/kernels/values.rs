//! Numbers of a weight as they are stored.

use half::f16;

/// The values of a matrix or a vector, row after row.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// As they are.
    F32(Vec<f32>),
    /// Rounded to eleven bits; all of them finite.
    F16(Vec<f16>),
    /// Eight bits, and a scale for each row.
    I8(Codes),
}

/// A matrix in eight bits: a value is its code times the scale of its row.
#[derive(Debug, Clone, PartialEq)]
pub struct Codes {
    /// Between −127 and 127, row after row.
    pub codes: Vec<i8>,
    /// One for each row.
    pub scales: Vec<f32>,
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
            Self::I8(Codes { codes, scales }) => {
                let row_len = codes.len() / scales.len().max(1);
                let rows = codes.chunks(row_len.max(1)).zip(&scales);
                rows.flat_map(|(row, scale)| row.iter().map(move |c| f32::from(*c) * scale))
                    .collect()
            }
        }
    }

    /// The rows of several matrices, one below the other.
    #[must_use]
    pub fn stacked(parts: Vec<Self>) -> Self {
        if parts.iter().all(|part| matches!(part, Self::I8(_))) {
            let mut all = Codes { codes: Vec::new(), scales: Vec::new() };
            for part in parts {
                if let Self::I8(part) = part {
                    all.codes.extend(part.codes);
                    all.scales.extend(part.scales);
                }
            }
            return Self::I8(all);
        }
        Self::F32(parts.into_iter().flat_map(Self::into_f32).collect())
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

/// Rounds rows to eight bits, each with the scale that makes its largest value 127.
#[must_use]
pub fn codes_from_rows(values: &[f32], row_len: usize) -> Codes {
    let mut all = Codes { codes: Vec::with_capacity(values.len()), scales: Vec::new() };
    for row in values.chunks(row_len.max(1)) {
        let largest = row.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
        let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
        #[expect(clippy::cast_possible_truncation, reason = "at most 127")]
        let code = |value: &f32| (value / scale).round() as i8;
        all.codes.extend(row.iter().map(code));
        all.scales.push(scale);
    }
    all
}
