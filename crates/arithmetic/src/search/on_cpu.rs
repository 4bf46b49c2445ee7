use super::{RowMask, bounded, estimated, scan::Int8Codes};
use crate::ranking::Hit;
use crate::vectors::Vectors;

/// A gallery in memory, searched on the CPU: the stored vectors with their int8 codes. A row takes
/// 3 · dim + 8 bytes if stored as float16, 5 · dim + 8 as float32, and dim + 8 as int8, whose
/// values are the codes.
#[derive(Debug)]
pub struct CpuGallery {
    vectors: Vectors,
    codes: Int8Codes,
}

impl CpuGallery {
    /// From vectors `[rows, dim]`.
    pub fn new(vectors: Vectors) -> Self {
        let codes = Int8Codes::new(&vectors);
        Self { vectors, codes }
    }

    pub fn vectors(&self) -> &Vectors {
        &self.vectors
    }

    /// The `k` best rows for each query `[dim]`, among the rows of a mask or all: the hits of
    /// [`super::reference::top_k_among`].
    pub fn top_k(&self, queries: &[Vec<f32>], k: usize, mask: Option<&RowMask>) -> Vec<Vec<Hit>> {
        bounded::top_k(&self.codes.scan(&self.vectors), &self.vectors, queries, k, mask)
    }

    /// [`Self::top_k`] with a `k` for each query.
    pub fn top_k_each(
        &self,
        queries: &[Vec<f32>],
        ks: &[usize],
        mask: Option<&RowMask>,
    ) -> Vec<Vec<Hit>> {
        bounded::top_k_each(&self.codes.scan(&self.vectors), &self.vectors, queries, ks, mask)
    }

    /// The `k` best rows for each query `[dim]` by the codes alone.
    pub fn top_k_estimated(&self, queries: &[Vec<f32>], k: usize) -> Vec<Vec<Hit>> {
        estimated::top_k(&self.codes.scan(&self.vectors), queries, k, None)
    }

    pub fn bytes(&self) -> usize {
        self.vectors.bytes() + self.codes.bytes()
    }
}
