//! Matrices of float16 or float32 in numpy's format, read a row at a time.

use super::{FormatError, Place};
use crate::limits::{MAX_NPY_HEADER_BYTES, MAX_NPY_ROW_BYTES};
use npyz::{DType, Endianness, NpyHeader, Order, TypeChar};
use std::io::{Read, Seek};

/// The first bytes of every npy file.
const MAGIC: &[u8] = b"\x93NUMPY";

/// The most brackets in a header: a dictionary with a shape has two, a list of two fields five.
const MAX_BRACKETS: usize = 6;

/// The whole header, checked before the library parses it: a damaged one may declare gigabytes or
/// nest brackets so deep that parsing takes minutes.
fn header_bytes(reader: &mut impl Read) -> Result<Vec<u8>, String> {
    let mut start = vec![0; MAGIC.len() + 2];
    let cut_short = |e: std::io::Error| format!("not a numpy array: its header: {e}");
    reader.read_exact(&mut start).map_err(cut_short)?;
    if !start.starts_with(MAGIC) {
        return Err("not a numpy array: it does not begin with \\x93NUMPY".into());
    }
    // The length has two bytes in version 1 and four in versions 2 and 3.
    let mut length = [0; 4];
    let n = if start.get(MAGIC.len()) == Some(&1) { 2 } else { 4 };
    let bytes = length.get_mut(..n).unwrap_or_default();
    reader.read_exact(bytes).map_err(cut_short)?;
    start.extend_from_slice(bytes);
    let n_bytes = u32::from_le_bytes(length);
    if n_bytes > MAX_NPY_HEADER_BYTES {
        return Err(format!("not a numpy array: its header would have {n_bytes} bytes"));
    }
    let mut text = vec![0; n_bytes as usize];
    reader.read_exact(&mut text).map_err(cut_short)?;
    let n_brackets = text.iter().filter(|byte| matches!(byte, b'{' | b'[' | b'(')).count();
    if n_brackets > MAX_BRACKETS {
        return Err(format!("its header has {n_brackets} brackets: is it a matrix of numbers?"));
    }
    start.extend_from_slice(&text);
    Ok(start)
}

/// Reads a `.npy` matrix `[rows, dim]` of little-endian float16 or float32 in C order,
/// one row at a time, for galleries larger than memory.
pub struct NpyRows<R> {
    file: String,
    reader: R,
    n_rows: usize,
    dim: usize,
    bytes_per_value: usize,
    next_row: usize,
    buffer: Vec<u8>,
}

impl<R: Read> NpyRows<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// Not an npy file, not a matrix, not float16 or float32, or not in C order.
    pub fn new(file: &str, mut reader: R) -> Result<Self, FormatError> {
        let wrong = |reason: String| FormatError::new(file, Place::File, reason);
        let header = header_bytes(&mut reader).map_err(&wrong)?;
        let header = NpyHeader::from_reader(header.as_slice())
            .map_err(|e| wrong(format!("not a numpy array: {e}")).because(e))?;
        let bytes_per_value = match header.dtype() {
            DType::Plain(kind)
                if kind.type_char() == TypeChar::Float
                    && kind.endianness() == Endianness::Little
                    && matches!(kind.size_field(), 2 | 4) =>
            {
                if kind.size_field() == 2 {
                    2
                } else {
                    4
                }
            }
            other => {
                let found = other.descr();
                return Err(wrong(format!(
                    "its type is {found}, but little-endian float16 ('<f2') or float32 ('<f4') \
                     is needed: convert it with array.astype('<f4')"
                )));
            }
        };
        if header.order() != Order::C {
            return Err(wrong(
                "it is in Fortran order: save numpy.ascontiguousarray(array) instead".into(),
            ));
        }
        let &[n_rows, dim] = header.shape() else {
            let shape = header.shape();
            return Err(wrong(format!("its shape is {shape:?}, but [rows, dim] is needed")));
        };
        let too_large = || wrong(format!("its shape [{n_rows}, {dim}] is too large"));
        let n_rows = usize::try_from(n_rows).map_err(|_| too_large())?;
        let dim = usize::try_from(dim).map_err(|_| too_large())?;
        let row_bytes = dim.checked_mul(bytes_per_value).ok_or_else(too_large)?;
        if dim == 0 || row_bytes > MAX_NPY_ROW_BYTES {
            return Err(wrong(format!("its rows have {dim} values")));
        }
        let buffer = vec![0; row_bytes];
        Ok(Self { file: file.into(), reader, n_rows, dim, bytes_per_value, next_row: 0, buffer })
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
    /// A file that ends within a row or continues after the last.
    pub fn next_row(&mut self) -> Result<Option<Vec<f32>>, FormatError> {
        let row = self.next_row;
        if row == self.n_rows {
            let mut one = [0];
            return match self.reader.read(&mut one) {
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
        let values = if self.bytes_per_value == 2 {
            let (pairs, _) = self.buffer.as_chunks::<2>();
            pairs.iter().map(|pair| half::f16::from_le_bytes(*pair).to_f32()).collect()
        } else {
            let (fours, _) = self.buffer.as_chunks::<4>();
            fours.iter().map(|four| f32::from_le_bytes(*four)).collect()
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

impl<R: Read + Seek> NpyRows<R> {
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
