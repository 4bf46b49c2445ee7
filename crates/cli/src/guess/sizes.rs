//! Numbers of rows, and what they are compared with.

use rankscope_core::analysis::words::counted;
use std::path::Path;

/// A matrix of vectors.
#[derive(Debug, Clone, Copy)]
pub(super) struct Matrix<'a> {
    pub(super) path: &'a Path,
    pub(super) rows: usize,
    pub(super) dim: usize,
}

/// A number that something else says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted<'a> {
    pub(super) path: &'a Path,
    pub(super) n: usize,
    /// What is counted, one and several: pictures, ids, texts.
    pub(super) of: [&'static str; 2],
}

impl Matrix<'_> {
    /// `1 row`, `2 rows`.
    pub(super) fn n_rows(&self) -> String {
        counted(self.rows, "row", "rows")
    }
}

impl Counted<'_> {
    /// `1 picture`, `2 pictures`.
    pub(super) fn words(&self) -> String {
        let [one, many] = self.of;
        counted(self.n, one, many)
    }
}
