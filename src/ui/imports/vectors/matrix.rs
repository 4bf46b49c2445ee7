//! A matrix in a dropped file.

use gloo::file::{Blob, futures::read_as_bytes};
use rankscope_core::formats::{FormatError, MatrixPlace, Place};
use rankscope_core::imported::FoundMatrix;
use std::ops::Range;

/// As it is before its values are read.
pub struct Found {
    pub matrix: FoundMatrix,
    /// Where it lies in `blob`.
    pub place: MatrixPlace,
    /// The file, or what an archive has of it.
    pub blob: Blob,
    /// The ids of its rows, if the file has them.
    pub ids: Option<Vec<String>>,
    /// The same of its columns, where they are images.
    pub column_ids: Option<Vec<String>>,
}

impl Found {
    pub(super) fn new(file: &str, part: Option<String>, place: MatrixPlace, blob: Blob) -> Self {
        let (n_rows, dim) = (place.n_rows, place.dim);
        let matrix = FoundMatrix { file: file.to_owned(), part, n_rows, dim };
        Self { matrix, place, blob, ids: None, column_ids: None }
    }

    /// Rows from the bytes of a matrix that is stored by columns.
    pub(super) fn turned(
        file: &str,
        part: Option<String>,
        place: MatrixPlace,
        bytes: &[u8],
    ) -> Self {
        let (place, rows) = place.turned(bytes);
        Self::new(file, part, place, Blob::new(rows.as_slice()))
    }

    /// The bytes of these rows.
    pub(super) async fn bytes_of(&self, rows: Range<usize>) -> Result<Vec<u8>, FormatError> {
        let first = rows.start;
        let Range { start, end } = self.place.bytes_of(rows);
        let read = read_as_bytes(&self.blob.slice(start, end)).await;
        let read = read.map_err(|e| e.to_string()).and_then(|read| {
            if read.len() as u64 == end - start {
                return Ok(read);
            }
            Err("it has become shorter since it was dropped".into())
        });
        read.map_err(|e| FormatError::new(&self.matrix.name(), Place::Row(first), e))
    }
}
