//! Matrices of floating-point numbers, read a row at a time: what all containers of vectors have in
//! common.

use super::{FormatError, Place};
use crate::limits::MAX_MATRIX_ROW_BYTES;
use std::io::{Read, Seek};

/// How a matrix stores a value; all are little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    /// IEEE half precision.
    F16,
    /// bfloat16.
    Bf16,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

impl NumberKind {
    /// Bytes of a value.
    #[must_use]
    pub fn bytes(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

/// A matrix `[rows, dim]` in C order whose values follow each other, read one row at a time, for
/// galleries larger than memory. [`super::rows_from_npy`] and its like make it.
#[derive(Debug)]
pub struct MatrixRows<R> {
    file: String,
    reader: R,
    n_rows: usize,
    dim: usize,
    number: NumberKind,
    next_row: usize,
    buffer: Vec<u8>,
}

impl<R: Read> MatrixRows<R> {
    /// A matrix of this shape, whose first value is the next that `reader` gives and whose last is
    /// its last.
    ///
    /// # Errors
    /// A shape without columns, or too large.
    pub fn new(
        file: &str,
        reader: R,
        [n_rows, dim]: [u64; 2],
        number: NumberKind,
    ) -> Result<Self, FormatError> {
        let wrong = |reason: String| FormatError::new(file, Place::File, reason);
        let too_large = || wrong(format!("its shape [{n_rows}, {dim}] is too large"));
        let n_rows = usize::try_from(n_rows).map_err(|_| too_large())?;
        let dim = usize::try_from(dim).map_err(|_| too_large())?;
        let row_bytes = dim.checked_mul(number.bytes()).ok_or_else(too_large)?;
        if dim == 0 || row_bytes > MAX_MATRIX_ROW_BYTES {
            return Err(wrong(format!("its rows have {dim} values")));
        }
        let buffer = vec![0; row_bytes];
        Ok(Self { file: file.into(), reader, n_rows, dim, number, next_row: 0, buffer })
    }

    /// The number of rows, from the header.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// The number of values in a row.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// The next row, or `None` after the last.
    ///
    /// # Errors
    /// A file that ends within a row or continues after the last, or a value of double precision
    /// that is beyond float32, by row and column.
    pub fn next_row(&mut self) -> Result<Option<Vec<f32>>, FormatError> {
        let row = self.next_row;
        if row == self.n_rows {
            // Unlike `read`, it goes on after a signal.
            return match self.reader.by_ref().take(1).read_to_end(&mut Vec::new()) {
                Ok(0) => Ok(None),
                Ok(_) => Err(FormatError::new(
                    &self.file,
                    Place::File,
                    format!("it continues after its {} rows", self.n_rows),
                )),
                Err(e) => Err(self.unreadable(row, e)),
            };
        }
        self.reader.read_exact(&mut self.buffer).map_err(|e| self.unreadable(row, e))?;
        self.next_row += 1;
        let (twos, fours) = (self.buffer.as_chunks::<2>().0, self.buffer.as_chunks::<4>().0);
        let values = match self.number {
            NumberKind::F16 => twos.iter().map(|b| half::f16::from_le_bytes(*b).to_f32()).collect(),
            NumberKind::Bf16 => {
                twos.iter().map(|b| half::bf16::from_le_bytes(*b).to_f32()).collect()
            }
            NumberKind::F32 => fours.iter().map(|b| f32::from_le_bytes(*b)).collect(),
            NumberKind::F64 => {
                let (eights, _) = self.buffer.as_chunks::<8>();
                let doubles = eights.iter().map(|b| f64::from_le_bytes(*b));
                singles(doubles)
                    .map_err(|reason| FormatError::new(&self.file, Place::Row(row), reason))?
            }
        };
        Ok(Some(values))
    }

    fn unreadable(&self, row: usize, source: std::io::Error) -> FormatError {
        let reason = if source.kind() == std::io::ErrorKind::UnexpectedEof {
            format!("the file ends here, but its header says {} rows", self.n_rows)
        } else {
            source.to_string()
        };
        FormatError::new(&self.file, Place::Row(row), reason).because(source)
    }
}

/// Doubles as singles; the reason to refuse a row with a number beyond float32. NaN and infinities
/// stay what they are, for whoever normalises the row.
pub fn singles(doubles: impl Iterator<Item = f64>) -> Result<Vec<f32>, String> {
    let single = |(column, double): (usize, f64)| {
        #[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is the point")]
        let single = double as f32;
        if single.is_infinite() && double.is_finite() {
            return Err(format!("column {column} is {double:?}, which is beyond float32"));
        }
        Ok(single)
    };
    doubles.enumerate().map(single).collect()
}

impl<R: Read + Seek> MatrixRows<R> {
    /// Seeks to a row, so that [`next_row`](Self::next_row) returns it; `n_rows` is the end.
    ///
    /// # Errors
    /// A row beyond the end, or a file that cannot seek.
    pub fn go_to(&mut self, row: usize) -> Result<(), FormatError> {
        let offset_of = |row: usize| i64::try_from(row.checked_mul(self.buffer.len())?).ok();
        let Some((to, from)) = offset_of(row).zip(offset_of(self.next_row)) else {
            return Err(FormatError::new(&self.file, Place::Row(row), "too far to seek to"));
        };
        if row > self.n_rows {
            let reason = format!("there is no such row, only {}", self.n_rows);
            return Err(FormatError::new(&self.file, Place::Row(row), reason));
        }
        self.reader.seek_relative(to - from).map_err(|e| self.unreadable(row, e))?;
        self.next_row = row;
        Ok(())
    }
}
