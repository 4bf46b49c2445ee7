//! Matrices of float16, float32 or float64 in numpy's format.

use super::{
    FormatError, Place,
    matrix_rows::MatrixRows,
    npy_head::{MAGIC, npy_head},
    npy_matrix::{NpyMatrix, matrix_of_npy},
};
use crate::limits::MAX_NPY_HEADER_BYTES;
use std::io::Read;

/// The whole header; a damaged one may declare gigabytes.
fn header_bytes(reader: &mut impl Read) -> Result<Vec<u8>, String> {
    let mut start = vec![0; MAGIC.len() + 2];
    let cut_short = |e: std::io::Error| format!("not a NumPy array: its header: {e}");
    reader.read_exact(&mut start).map_err(cut_short)?;
    if !start.starts_with(MAGIC) {
        return Err("not a NumPy array: it does not begin with \\x93NUMPY".into());
    }
    // The length has two bytes in version 1 and four in versions 2 and 3.
    let mut length = [0; 4];
    let n = if start.get(MAGIC.len()) == Some(&1) { 2 } else { 4 };
    let bytes = length.get_mut(..n).unwrap_or_default();
    reader.read_exact(bytes).map_err(cut_short)?;
    start.extend_from_slice(bytes);
    let n_bytes = u32::from_le_bytes(length);
    if n_bytes > MAX_NPY_HEADER_BYTES {
        return Err(format!("not a NumPy array: its header would have {n_bytes} bytes"));
    }
    let mut text = vec![0; n_bytes as usize];
    reader.read_exact(&mut text).map_err(cut_short)?;
    start.extend_from_slice(&text);
    Ok(start)
}

/// Reads a `.npy` matrix `[rows, dim]` of float16, float32 or float64. One in Fortran order is turned
/// in memory.
///
/// # Errors
/// Not an npy file, not a matrix, or of another type.
pub fn rows_from_npy<R: Read>(file: &str, mut reader: R) -> Result<MatrixRows<R>, FormatError> {
    let NpyMatrix { shape, number, is_fortran, .. } = shape_from_npy(file, &mut reader)?;
    let rows = MatrixRows::new(file, reader, shape, number)?;
    if is_fortran { rows.of_columns() } else { Ok(rows) }
}

/// Reads the header; the next byte is that of the first value.
///
/// # Errors
/// Those of [`rows_from_npy`].
pub(super) fn shape_from_npy(file: &str, reader: &mut impl Read) -> Result<NpyMatrix, FormatError> {
    let head = header_bytes(reader).and_then(|bytes| npy_head(&bytes));
    head.and_then(|head| matrix_of_npy(&head))
        .map_err(|reason| FormatError::new(file, Place::File, reason))
}
