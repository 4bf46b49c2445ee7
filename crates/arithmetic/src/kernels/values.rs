use half::f16;

/// The values of a matrix or a vector as stored, row after row.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    F32(Vec<f32>),
    /// All finite.
    F16(Vec<f16>),
    /// Eight bits, with a scale for every [`GROUP`] values of a row.
    I8(Codes<i8>),
}

/// Codes of a row that share a scale. One scale for a whole row is not enough: a few large weights,
/// which multiply small inputs, cost the others their digits, and MiniLM's vector of an empty text
/// falls to a cosine of 0.9964.
pub const GROUP: usize = 64;

/// A matrix in integers: a value is its code times the scale of its group.
#[derive(Debug, Clone, PartialEq)]
pub struct Codes<C> {
    /// Values per row.
    pub row_len: usize,
    /// Row after row, as many steps below 0 as above.
    pub codes: Vec<C>,
    /// One for each group of a row, row after row; the last group of a row may be smaller.
    pub scales: Vec<f32>,
}

impl<C: Copy + Into<f32>> Codes<C> {
    /// The values of a row; empty beyond the last row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = f32> {
        let codes = self.codes.get(row * self.row_len..(row + 1) * self.row_len);
        let n_groups = self.row_len.div_ceil(GROUP);
        let scales = self.scales.get(row * n_groups..(row + 1) * n_groups).unwrap_or_default();
        let groups = codes.unwrap_or_default().chunks(GROUP).zip(scales);
        groups.flat_map(|(codes, scale)| codes.iter().map(move |code| (*code).into() * scale))
    }
}

impl Values {
    pub fn len(&self) -> usize {
        match self {
            Self::F32(values) => values.len(),
            Self::F16(values) => values.len(),
            Self::I8(codes) => codes.codes.len(),
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Self::F32(values) => 4 * values.len(),
            Self::F16(values) => 2 * values.len(),
            Self::I8(codes) => codes.codes.len() + 4 * codes.scales.len(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

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
                // Different types: float32 holds them all.
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

/// The value of a finite float16 from its bits, without a branch, so that the compiler can convert
/// many at once. Wrong for infinities and NaN.
#[inline(always)]
pub fn f32_from_finite_half(bits: u16) -> f32 {
    // The exponent's bias is 15 in float16 and 127 in float32.
    let rescale = f32::from_bits((127 + 127 - 15) << 23);
    let magnitude = f32::from_bits(u32::from(bits & 0x7fff) << 13) * rescale;
    f32::from_bits(magnitude.to_bits() | u32::from(bits & 0x8000) << 16)
}
