//! A gallery whose int8 codes are on a GPU, and its search.

use super::{
    kernels,
    layout::{HEADER, Layout},
    params::{Params, QUERIES_PER_GROUP},
};
use crate::{buffer::Buffer, device::Gpu, error::GpuError, kernel::Kernel};
use rankscope_core::ranking::{Hit, select_top_k};
use rankscope_core::search::{
    RowMask, bounded, reference,
    scan::{Int8Codes, length_of_query},
};
use rankscope_core::vectors::{Vectors, scored};

/// Bytes of codes in one buffer: every device can bind that much.
const MAX_PART_BYTES: usize = 96 << 20;
/// Estimates on the device at a time, for all queries of a run.
const MAX_ESTIMATES: usize = 1 << 24;
/// Queries of one run of the kernels.
const MAX_QUERIES_PER_RUN: usize = 32;
/// The rows of a mask with at most this many, or 4 · k, are scored here, exactly and at once.
const MAX_ROWS_SCORED_HERE: usize = 2_048;

/// The vectors as stored, and their int8 codes on the GPU.
pub(super) struct GpuGallery {
    gpu: Gpu,
    vectors: Vectors,
    layout: Layout,
    /// For each row the error bound of its estimate, for a query of norm 1.
    radii: Vec<f32>,
    /// Rows without a finite radius: always among the candidates.
    unbounded: Vec<u32>,
    /// The codes, with the number of blocks in each part.
    parts: Vec<(usize, Buffer)>,
    /// Scales, then radii; −1 for rows that the kernels skip.
    rows: Buffer,
    no_mask: Buffer,
    score_one: Kernel,
    score_group: Kernel,
    threshold: Kernel,
    keep: Kernel,
}

/// Rows that may be among a query's top k, with their estimates.
enum Candidates {
    /// An estimate for every row of the gallery.
    All(Vec<f32>),
    Kept(Vec<(u32, f32)>),
}

/// What one run of the `score` kernel left on the device.
struct Scored<'a> {
    params: Params<'a>,
    params_buffer: Buffer,
    mask: Buffer,
    /// `[queries, rows]`, both padded.
    estimates: Buffer,
    /// `[queries, threads]`, queries padded.
    bounds: Buffer,
}

impl GpuGallery {
    /// Codes the vectors `[rows, dim]` and uploads the codes.
    #[must_use]
    pub(super) fn new(vectors: Vectors, gpu: Gpu) -> Self {
        let layout = Layout { n_rows: vectors.n_rows(), dim: vectors.dim() };
        let coded = Int8Codes::for_float_queries(&vectors);
        let (codes, scales) = coded.of(&vectors);
        let part_bytes = MAX_PART_BYTES.min(gpu.max_buffer_bytes()) - 4 * HEADER;
        let blocks_per_part = (part_bytes / (4 * layout.words_per_block()).max(1)).max(1);
        let parts = (0..layout.n_blocks()).step_by(blocks_per_part).map(|first| {
            let blocks = first..layout.n_blocks().min(first + blocks_per_part);
            (blocks.len(), gpu.buffer_from_words(&layout.part(codes, blocks)))
        });
        let parts = parts.collect();
        let mut rows = scales.to_vec();
        rows.resize(layout.n_slots(), 0.0);
        let radii = coded.radii().iter();
        rows.extend(radii.map(|radius| if radius.is_finite() { *radius } else { -1.0 }));
        rows.resize(2 * layout.n_slots(), -1.0);
        let unbounded = (0u32..).zip(coded.radii()).filter(|(_, radius)| !radius.is_finite());
        Self {
            layout,
            unbounded: unbounded.map(|(row, _)| row).collect(),
            parts,
            rows: gpu.buffer_from_floats(&rows),
            no_mask: gpu.buffer_from_words(&[0; 64]),
            score_one: kernels::score(1),
            score_group: kernels::score(QUERIES_PER_GROUP),
            threshold: kernels::threshold(),
            keep: kernels::keep(),
            radii: coded.into_radii(),
            gpu,
            vectors,
        }
    }

    /// The vectors as stored.
    #[must_use]
    pub(super) fn vectors(&self) -> &Vectors {
        &self.vectors
    }

    /// Memory in bytes, here and on the GPU.
    #[must_use]
    pub(super) fn bytes(&self) -> usize {
        self.vectors.bytes() + 4 * self.radii.len() + self.bytes_on_gpu()
    }

    /// The part of [`Self::bytes`] that is on the GPU.
    #[must_use]
    pub(super) fn bytes_on_gpu(&self) -> usize {
        let codes: usize = self.parts.iter().map(|(_, codes)| codes.bytes()).sum();
        codes + self.rows.bytes() + self.no_mask.bytes()
    }

