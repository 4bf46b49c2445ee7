//! Matrices of floating-point numbers, read a row at a time: what all containers of vectors share.

use super::{FormatError, Place};
use crate::limits::MAX_MATRIX_ROW_BYTES;
use std::io::{Read, Seek};

/// Little-endian unless it says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    /// IEEE.
    F16,
    Bf16,
    F32,
    F64,
    F16Big,
    F32Big,
    F64Big,
}

impl NumberKind {
    pub fn bytes(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 | Self::F16Big => 2,
            Self::F32 | Self::F32Big => 4,
            Self::F64 | Self::F64Big => 8,
        }
    }
}

/// A matrix `[rows, dim]` in C order, read one row at a time, for galleries larger than memory.
/// [`super::rows_from_npy`] and its like make it.
#[derive(Debug)]
pub struct MatrixRows<R> {
    file: String,
    reader: R,
    n_rows: usize,
    dim: usize,
    number: NumberKind,
    next_row: usize,
    buffer: Vec<u8>,
    /// All values row by row, if the file stores columns.
    turned: Option<Vec<u8>>,
}

/// A larger matrix in Fortran order is refused: it and its rows are in memory together.
const MAX_TURNED_BYTES: u64 = 4 << 30;

impl<R: Read> MatrixRows<R> {
    /// `reader` must be at the first value and end after the last.
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
        let turned = None;
        Ok(Self { file: file.into(), reader, n_rows, dim, number, next_row: 0, buffer, turned })
    }

    /// Turns a matrix in Fortran order, whose columns follow each other.
    pub(super) fn of_columns(mut self) -> Result<Self, FormatError> {
        let wrong = |reason: String| FormatError::new(&self.file, Place::File, reason);
        let (n_rows, dim, size) = (self.n_rows, self.dim, self.number.bytes());
        let n_bytes = (n_rows as u64).saturating_mul(self.buffer.len() as u64);
        if n_bytes > MAX_TURNED_BYTES {
            return Err(wrong(
                "it is in Fortran order and too large to be turned in memory: save \
                 numpy.ascontiguousarray(array)"
                    .into(),
            ));
        }
        let mut columns = Vec::new();
        let read = (&mut self.reader).take(n_bytes).read_to_end(&mut columns);
        read.map_err(|e| wrong(e.to_string()).because(e))?;
        if columns.len() as u64 != n_bytes {
            return Err(wrong(format!(
                "the file ends after {} of the {n_bytes} bytes that its header says",
                columns.len()
            )));
        }
        self.turned = Some(rows_of_columns(&columns, [n_rows, dim], size));
        Ok(self)
    }

    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    pub fn dim(&self) -> usize {
        self.dim
    }

    /// `None` after the last. Refuses a file that ends within a row or continues after the last, and doubles
    /// beyond float32.
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
        if let Some(turned) = &self.turned {
            let at = row * self.buffer.len();
            let values = turned.get(at..at + self.buffer.len()).unwrap_or_default();
            self.buffer.clear();
            self.buffer.extend_from_slice(values);
        } else {
            self.reader.read_exact(&mut self.buffer).map_err(|e| self.unreadable(row, e))?;
        }
        self.next_row += 1;
        let buffer = &self.buffer;
        let (twos, fours, eights) =
            (buffer.as_chunks::<2>().0, buffer.as_chunks::<4>().0, buffer.as_chunks::<8>().0);
        let of_doubles = |value: fn([u8; 8]) -> f64| {
            singles(eights.iter().map(|bytes| value(*bytes)))
                .map_err(|reason| FormatError::new(&self.file, Place::Row(row), reason))
        };
        let of_halves = |value: fn([u8; 2]) -> f32| twos.iter().map(|b| value(*b)).collect();
        let of_singles = |value: fn([u8; 4]) -> f32| fours.iter().map(|b| value(*b)).collect();
        let values = match self.number {
            NumberKind::F16 => of_halves(|b| half::f16::from_le_bytes(b).to_f32()),
            NumberKind::F16Big => of_halves(|b| half::f16::from_be_bytes(b).to_f32()),
            NumberKind::Bf16 => of_halves(|b| half::bf16::from_le_bytes(b).to_f32()),
            NumberKind::F32 => of_singles(f32::from_le_bytes),
            NumberKind::F32Big => of_singles(f32::from_be_bytes),
            NumberKind::F64 => of_doubles(f64::from_le_bytes)?,
            NumberKind::F64Big => of_doubles(f64::from_be_bytes)?,
        };
        Ok(Some(values))
    }

    /// The row that [`next_row`](Self::next_row) returned last, as the file has it; `None` unless the file
    /// has float64, which is rounded there.
    pub fn last_doubles(&self) -> Option<Vec<f64>> {
        let value = match self.number {
            NumberKind::F64 => f64::from_le_bytes,
            NumberKind::F64Big => f64::from_be_bytes,
            _ => return None,
        };
        Some(self.buffer.as_chunks::<8>().0.iter().map(|bytes| value(*bytes)).collect())
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

/// Values of `size` bytes, column by column → row by row.
pub(super) fn rows_of_columns(columns: &[u8], [n_rows, dim]: [usize; 2], size: usize) -> Vec<u8> {
    let mut rows = Vec::with_capacity(columns.len());
    for row in 0..n_rows {
        for column in 0..dim {
            let at = (column * n_rows + row) * size;
            rows.extend_from_slice(columns.get(at..at + size).unwrap_or_default());
        }
    }
    rows
}

/// Refuses finite doubles beyond float32. NaN and infinities are kept for the code that normalises
/// rows.
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
    /// Makes [`next_row`](Self::next_row) return this row; `n_rows` is the end.
    pub fn go_to(&mut self, row: usize) -> Result<(), FormatError> {
        let offset_of = |row: usize| i64::try_from(row.checked_mul(self.buffer.len())?).ok();
        let Some((to, from)) = offset_of(row).zip(offset_of(self.next_row)) else {
            return Err(FormatError::new(&self.file, Place::Row(row), "too far to seek to"));
        };
        if row > self.n_rows {
            let reason = format!("no such row: the matrix has {}", self.n_rows);
            return Err(FormatError::new(&self.file, Place::Row(row), reason));
        }
        if self.turned.is_none() {
            self.reader.seek_relative(to - from).map_err(|e| self.unreadable(row, e))?;
        }
        self.next_row = row;
        Ok(())
    }
}
