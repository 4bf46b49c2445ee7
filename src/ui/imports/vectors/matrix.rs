use gloo::file::Blob;
use rankscope_core::formats::MatrixPlace;
use rankscope_core::imported::FoundMatrix;

/// A matrix in a dropped file, before its values are read.
pub struct Found {
    pub matrix: FoundMatrix,
    /// Where it lies in `blob`.
    pub place: MatrixPlace,
    /// The file, or what an archive has of it.
    pub blob: Blob,
    /// The ids of its rows, if the file has them.
    pub ids: Option<Vec<String>>,
}
