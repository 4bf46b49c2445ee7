//! A gallery on the device that searches it: the CPU or a GPU.

use super::gpu_gallery::GpuGallery;
use crate::{device::Gpu, error::GpuError};
use rankscope_core::ranking::Hit;
use rankscope_core::search::{CpuGallery, RowMask};
use rankscope_core::vectors::{ShardDtype, Vectors, score};
use thiserror::Error;

/// Why a search failed.
#[derive(Debug, Error)]
pub enum SearchError {
    /// A query vector whose length differs from the gallery's.
    #[error("the query has {query} values, and the gallery's vectors have {gallery}")]
    Dim {
        /// Values in the query.
        query: usize,
        /// Values in a vector of the gallery.
        gallery: usize,
    },
    /// The GPU failed, or was lost.
    #[error("the search on the GPU failed: {0}")]
    Device(#[from] GpuError),
}

/// The image vectors of a system, ready for search.
pub struct Gallery(Backend);

enum Backend {
    Cpu(CpuGallery),
    Gpu(GpuGallery),
}

impl Gallery {
    /// A gallery in memory, searched by the CPU.
    #[must_use]
    pub fn on_cpu(vectors: Vectors) -> Self {
        Self(Backend::Cpu(CpuGallery::new(vectors)))
    }

    /// A gallery whose int8 codes are on a GPU; the stored vectors stay in memory, for exact scores.
    #[must_use]
    pub fn on_gpu(vectors: Vectors, gpu: Gpu) -> Self {
        Self(Backend::Gpu(GpuGallery::new(vectors, gpu)))
    }

    fn vectors(&self) -> &Vectors {
        match &self.0 {
            Backend::Cpu(gallery) => gallery.vectors(),
            Backend::Gpu(gallery) => gallery.vectors(),
        }
    }

    /// Rows of the gallery.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.vectors().n_rows()
    }

    /// Memory in bytes, here and on the GPU.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Backend::Cpu(gallery) => gallery.bytes(),
            Backend::Gpu(gallery) => gallery.bytes(),
        }
    }

    /// The part of [`Self::bytes`] that is on a GPU.
    #[must_use]
    pub fn bytes_on_gpu(&self) -> usize {
        match &self.0 {
            Backend::Cpu(_) => 0,
            Backend::Gpu(gallery) => gallery.bytes_on_gpu(),
        }
    }

    /// How the vectors are stored.
    #[must_use]
    pub fn dtype(&self) -> ShardDtype {
        self.vectors().dtype()
    }

    /// What candidates are found with, in words; [`score`] then decides among them.
    #[must_use]
    pub fn computed_in(&self) -> &'static str {
        match &self.0 {
            Backend::Cpu(_) => "int8 codes on this processor",
            Backend::Gpu(_) => "int8 codes on WebGPU",
        }
    }

    /// The stored vector `[dim]` of a row; `None` beyond the last.
    #[must_use]
    pub fn vector(&self, row: u32) -> Option<Vec<f32>> {
        let row = row as usize;
        (row < self.n_rows()).then(|| self.vectors().row(row).collect())
    }

    /// The [`score`] of a row for a query `[dim]`; NaN beyond the last row.
    #[must_use]
    pub fn score(&self, query: &[f32], row: u32) -> f32 {
        let row = row as usize;
        if row < self.n_rows() { score(query, self.vectors().row(row)) } else { f32::NAN }
    }

    /// The top `k` rows for each query `[dim]` among those of a mask, or among all: equal to
    /// [`rankscope_core::search::reference::top_k_among`].
    ///
    /// # Errors
    /// A query whose length is not the gallery's, or a device that fails.
    pub async fn top_k(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        among: Option<&RowMask>,
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        self.check(queries)?;
        match &self.0 {
            Backend::Cpu(gallery) => Ok(gallery.top_k(queries, k, among)),
            Backend::Gpu(gallery) => Ok(gallery.top_k(queries, k, among).await?),
        }
    }

    /// The top `k` rows for each query `[dim]` by their int8 codes alone, without exact scores: to
    /// show what rescoring is worth.
    ///
    /// # Errors
    /// As [`Self::top_k`].
    pub async fn top_k_by_codes(
        &self,
        queries: &[Vec<f32>],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        self.check(queries)?;
        match &self.0 {
            Backend::Cpu(gallery) => Ok(gallery.top_k_estimated(queries, k)),
            Backend::Gpu(gallery) => Ok(gallery.top_k_estimated(queries, k).await?),
        }
    }

    /// Blocking [`Self::top_k`]; a browser cannot block.
    ///
    /// # Errors
    /// As [`Self::top_k`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn top_k_blocking(
        &self,
        queries: &[Vec<f32>],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        Gpu::block_on(self.top_k(queries, k, None))
    }

    fn check(&self, queries: &[Vec<f32>]) -> Result<(), SearchError> {
        let gallery = self.vectors().dim();
        match queries.iter().map(Vec::len).find(|query| *query != gallery) {
            Some(query) => Err(SearchError::Dim { query, gallery }),
            None => Ok(()),
        }
    }
}
