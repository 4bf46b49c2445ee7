//! Embedding tables: a row for each token.

use super::values::{Values, f32_from_finite_half};

/// Rows for look-up; kept in their stored type, since few of them are ever read.
#[derive(Debug)]
pub struct Table {
    values: Values,
    row_len: usize,
}

impl Table {
    pub fn new(values: Values, row_len: usize) -> Self {
        Self { values, row_len }
    }

    /// Values per row.
    pub fn row_len(&self) -> usize {
        self.row_len
    }

    pub fn bytes(&self) -> usize {
        self.values.bytes()
    }

    /// Adds a row to `sum`, `[row_len]`. A row beyond the last adds nothing.
    pub fn add_row(&self, row: usize, sum: &mut [f32]) {
        let range = row * self.row_len..(row + 1) * self.row_len;
        match &self.values {
            Values::F32(values) => {
                let row = values.get(range).unwrap_or_default();
                sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
            }
            Values::F16(values) => {
                let row = values.get(range).unwrap_or_default();
                let add = |(sum, value): (&mut f32, &half::f16)| {
                    *sum += f32_from_finite_half(value.to_bits());
                };
                sum.iter_mut().zip(row).for_each(add);
            }
            Values::I8(codes) => {
                sum.iter_mut().zip(codes.row(row)).for_each(|(sum, value)| *sum += value);
            }
        }
    }
}
