//! The gallery, and a search in it.

use super::{
    ask::Ask,
    kernels,
    layout::{HEADER, Layout},
};
use crate::{Buffer, Gpu, GpuError, Kernel};
use rankscope_core::ranking::{Hit, select_top_k};
use rankscope_core::vectors::Vectors;
use rankscope_core::{
    search::{
        RowMask, bounded, reference,
        scan::{Int8Codes, length_of_query},
    },
    vectors::scored,
};

/// Bytes of codes in one buffer: every device can bind as many.
const PART_BYTES: usize = 96 << 20;
/// Estimates that are kept on the device at a time, for all queries of a run.
const ESTIMATES: usize = 1 << 24;
/// Queries of a run at most.
const QUERIES_AT_ONCE: usize = 32;
/// Queries that share a reading of the rows.
const IN_A_GROUP: usize = 4;
/// A mask of so few rows is scored here, exactly and at once.
const FEW_ROWS: usize = 2_048;

/// The vectors as stored, and their int8 codes on the GPU.
pub(super) struct GpuGallery {
    gpu: Gpu,
    vectors: Vectors,
    layout: Layout,
    radii: Vec<f32>,
    /// Rows of which the codes say nothing: always among the candidates.
    unknown: Vec<u32>,
    /// Each with its number of blocks.
    parts: Vec<(usize, Buffer)>,
    /// Scales, then radii; those of rows that the kernels pass over are −1.
    rows: Buffer,
    no_mask: Buffer,
    score_one: Kernel,
    score_group: Kernel,
    floor: Kernel,
    keep: Kernel,
}

/// What the device says of a query: rows with estimates, of which the others are not needed.
enum Proposed {
    All(Vec<f32>),
    Kept(Vec<(u32, f32)>),
}

