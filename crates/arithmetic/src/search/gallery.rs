//! A gallery on the device that searches it: the CPU, or a GPU behind [`GpuGallery`].

use super::{CpuGallery, RowMask};
use crate::ranking::Hit;
use crate::vectors::{ShardDtype, Vectors, score};
use std::{collections::BTreeMap, future::Future, pin::Pin};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum SearchError {
    /// The query's length differs from the vectors'.
    #[error("the query has {query} values, and the gallery's vectors have {gallery}")]
    Dim { query: usize, gallery: usize },
    #[error("the search on the GPU failed: {0}")]
    Device(String),
}

/// The hits of each query, once the device has found them.
pub type PendingHits<'a> = Pin<Box<dyn Future<Output = Result<Vec<Vec<Hit>>, SearchError>> + 'a>>;

/// A gallery that a GPU searches. Implemented in another crate, so that a program for the CPU
/// contains no GPU code.
pub trait GpuGallery {
    /// As stored, in this program's memory.
    fn vectors(&self) -> &Vectors;

    /// Memory in bytes, here and on the GPU.
    fn bytes(&self) -> usize;

    /// The part of [`Self::bytes`] that is on the GPU.
    fn bytes_on_gpu(&self) -> usize;

    /// As [`Gallery::top_k`], of queries whose length is the gallery's.
    fn top_k<'a>(
        &'a self,
        queries: &'a [Vec<f32>],
        k: usize,
        among: Option<&'a RowMask>,
    ) -> PendingHits<'a>;

    /// As [`Gallery::top_k_by_codes`], of queries whose length is the gallery's.
    fn top_k_by_codes<'a>(&'a self, queries: &'a [Vec<f32>], k: usize) -> PendingHits<'a>;
}

/// The image vectors of a system, ready for search.
pub struct Gallery(Place);

enum Place {
    Cpu(CpuGallery),
    Gpu(Box<dyn GpuGallery>),
}

impl Gallery {
    pub fn on_cpu(vectors: Vectors) -> Self {
        Self(Place::Cpu(CpuGallery::new(vectors)))
    }

    pub fn on_gpu(gallery: impl GpuGallery + 'static) -> Self {
        Self(Place::Gpu(Box::new(gallery)))
    }

    fn vectors(&self) -> &Vectors {
        match &self.0 {
            Place::Cpu(gallery) => gallery.vectors(),
            Place::Gpu(gallery) => gallery.vectors(),
        }
    }

    pub fn n_rows(&self) -> usize {
        self.vectors().n_rows()
    }

    /// Memory in bytes, here and on the GPU.
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Place::Cpu(gallery) => gallery.bytes(),
            Place::Gpu(gallery) => gallery.bytes(),
        }
    }

    /// The part of [`Self::bytes`] that is on a GPU.
    pub fn bytes_on_gpu(&self) -> usize {
        match &self.0 {
            Place::Cpu(_) => 0,
            Place::Gpu(gallery) => gallery.bytes_on_gpu(),
        }
    }

    pub fn dtype(&self) -> ShardDtype {
        self.vectors().dtype()
    }

    /// What finds candidates, in words; [`score`] then decides among them.
    pub fn computed_in(&self) -> &'static str {
        match &self.0 {
            Place::Cpu(_) => "int8 codes on this processor",
            Place::Gpu(_) => "int8 codes on WebGPU",
        }
    }

    /// The stored vector `[dim]` of a row; `None` beyond the last.
    pub fn vector(&self, row: u32) -> Option<Vec<f32>> {
        let row = row as usize;
        (row < self.n_rows()).then(|| self.vectors().row(row).collect())
    }

    /// The [`score`] of a row for a query `[dim]`; NaN beyond the last row.
    pub fn score(&self, query: &[f32], row: u32) -> f32 {
        let row = row as usize;
        if row < self.n_rows() { score(query, self.vectors().row(row)) } else { f32::NAN }
    }

    /// The top `k` rows for each query `[dim]` among those of a mask, or among all: equal to
    /// [`super::reference::top_k_among`].
    pub async fn top_k(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        among: Option<&RowMask>,
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        self.check(queries)?;
        match &self.0 {
            Place::Cpu(gallery) => Ok(gallery.top_k(queries, k, among)),
            Place::Gpu(gallery) => gallery.top_k(queries, k, among).await,
        }
    }

    /// [`Self::top_k`] with a `k` for each query.
    pub async fn top_k_each(
        &self,
        queries: &[Vec<f32>],
        ks: &[usize],
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        self.check(queries)?;
        match &self.0 {
            Place::Cpu(gallery) => Ok(gallery.top_k_each(queries, ks, None)),
            Place::Gpu(gallery) => top_k_by_depth(&**gallery, queries, ks).await,
        }
    }

    /// The top `k` rows for each query `[dim]` by their int8 codes alone, without exact scores: to
    /// show what rescoring is worth.
    pub async fn top_k_by_codes(
        &self,
        queries: &[Vec<f32>],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, SearchError> {
        self.check(queries)?;
        match &self.0 {
            Place::Cpu(gallery) => Ok(gallery.top_k_estimated(queries, k)),
            Place::Gpu(gallery) => gallery.top_k_by_codes(queries, k).await,
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

/// Asks a GPU once for all queries of a similar `k`: a selection is as deep as its deepest query.
async fn top_k_by_depth(
    gallery: &dyn GpuGallery,
    queries: &[Vec<f32>],
    ks: &[usize],
) -> Result<Vec<Vec<Hit>>, SearchError> {
    let mut of_depth: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, k) in ks.iter().enumerate() {
        of_depth.entry(k.checked_next_power_of_two().unwrap_or(*k)).or_default().push(index);
    }
    let mut lists = vec![Vec::new(); queries.len()];
    for indices in of_depth.values() {
        let k = indices.iter().filter_map(|index| ks.get(*index)).max().copied().unwrap_or(0);
        let group: Vec<Vec<f32>> =
            indices.iter().filter_map(|index| queries.get(*index)).cloned().collect();
        for (index, mut hits) in indices.iter().zip(gallery.top_k(&group, k, None).await?) {
            hits.truncate(ks.get(*index).copied().unwrap_or(0));
            if let Some(place) = lists.get_mut(*index) {
                *place = hits;
            }
        }
    }
    Ok(lists)
}
