//! Matrices of float16, float32 or float64 in numpy's format.

use super::{
    FormatError, Place,
    matrix_rows::{MatrixRows, NumberKind},
    npy_head::{MAGIC, NpyHead, npy_head},
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

/// The header of a `.npy` matrix.
pub(super) struct NpyShape {
    pub(super) shape: [u64; 2],
    pub(super) number: NumberKind,
    /// Bytes before the first value.
    pub(super) n_header: u64,
}

/// Reads a `.npy` matrix `[rows, dim]` of little-endian float16, float32 or float64 in C order.
///
/// # Errors
/// Not an npy file, not a matrix, of another type, or not in C order.
pub fn rows_from_npy<R: Read>(file: &str, mut reader: R) -> Result<MatrixRows<R>, FormatError> {
    let NpyShape { shape, number, .. } = shape_from_npy(file, &mut reader)?;
    MatrixRows::new(file, reader, shape, number)
}

/// Reads the header; the next byte is that of the first value.
///
/// # Errors
/// Those of [`rows_from_npy`].
pub(super) fn shape_from_npy(file: &str, reader: &mut impl Read) -> Result<NpyShape, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let bytes = header_bytes(reader).map_err(&wrong)?;
    let NpyHead { descr, is_fortran, shape, offset } = npy_head(&bytes).map_err(&wrong)?;
    let number = match descr.as_str() {
        "<f2" => Some(NumberKind::F16),
        "<f4" => Some(NumberKind::F32),
        "<f8" => Some(NumberKind::F64),
        _ => None,
    };
    let number = number.ok_or_else(|| {
        wrong(format!(
            "its type is '{descr}', but little-endian float16 ('<f2'), float32 ('<f4') or float64 \
             ('<f8') is needed: convert it with array.astype('<f4')"
        ))
    })?;
    if is_fortran {
        return Err(wrong(
            "it is in Fortran order: save numpy.ascontiguousarray(array) instead".into(),
        ));
    }
    let &[n_rows, dim] = shape.as_slice() else {
        return Err(wrong(format!("its shape is {shape:?}, but [rows, dim] is needed")));
    };
    Ok(NpyShape { shape: [n_rows, dim], number, n_header: offset })
}
