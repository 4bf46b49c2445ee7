//! A gallery where it is searched: in memory by the processor, or on a GPU.

use super::gpu_gallery::GpuGallery;
use crate::{Gpu, GpuError};
use rankscope_core::ranking::Hit;
use rankscope_core::search::{CpuGallery, RowMask};
use rankscope_core::vectors::score;
use rankscope_core::vectors::{ShardDtype, Vectors};
use thiserror::Error;

/// Why a search failed.
#[derive(Debug, Error)]
pub enum SearchError {
    /// A query vector of another length than the gallery's.
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

/// The vectors of a corpus, ready to be searched.
pub struct Gallery(Place);

enum Place {
    Cpu(CpuGallery),
    Gpu(GpuGallery),
}

impl Gallery {
    /// In memory, searched by the processor.
    #[must_use]
    pub fn on_cpu(vectors: Vectors) -> Self {
        Self(Place::Cpu(CpuGallery::new(vectors)))
    }

    /// On a GPU; the vectors as stored stay in memory, for the scores.
    #[must_use]
    pub fn on_gpu(vectors: Vectors, gpu: Gpu) -> Self {
        Self(Place::Gpu(GpuGallery::new(vectors, gpu)))
    }

    fn vectors(&self) -> &Vectors {
        match &self.0 {
            Place::Cpu(gallery) => gallery.vectors(),
            Place::Gpu(gallery) => gallery.vectors(),
        }
    }

    /// Rows of the corpus.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.vectors().n_rows()
    }

    /// Bytes that it takes, here and on the device.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Place::Cpu(gallery) => gallery.bytes(),
            Place::Gpu(gallery) => gallery.bytes(),
        }
    }

    /// Of [`Self::bytes`], those in a GPU's memory.
    #[must_use]
    pub fn bytes_on_gpu(&self) -> usize {
        match &self.0 {
            Place::Cpu(_) => 0,
            Place::Gpu(gallery) => gallery.bytes_on_gpu(),
        }
    }

    /// How the vectors are stored.
    #[must_use]
    pub fn dtype(&self) -> ShardDtype {
        self.vectors().dtype()
    }

    /// What rows are found with, in words; which of them are shown, [`score`] decides.
    #[must_use]
    pub fn computed_in(&self) -> &'static str {
        match &self.0 {
            Place::Cpu(_) => "int8 codes on this processor",
            Place::Gpu(_) => "int8 codes on WebGPU",
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

    /// The `k` best rows for each query `[dim]` among those of a mask, or among all: those of
    /// [`rankscope_core::search::reference::top_k_among`].
    ///
    /// # Errors
    /// A query of another length, or a device that fails.
    pub async fn top_k(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        among: Option<&RowMask>,
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        self.check(queries)?;
        match &self.0 {
            Place::Cpu(gallery) => Ok(gallery.top_k(queries, k, among)),
            Place::Gpu(gallery) => Ok(gallery.top_k(queries, k, among).await?),
        }
    }

    /// The `k` best rows for each query `[dim]` by what they are found with alone, of which nothing
    /// is scored again: to show what that would be worth.
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
            Place::Cpu(gallery) => Ok(gallery.top_k_estimated(queries, k)),
            Place::Gpu(gallery) => Ok(gallery.top_k_estimated(queries, k).await?),
        }
    }

    /// The same as [`Self::top_k`], and waits for it; there is no waiting for a device in a browser.
    ///
    /// # Errors
    /// As [`Self::top_k`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn top_k_blocking(
        &self,
        queries: &[Vec<f32>],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        self.check(queries)?;
        match &self.0 {
            Place::Cpu(gallery) => Ok(gallery.top_k(queries, k, None)),
            Place::Gpu(gallery) => Ok(Gpu::wait_for(gallery.top_k(queries, k, None))?),
        }
    }

    fn check(&self, queries: &[Vec<f32>]) -> Result<(), SearchError> {
        let gallery = self.vectors().dim();
        match queries.iter().map(Vec::len).find(|query| *query != gallery) {
            Some(query) => Err(SearchError::Dim { query, gallery }),
            None => Ok(()),
        }
    }
}
