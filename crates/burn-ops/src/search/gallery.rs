use super::{
    codes::Codes,
    run::{Candidates, Run},
};
use crate::device::{Gpu, GpuError};
use rankscope_core::ranking::{Hit, select_top_k};
use rankscope_core::search::{
    GpuGallery, PendingHits, RowMask, SearchError, bounded, reference,
    scan::{Int8Codes, length_of_query},
};
use rankscope_core::vectors::{Vectors, scored};

/// Estimates on the device at a time, for all queries of a run.
const MAX_ESTIMATES: usize = 1 << 24;
const MAX_QUERIES_PER_RUN: usize = 32;
/// The rows of a mask with at most this many, or 4 · k, are scored on the CPU, exactly and at once.
const MAX_ROWS_SCORED_HERE: usize = 2_048;

/// A gallery's vectors as stored, and their int8 codes on the GPU.
pub(super) struct CodedGallery {
    gpu: Gpu,
    vectors: Vectors,
    codes: Codes,
    /// The error bound of each row's estimate, for a query of norm 1.
    radii: Vec<f32>,
    /// Rows without a finite radius: always among the candidates.
    unbounded: Vec<u32>,
}

impl CodedGallery {
    pub(super) fn new(vectors: Vectors, gpu: Gpu) -> Self {
        let coded = Int8Codes::for_float_queries(&vectors);
        let unbounded = (0u32..).zip(coded.radii()).filter(|(_, radius)| !radius.is_finite());
        Self {
            unbounded: unbounded.map(|(row, _)| row).collect(),
            codes: Codes::new(&vectors, &coded, &gpu),
            radii: coded.into_radii(),
            gpu,
            vectors,
        }
    }

    async fn hits(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        among: Option<&RowMask>,
    ) -> Result<Vec<Vec<Hit>>, GpuError> {
        if k == 0 || self.vectors.n_rows() == 0 {
            return Ok(vec![Vec::new(); queries.len()]);
        }
        if let Some(mask) = among.filter(|mask| mask.len() <= MAX_ROWS_SCORED_HERE.max(4 * k)) {
            let rows = self.rows_of(mask);
            let exact = |query: &Vec<f32>| select_top_k(scored(query, &self.vectors, &rows), k);
            return Ok(queries.iter().map(exact).collect());
        }
        let with_norm: Vec<(f32, &[f32])> = queries
            .iter()
            .filter_map(|query| Some((length_of_query(query)?, &query[..])))
            .collect();
        let per_run = (MAX_ESTIMATES / self.codes.layout.n_slots()).clamp(1, MAX_QUERIES_PER_RUN);
        let mut found = Vec::with_capacity(with_norm.len());
        for queries in with_norm.chunks(per_run) {
            let run = Run::new(&self.gpu, &self.codes, queries, among);
            let candidates = run.candidates(k, self.unbounded.len()).await?;
            for (candidates, (_, query)) in candidates.into_iter().zip(queries) {
                found.push(self.rescored(candidates, query, k, among));
            }
        }
        let mut found = found.into_iter();
        let lists = queries.iter().map(|query| match length_of_query(query) {
            Some(_) => found.next().unwrap_or_default(),
            None => reference::top_k_among(query, &self.vectors, k, among),
        });
        Ok(lists.collect())
    }

    /// A query whose norm is zero, NaN or extreme finds nothing.
    async fn hits_by_codes(
        &self,
        queries: &[Vec<f32>],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, GpuError> {
        let mut lists = Vec::with_capacity(queries.len());
        for query in queries {
            let rows = match length_of_query(query).filter(|_| self.vectors.n_rows() > 0) {
                Some(norm) => {
                    let run = Run::new(&self.gpu, &self.codes, &[(norm, &query[..])], None);
                    (0u32..).zip(run.all_estimates(0).await?).collect()
                }
                None => Vec::new(),
            };
            let hit = |(row_in_corpus, score)| Hit { row_in_corpus, score };
            lists.push(select_top_k(rows.into_iter().map(hit).collect(), k));
        }
        Ok(lists)
    }

    fn rows_of(&self, mask: &RowMask) -> Vec<u32> {
        (0u32..).take(self.vectors.n_rows()).filter(|row| mask.contains(*row as usize)).collect()
    }

    fn rescored(
        &self,
        candidates: Candidates,
        query: &[f32],
        k: usize,
        among: Option<&RowMask>,
    ) -> Vec<Hit> {
        let mut rows: Vec<(u32, f32)> = match candidates {
            Candidates::All(estimates) => (0u32..).zip(estimates).collect(),
            Candidates::Kept(mut rows) => {
                rows.extend(self.unbounded.iter().map(|row| (*row, 0.0)));
                rows
            }
        };
        rows.retain(|(row, _)| among.is_none_or(|mask| mask.contains(*row as usize)));
        // In the order of the gallery, for sequential reads.
        rows.sort_unstable_by_key(|(row, _)| *row);
        bounded::top_k_of(&rows, &self.radii, &self.vectors, query, k)
    }
}

impl GpuGallery for CodedGallery {
    fn vectors(&self) -> &Vectors {
        &self.vectors
    }

    fn bytes(&self) -> usize {
        self.vectors.bytes() + 4 * self.radii.len() + self.bytes_on_gpu()
    }

    fn bytes_on_gpu(&self) -> usize {
        self.codes.bytes()
    }

    fn top_k<'a>(
        &'a self,
        queries: &'a [Vec<f32>],
        k: usize,
        among: Option<&'a RowMask>,
    ) -> PendingHits<'a> {
        Box::pin(async move { self.hits(queries, k, among).await.map_err(failed) })
    }

    fn top_k_by_codes<'a>(&'a self, queries: &'a [Vec<f32>], k: usize) -> PendingHits<'a> {
        Box::pin(async move { self.hits_by_codes(queries, k).await.map_err(failed) })
    }
}

fn failed(error: GpuError) -> SearchError {
    SearchError::Device(error.to_string())
}