impl GpuGallery {
    /// Codes the vectors `[rows, dim]` and brings the codes to the device.
    #[must_use]
    pub(super) fn new(vectors: Vectors, gpu: Gpu) -> Self {
        let layout = Layout { n_rows: vectors.n_rows(), dim: vectors.dim() };
        let coded = Int8Codes::for_float_queries(&vectors);
        let (codes, scales) = coded.of(&vectors);
        let part_bytes = PART_BYTES.min(gpu.largest_buffer()) - 4 * HEADER;
        let in_a_part = (part_bytes / (4 * layout.block_words()).max(1)).max(1);
        let parts = (0..layout.n_blocks()).step_by(in_a_part).map(|first| {
            let blocks = first..layout.n_blocks().min(first + in_a_part);
            (blocks.len(), gpu.buffer(&layout.part(codes, blocks)))
        });
        let parts = parts.collect();
        let mut rows = scales.to_vec();
        rows.resize(layout.n_slots(), 0.0);
        let is_known = |radius: &f32| radius.is_finite();
        rows.extend(
            coded.radii().iter().map(|radius| if is_known(radius) { *radius } else { -1.0 }),
        );
        rows.resize(2 * layout.n_slots(), -1.0);
        let unknown = (0u32..).zip(coded.radii()).filter(|(_, radius)| !is_known(radius));
        Self {
            layout,
            unknown: unknown.map(|(row, _)| row).collect(),
            parts,
            rows: gpu.buffer_of_floats(&rows),
            no_mask: gpu.buffer(&[0; 64]),
            score_one: kernels::score(1),
            score_group: kernels::score(IN_A_GROUP),
            floor: kernels::floor(),
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

    /// Bytes that all of it takes, here and on the device.
    #[must_use]
    pub(super) fn bytes(&self) -> usize {
        self.vectors.bytes() + 4 * self.radii.len() + self.bytes_on_gpu()
    }

    /// Of these, the bytes on the device.
    #[must_use]
    pub(super) fn bytes_on_gpu(&self) -> usize {
        let codes: usize = self.parts.iter().map(|(_, codes)| codes.bytes()).sum();
        codes + self.rows.bytes() + self.no_mask.bytes()
    }

    /// The `k` best rows for each query `[dim]` among those of a mask, or among all: those of
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
        if let Some(mask) = among.filter(|mask| mask.len() <= FEW_ROWS.max(4 * k)) {
            let rows = self.rows_of(mask);
            let exact = |query: &Vec<f32>| select_top_k(scored(query, &self.vectors, &rows), k);
            return Ok(queries.iter().map(exact).collect());
        }
        let known: Vec<(f32, &[f32])> = queries
            .iter()
            .filter_map(|query| Some((length_of_query(query)?, &query[..])))
            .collect();
        let at_once = (ESTIMATES / self.layout.n_slots()).clamp(1, QUERIES_AT_ONCE);
        let mut found = Vec::with_capacity(known.len());
        for queries in known.chunks(at_once) {
            for (proposed, (_, query)) in
                self.proposed(queries, k, among).await?.into_iter().zip(queries)
            {
                found.push(self.decided(proposed, query, k, among));
            }
        }
        let mut found = found.into_iter();
        let lists = queries.iter().map(|query| match length_of_query(query) {
            Some(_) => found.next().unwrap_or_default(),
            None => reference::top_k_among(query, &self.vectors, k, among),
        });
        Ok(lists.collect())
    }

    /// The `k` best rows for each query by the codes alone, with the estimates as scores. A query
    /// without a known length finds nothing.
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
            let known = length_of_query(query).filter(|_| self.layout.n_rows > 0);
            let proposed = match known {
                // So many that no floor is looked for, and every estimate comes back.
                Some(length) => {
                    self.proposed(&[(length, query)], self.layout.n_units(), None).await?.pop()
                }
                None => None,
            };
            let rows: Vec<(u32, f32)> = match proposed {
                Some(Proposed::All(estimates)) => (0..).zip(estimates).collect(),
                Some(Proposed::Kept(rows)) => rows,
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

    /// Runs the kernels for some queries, each with its length.
    async fn proposed(
        &self,
        queries: &[(f32, &[f32])],
        k: usize,
        among: Option<&RowMask>,
    ) -> Result<Vec<Proposed>, GpuError> {
        let (layout, gpu) = (self.layout, &self.gpu);
        let in_a_group = if queries.len() == 1 { 1 } else { IN_A_GROUP };
        let ask =
            Ask { layout, in_a_group, k, room: 4 * k + 1_024, has_mask: among.is_some(), queries };
        let words = gpu.buffer(&ask.words());
        let mask = match among {
            None => self.no_mask.clone(),
            Some(mask) => gpu.buffer(&mask.words(layout.n_rows)),
        };
        let estimates = gpu.room(ask.n_places() * layout.n_slots());
        let highest = gpu.room(ask.n_places() * layout.n_units());
        let score = if in_a_group == 1 { &self.score_one } else { &self.score_group };
        for (n_blocks, codes) in &self.parts {
            let buffers = [codes, &self.rows, &mask, &words, &estimates, &highest];
            gpu.launch(score, [*n_blocks, ask.n_groups()], &buffers);
        }
        // With few units a floor says little, and the estimates are few too.
        if 2 * k > layout.n_units() {
            let mut proposed = Vec::with_capacity(queries.len());
            for query in 0..queries.len() {
                proposed.push(self.all(&estimates, query).await?);
            }
            return Ok(proposed);
        }
        let list = 2 + 2 * ask.room;
        let kept = gpu.room(queries.len() * list);
        gpu.launch(&self.floor, [queries.len(), 1], &[&words, &highest, &kept]);
        let buffers = [&self.rows, &mask, &words, &estimates, &kept];
        gpu.launch(&self.keep, [layout.n_blocks(), queries.len()], &buffers);
        let kept = gpu.read(&kept).await?;
        let mut proposed = Vec::with_capacity(queries.len());
        for (query, list) in kept.chunks_exact(list).enumerate() {
            let n_kept = list.first().map_or(0, |n| *n as usize);
            if among.is_none() && n_kept + self.unknown.len() < k.min(layout.n_rows) {
                return Err(GpuError::new("it kept fewer rows than were asked for"));
            }
            proposed.push(if n_kept > ask.room {
                self.all(&estimates, query).await?
            } else {
                let pairs = list.get(2..).unwrap_or_default().as_chunks::<2>().0;
                let pairs = pairs.iter().take(n_kept);
                Proposed::Kept(pairs.map(|[row, bits]| (*row, f32::from_bits(*bits))).collect())
            });
        }
        Ok(proposed)
    }

    /// Every row's estimate for a query of a run.
    async fn all(&self, estimates: &Buffer, query: usize) -> Result<Proposed, GpuError> {
        let first = query * self.layout.n_slots();
        let words = self.gpu.read_part(estimates, first..first + self.layout.n_rows).await?;
        Ok(Proposed::All(words.into_iter().map(f32::from_bits).collect()))
    }

    /// The hits, from the exact scores of what is proposed.
    fn decided(
        &self,
        proposed: Proposed,
        query: &[f32],
        k: usize,
        among: Option<&RowMask>,
    ) -> Vec<Hit> {
        let mut rows: Vec<(u32, f32)> = match proposed {
            Proposed::All(estimates) => (0u32..).zip(estimates).collect(),
            Proposed::Kept(mut rows) => {
                rows.extend(self.unknown.iter().map(|row| (*row, 0.0)));
                rows
            }
        };
        rows.retain(|(row, _)| among.is_none_or(|mask| mask.contains(*row as usize)));
        // Memory likes the order of the corpus.
        rows.sort_unstable_by_key(|(row, _)| *row);
        bounded::top_k_of(&rows, &self.radii, &self.vectors, query, k)
    }
}
