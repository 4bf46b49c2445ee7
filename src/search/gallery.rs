//! A gallery on a Burn device: scores by matrix product there, the top k here.

use super::{rescore, score};
use crate::formats::Vectors;
use crate::ranking::Hit;
use burn_tensor::{Device, Tensor, TensorData};
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
    /// The device did not give its scores back.
    #[error("the device did not return its scores: {0}")]
    Device(String),
}

/// The vectors of a corpus, as stored and on a device.
pub struct Gallery {
    vectors: Vectors,
    /// `[dim, rows]`, float32.
    on_device: Tensor<2>,
    device: Device,
}

impl Gallery {
    /// Copies the vectors `[rows, dim]` to the device.
    #[must_use]
    pub fn new(vectors: Vectors, device: &Device) -> Self {
        let shape = [vectors.n_rows(), vectors.dim()];
        let on_device =
            Tensor::<2>::from_data(TensorData::new(vectors.to_f32(), shape), device).transpose();
        Self { vectors, on_device, device: device.clone() }
    }

    /// The same on this machine's processor, for the commands.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn on_cpu(vectors: Vectors) -> Self {
        Self::new(vectors, &Device::flex())
    }

    /// Rows of the corpus.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.vectors.n_rows()
    }

    /// The stored vector `[dim]` of a row; `None` beyond the last.
    #[must_use]
    pub fn vector(&self, row: u32) -> Option<Vec<f32>> {
        let row = row as usize;
        (row < self.n_rows()).then(|| self.vectors.row(row).collect())
    }

    /// The [`score`] of a row for a query `[dim]`; NaN beyond the last row.
    #[must_use]
    pub fn score(&self, query: &[f32], row: u32) -> f32 {
        let row = row as usize;
        if row < self.n_rows() { score(query, self.vectors.row(row)) } else { f32::NAN }
    }

    /// The `k` best rows for each query `[dim]`: those of [`super::reference::top_k`].
    ///
    /// # Errors
    /// A query of another length, or a device that fails.
    pub async fn top_k(
        &self,
        queries: &[Vec<f32>],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        let Some(scores) = self.scores(queries)? else {
            return Ok(vec![Vec::new(); queries.len()]);
        };
        let data = scores.into_data_async().await;
        self.rescored(queries, data.map_err(|e| SearchError::Device(format!("{e:?}")))?, k)
    }

    /// The same, and waits for it; there is no waiting in a browser.
    ///
    /// # Errors
    /// As [`Self::top_k`].
    #[cfg(not(target_arch = "wasm32"))]
    pub fn top_k_blocking(
        &self,
        queries: &[Vec<f32>],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        match self.scores(queries)? {
            None => Ok(vec![Vec::new(); queries.len()]),
            Some(scores) => self.rescored(queries, scores.into_data(), k),
        }
    }

    /// What the device makes of every query and row `[queries, rows]`; `None` where there is
    /// nothing to score.
    fn scores(&self, queries: &[Vec<f32>]) -> Result<Option<Tensor<2>>, SearchError> {
        let dim = self.vectors.dim();
        if let Some(query) = queries.iter().find(|query| query.len() != dim) {
            return Err(SearchError::Dim { query: query.len(), gallery: dim });
        }
        if queries.is_empty() || self.n_rows() == 0 {
            return Ok(None);
        }
        let block = TensorData::new(queries.concat(), [queries.len(), dim]);
        Ok(Some(Tensor::<2>::from_data(block, &self.device).matmul(self.on_device.clone())))
    }

    fn rescored(
        &self,
        queries: &[Vec<f32>],
        scores: TensorData,
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        let scores =
            scores.try_to_vec::<f32>().map_err(|e| SearchError::Device(format!("{e:?}")))?;
        let top = |(query, scores): (&Vec<f32>, &[f32])| rescore(query, &self.vectors, scores, k);
        Ok(queries.iter().zip(scores.chunks_exact(self.n_rows())).map(top).collect())
    }
}
