//! A gallery where it is searched: in memory by the processor, or on a Burn device, whose matrix
//! product gives the scores there and whose top k is made here.

use super::{CpuGallery, RowMask, rescore, score};
use crate::formats::{ShardDtype, Vectors};
use crate::ranking::{Hit, select_top_k};
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

/// The vectors of a corpus, ready to be searched.
pub struct Gallery(Place);

enum Place {
    Cpu(CpuGallery),
    Device(OnDevice),
}

impl Gallery {
    /// In memory, searched by the processor without Burn.
    #[must_use]
    pub fn on_cpu(vectors: Vectors) -> Self {
        Self(Place::Cpu(CpuGallery::new(vectors)))
    }

    /// Copies the vectors `[rows, dim]` to the device.
    #[must_use]
    pub fn on_device(vectors: Vectors, device: &Device) -> Self {
        let shape = [vectors.n_rows(), vectors.dim()];
        let on_device =
            Tensor::<2>::from_data(TensorData::new(vectors.to_f32(), shape), device).transpose();
        Self(Place::Device(OnDevice { vectors, on_device, device: device.clone() }))
    }

    fn vectors(&self) -> &Vectors {
        match &self.0 {
            Place::Cpu(gallery) => gallery.vectors(),
            Place::Device(gallery) => &gallery.vectors,
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
            Place::Device(OnDevice { vectors, .. }) => {
                vectors.bytes() + 4 * vectors.n_rows() * vectors.dim()
            }
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
            Place::Device(_) => "float32 on WebGPU",
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
    /// [`super::reference::top_k_among`].
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
            Place::Device(gallery) => match gallery.scores(queries) {
                None => Ok(vec![Vec::new(); queries.len()]),
                Some(scores) => {
                    let scores = scores.into_data_async().await;
                    let scores = scores.map_err(|e| SearchError::Device(format!("{e:?}")))?;
                    gallery.rescored(queries, scores, k, among)
                }
            },
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
            Place::Device(gallery) => match gallery.scores(queries) {
                None => Ok(vec![Vec::new(); queries.len()]),
                Some(scores) => {
                    let failed = |e: String| SearchError::Device(e);
                    let scores = scores.into_data_async().await;
                    let scores = scores.map_err(|e| failed(format!("{e:?}")))?;
                    let scores =
                        scores.try_to_vec::<f32>().map_err(|e| failed(format!("{e:?}")))?;
                    let hit =
                        |(row_in_corpus, score): (u32, &f32)| Hit { row_in_corpus, score: *score };
                    let best =
                        |scores: &[f32]| select_top_k((0..).zip(scores).map(hit).collect(), k);
                    Ok(scores.chunks_exact(self.n_rows()).map(best).collect())
                }
            },
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
            Place::Device(gallery) => match gallery.scores(queries) {
                None => Ok(vec![Vec::new(); queries.len()]),
                Some(scores) => gallery.rescored(queries, scores.into_data(), k, None),
            },
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

/// The vectors as stored, and on a device.
struct OnDevice {
    vectors: Vectors,
    /// `[dim, rows]`, float32.
    on_device: Tensor<2>,
    device: Device,
}

impl OnDevice {
    /// What the device makes of every query and row `[queries, rows]`; `None` where there is
    /// nothing to score.
    fn scores(&self, queries: &[Vec<f32>]) -> Option<Tensor<2>> {
        if queries.is_empty() || self.vectors.n_rows() == 0 {
            return None;
        }
        let block = TensorData::new(queries.concat(), [queries.len(), self.vectors.dim()]);
        Some(Tensor::<2>::from_data(block, &self.device).matmul(self.on_device.clone()))
    }

    fn rescored(
        &self,
        queries: &[Vec<f32>],
        scores: TensorData,
        k: usize,
        among: Option<&RowMask>,
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        let scores =
            scores.try_to_vec::<f32>().map_err(|e| SearchError::Device(format!("{e:?}")))?;
        let top =
            |(query, scores): (&Vec<f32>, &[f32])| rescore(query, &self.vectors, scores, k, among);
        Ok(queries.iter().zip(scores.chunks_exact(self.vectors.n_rows())).map(top).collect())
    }
}
