//! A matrix in a dropped file.

use gloo::file::Blob;
use rankscope_core::formats::MatrixPlace;
use rankscope_core::imported::FoundMatrix;

/// As it is before its values are read.
pub struct Found {
    pub matrix: FoundMatrix,
    /// Where it lies in `blob`.
    pub place: MatrixPlace,
    /// The file, or what an archive has of it.
    pub blob: Blob,
    /// The ids of its rows, if the file has them.
    pub ids: Option<Vec<String>>,
}

impl Found {
    pub(super) fn new(file: &str, part: Option<String>, place: MatrixPlace, blob: Blob) -> Self {
        let (n_rows, dim) = (place.n_rows, place.dim);
        let matrix = FoundMatrix { file: file.to_owned(), part, n_rows, dim };
        Self { matrix, place, blob, ids: None }
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
}
