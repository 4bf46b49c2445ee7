//! A corpus in this machine's memory, searched by its processor.

use super::{RowMask, bounded, estimated, scan::Int8Codes};
use crate::ranking::Hit;
use crate::vectors::Vectors;

/// The stored vectors and int8 codes beside them. Of a row of float16 that is 3 · dim + 8 bytes,
/// of float32 5 · dim + 8, of int8 dim + 8, since its values are the codes.
#[derive(Debug)]
pub struct CpuGallery {
    vectors: Vectors,
    codes: Int8Codes,
}

impl CpuGallery {
    /// Codes the vectors `[rows, dim]`.
    #[must_use]
    pub fn new(vectors: Vectors) -> Self {
        let codes = Int8Codes::new(&vectors);
        Self { vectors, codes }
    }

    /// The vectors as stored.
    #[must_use]
    pub fn vectors(&self) -> &Vectors {
        &self.vectors
    }

    /// The `k` best rows for each query `[dim]` among those of a mask, or among all: those of
    /// [`super::reference::top_k_among`].
    #[must_use]
    pub fn top_k(&self, queries: &[Vec<f32>], k: usize, among: Option<&RowMask>) -> Vec<Vec<Hit>> {
        bounded::top_k(&self.codes.scan(&self.vectors), &self.vectors, queries, k, among)
    }

    /// The `k` best rows for each query `[dim]` by the codes alone.
    #[must_use]
    pub fn top_k_estimated(&self, queries: &[Vec<f32>], k: usize) -> Vec<Vec<Hit>> {
        estimated::top_k(&self.codes.scan(&self.vectors), queries, k, None)
    }

    /// Bytes that all of it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.vectors.bytes() + self.codes.bytes()
    }
}