    /// The top `k` rows for each query `[dim]` among those of a mask, or among all: equal to
    /// [`reference::top_k_among`].
    ///
    /// # Errors
    /// A device that fails.
    pub(super) async fn top_k(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        among: Option<&RowMask>,
    ) -> Result<Vec<Vec<Hit>>, GpuError> {
        if k == 0 || self.layout.n_rows == 0 {
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
        let per_run = (MAX_ESTIMATES / self.layout.n_slots()).clamp(1, MAX_QUERIES_PER_RUN);
        let mut found = Vec::with_capacity(with_norm.len());
        for queries in with_norm.chunks(per_run) {
            let candidates = self.candidates(queries, k, among).await?;
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

    /// The top `k` rows for each query by the codes alone, with the estimates as scores. A query
    /// whose norm is zero, NaN or extreme finds nothing.
    ///
    /// # Errors
    /// A device that fails.
    pub(super) async fn top_k_estimated(
        &self,
        queries: &[Vec<f32>],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, GpuError> {
        let mut lists = Vec::with_capacity(queries.len());
        for query in queries {
            let rows = match length_of_query(query).filter(|_| self.layout.n_rows > 0) {
                Some(norm) => {
                    let queries = [(norm, &query[..])];
                    let scored = self.score(&queries, k, None);
                    (0u32..).zip(self.all_estimates(&scored.estimates, 0).await?).collect()
                }
                None => Vec::new(),
            };
            let hit = |(row_in_corpus, score)| Hit { row_in_corpus, score };
            lists.push(select_top_k(rows.into_iter().map(hit).collect(), k));
        }
        Ok(lists)
    }

    fn rows_of(&self, mask: &RowMask) -> Vec<u32> {
        (0u32..).take(self.layout.n_rows).filter(|row| mask.contains(*row as usize)).collect()
    }

    /// Launches the `score` kernel for some queries, each with its norm.
    fn score<'a>(
        &self,
        queries: &'a [(f32, &'a [f32])],
        k: usize,
        among: Option<&RowMask>,
    ) -> Scored<'a> {
        let (layout, gpu) = (self.layout, &self.gpu);
        let (queries_per_group, kernel) = match queries.len() {
            1 => (1, &self.score_one),
            _ => (QUERIES_PER_GROUP, &self.score_group),
        };
        let params = Params {
            layout,
            queries_per_group,
            k,
            capacity: 4 * k + 1_024,
            has_mask: among.is_some(),
            queries,
        };
        let mask = match among {
            None => self.no_mask.clone(),
            Some(mask) => gpu.buffer_from_words(&mask.words(layout.n_rows)),
        };
        let scored = Scored {
            params_buffer: gpu.buffer_from_words(&params.words()),
            mask,
            estimates: gpu.buffer(params.n_padded_queries() * layout.n_slots()),
            bounds: gpu.buffer(params.n_padded_queries() * layout.n_threads()),
            params,
        };
        let Scored { params, params_buffer, mask, estimates, bounds } = &scored;
        for (n_blocks, codes) in &self.parts {
            let buffers = [codes, &self.rows, mask, params_buffer, estimates, bounds];
            gpu.launch(kernel, [*n_blocks, params.n_groups()], &buffers);
        }
        scored
    }

    /// Runs the kernels for some queries, each with its norm.
    async fn candidates(
        &self,
        queries: &[(f32, &[f32])],
        k: usize,
        among: Option<&RowMask>,
    ) -> Result<Vec<Candidates>, GpuError> {
        let (layout, gpu) = (self.layout, &self.gpu);
        let Scored { params, params_buffer, mask, estimates, bounds } =
            &self.score(queries, k, among);
        let mut candidates = Vec::with_capacity(queries.len());
        // With few threads the threshold says little, and there are few estimates too.
        if 2 * k > layout.n_threads() {
            for query in 0..queries.len() {
                candidates.push(Candidates::All(self.all_estimates(estimates, query).await?));
            }
            return Ok(candidates);
        }
        let list_len = 2 + 2 * params.capacity;
        let kept = gpu.buffer(queries.len() * list_len);
        gpu.launch(&self.threshold, [queries.len(), 1], &[params_buffer, bounds, &kept]);
        let buffers = [&self.rows, mask, params_buffer, estimates, &kept];
        gpu.launch(&self.keep, [layout.n_blocks(), queries.len()], &buffers);
        let kept = gpu.read(&kept).await?;
        for (query, list) in kept.chunks_exact(list_len).enumerate() {
            let n_kept = list.first().map_or(0, |n| *n as usize);
            if among.is_none() && n_kept + self.unbounded.len() < k.min(layout.n_rows) {
                return Err(GpuError::new("it kept fewer rows than the search needs"));
            }
            candidates.push(if n_kept > params.capacity {
                Candidates::All(self.all_estimates(estimates, query).await?)
            } else {
                let pairs = list.get(2..).unwrap_or_default().as_chunks::<2>().0;
                let pairs = pairs.iter().take(n_kept);
                Candidates::Kept(pairs.map(|[row, bits]| (*row, f32::from_bits(*bits))).collect())
            });
        }
        Ok(candidates)
    }

    /// The estimates `[rows]` for a query of a run.
    async fn all_estimates(&self, estimates: &Buffer, query: usize) -> Result<Vec<f32>, GpuError> {
        let first = query * self.layout.n_slots();
        let words = self.gpu.read_range(estimates, first..first + self.layout.n_rows).await?;
        Ok(words.into_iter().map(f32::from_bits).collect())
    }

    /// The top `k` by the exact scores of the candidates.
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
        // In the order of the gallery, which memory likes.
        rows.sort_unstable_by_key(|(row, _)| *row);
        bounded::top_k_of(&rows, &self.radii, &self.vectors, query, k)
    }
}
