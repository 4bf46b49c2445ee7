//! One run of the operations for some queries.

use super::{codes::Codes, layout::Layout};
use crate::device::{Gpu, GpuError};
use crate::inputs::{Queries, RowFilter, Scored};
use crate::operations::Operations;
use crate::sizes::{CodesShape, ROWS, Selection};
use burn::backend::Dispatch;
use burn::tensor::{Int, Tensor, Transaction};
use rankscope_core::search::RowMask;

/// Queries that share one pass over the codes, if there are several.
const QUERIES_PER_GROUP: usize = 4;

pub(super) enum Candidates {
    /// An estimate for every row of the gallery.
    All(Vec<f32>),
    Kept(Vec<(u32, f32)>),
}

/// What `score_codes` left on the device for some queries.
pub(super) struct Run<'a> {
    gpu: &'a Gpu,
    codes: &'a Codes,
    n_queries: usize,
    /// `[queries]`, padded.
    norms: Tensor<1>,
    /// A bit for each row that may be found.
    mask: Option<Tensor<1, Int>>,
    /// `[queries, 8, threads]`, queries padded.
    estimates: Tensor<3>,
    /// `[queries, threads]`, queries padded.
    bounds: Tensor<2>,
}

impl<'a> Run<'a> {
    /// Estimates the scores of all rows for queries, each with its norm.
    pub(super) fn new(
        gpu: &'a Gpu,
        codes: &'a Codes,
        queries: &[(f32, &[f32])],
        among: Option<&RowMask>,
    ) -> Self {
        let layout = codes.layout;
        let per_group = if queries.len() == 1 { 1 } else { QUERIES_PER_GROUP };
        let n_padded = queries.len().next_multiple_of(per_group);
        let values = values(layout, queries, per_group);
        let values = gpu.floats(values, [n_padded / per_group, 4 * layout.n_words(), per_group]);
        let mut norms: Vec<f32> = queries.iter().map(|(norm, _)| *norm).collect();
        norms.resize(n_padded, 0.0);
        let mut run = Self {
            gpu,
            codes,
            n_queries: queries.len(),
            norms: gpu.floats(norms, [n_padded]),
            mask: among.map(|mask| gpu.words(mask_words(layout, mask))),
            estimates: Tensor::empty([n_padded, ROWS, layout.n_threads()], gpu.burn()),
            bounds: Tensor::empty([n_padded, layout.n_threads()], gpu.burn()),
        };
        for (first_block, part) in &codes.parts {
            run = run.with_part(*first_block, part, values.clone());
        }
        run
    }

    fn with_part(self, first_block: usize, part: &Tensor<5, Int>, values: Tensor<3>) -> Self {
        let filter = self.filter();
        let norms = self.norms.clone().into_dispatch();
        let Scored { estimates, bounds } = Dispatch::score_codes(
            part.clone().into_dispatch(),
            self.codes.rows.clone().into_dispatch(),
            Queries { values: values.into_dispatch(), norms },
            Scored {
                estimates: self.estimates.into_dispatch(),
                bounds: self.bounds.into_dispatch(),
            },
            filter,
            CodesShape { first_block },
        );
        let (estimates, bounds) = (Tensor::from_dispatch(estimates), Tensor::from_dispatch(bounds));
        Self { estimates, bounds, ..self }
    }

    fn filter(&self) -> RowFilter<Dispatch> {
        let bits = |mask: &Tensor<1, Int>| RowFilter::Bits(mask.clone().into_dispatch());
        self.mask.as_ref().map_or(RowFilter::All, bits)
    }

    /// The candidates of each query. `n_others` rows are found without estimates.
    pub(super) async fn candidates(
        &self,
        k: usize,
        n_others: usize,
    ) -> Result<Vec<Candidates>, GpuError> {
        let layout = self.codes.layout;
        // With few threads the threshold says little, and there are few estimates too.
        if 2 * k > layout.n_threads() {
            let mut all = Vec::with_capacity(self.n_queries);
            for query in 0..self.n_queries {
                all.push(Candidates::All(self.all_estimates(query).await?));
            }
            return Ok(all);
        }
        let capacity = (4 * k + 1_024).min(layout.n_slots());
        let (kept, estimates) = self.kept(k, capacity).await?;
        let lists = kept.chunks_exact(1 + capacity).zip(estimates.chunks_exact(capacity));
        let mut candidates = Vec::with_capacity(self.n_queries);
        for (query, (kept, estimates)) in lists.enumerate() {
            let n_kept = kept.first().map_or(0, |n| *n as usize);
            if self.mask.is_none() && n_kept + n_others < k.min(layout.n_rows) {
                return Err(GpuError::new("it kept fewer rows than the search needs"));
            }
            candidates.push(if n_kept > capacity {
                Candidates::All(self.all_estimates(query).await?)
            } else {
                let pairs = kept.iter().skip(1).zip(estimates).take(n_kept);
                Candidates::Kept(pairs.map(|(row, estimate)| (*row, *estimate)).collect())
            });
        }
        Ok(candidates)
    }

    /// The kept rows `[queries, 1 + capacity]`, and their estimates `[queries, capacity]`.
    async fn kept(&self, k: usize, capacity: usize) -> Result<(Vec<u32>, Vec<f32>), GpuError> {
        let estimates = self.estimates.clone().into_dispatch();
        let kept = Dispatch::kept_rows(
            Scored { estimates: estimates.clone(), bounds: self.bounds.clone().into_dispatch() },
            self.codes.rows.clone().into_dispatch(),
            self.norms.clone().into_dispatch(),
            self.filter(),
            Selection { n_queries: self.n_queries, k, capacity },
        );
        let estimates = Dispatch::estimates_of_kept(estimates, kept.clone());
        let kept = Tensor::<2, Int>::from_dispatch(kept);
        let both =
            Transaction::default().register(kept).register(Tensor::<2>::from_dispatch(estimates));
        let data = self.gpu.read(both).await?;
        Ok((self.gpu.values(data.first())?, self.gpu.values(data.get(1))?))
    }

    pub(super) async fn all_estimates(&self, query: usize) -> Result<Vec<f32>, GpuError> {
        let of_query = self.estimates.clone().slice(query..query + 1);
        let mut estimates = self.gpu.read_floats(of_query).await?;
        estimates.truncate(self.codes.layout.n_rows);
        Ok(estimates)
    }
}

/// `[groups, values, queries of a group]`, the last group and the last four values padded.
fn values(layout: Layout, queries: &[(f32, &[f32])], per_group: usize) -> Vec<f32> {
    let dim = 4 * layout.n_words();
    let mut values = Vec::with_capacity(queries.len().next_multiple_of(per_group) * dim);
    for group in queries.chunks(per_group) {
        for i in 0..dim {
            for place in 0..per_group {
                let value = group.get(place).and_then(|(_, query)| query.get(i));
                values.push(value.copied().unwrap_or(0.0));
            }
        }
    }
    values
}

fn mask_words(layout: Layout, mask: &RowMask) -> Vec<u32> {
    mask.words(layout.n_slots())
}
