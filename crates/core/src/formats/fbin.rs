//! `.fbin`, the matrices of big-ann-benchmarks and DiskANN: rows and columns as int32, then the rows as
//! float32, all little-endian.

use super::{
    FormatError, Place,
    matrix_rows::{MatrixRows, NumberKind},
};
use std::io::Read;

const HEADER_BYTES: usize = 8;

/// Reads an `.fbin` matrix of `n_bytes` bytes. The format has no magic number, so its header is checked
/// against the file's size.
pub fn rows_from_fbin<R: Read>(
    file: &str,
    mut reader: R,
    n_bytes: u64,
) -> Result<MatrixRows<R>, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let mut header = [0; HEADER_BYTES];
    reader.read_exact(&mut header).map_err(|e| {
        wrong("not an .fbin matrix: it has no header of two numbers".into()).because(e)
    })?;
    let [n_rows, dim] = shape_in(header);
    let wanted = size_of([n_rows, dim]);
    if wanted != Some(n_bytes) {
        let wanted = wanted.map_or("more than a file can hold".into(), |n| format!("{n} bytes"));
        return Err(wrong(format!(
            "not an .fbin matrix, or damaged: its header says {n_rows} rows of {dim} float32, which \
             is {wanted}, and it has {n_bytes}"
        )));
    }
    MatrixRows::new(file, reader, [n_rows, dim], NumberKind::F32)
}

pub(super) fn is_fbin(head: &[u8], n_bytes: u64) -> bool {
    head.first_chunk().is_some_and(|header| {
        let [n_rows, dim] = shape_in(*header);
        n_rows > 0 && dim > 0 && size_of([n_rows, dim]) == Some(n_bytes)
    })
}

/// The shape `[rows, dim]`, and the offset of the first value.
pub(super) fn shape_of_fbin(head: &[u8]) -> Option<([u64; 2], u64)> {
    Some((shape_in(*head.first_chunk()?), HEADER_BYTES as u64))
}

fn shape_in(header: [u8; HEADER_BYTES]) -> [u64; 2] {
    let [a, b, c, d, e, f, g, h] = header;
    [[a, b, c, d], [e, f, g, h]].map(|bytes| u32::from_le_bytes(bytes).into())
}

fn size_of([n_rows, dim]: [u64; 2]) -> Option<u64> {
    let n_values = n_rows.checked_mul(dim)?;
    n_values.checked_mul(4)?.checked_add(HEADER_BYTES as u64)
}
