//! The first k by a scan's estimates alone: what a code finds without rescoring, and the candidates
//! of a search whose vectors do not fit in memory.

use super::{
    RowMask,
    scan::{Scan, length_of_query},
};
use crate::ranking::{Hit, select_top_k};

/// Rows estimated at once: their codes and estimates stay in the L1 cache.
const ROWS_PER_BLOCK: usize = 64;

/// The `k` rows with the highest estimates for each query `[dim]`, among the rows of a mask or all,
/// with the estimates as scores. Empty for a query without a known length.
pub fn top_k<S: Scan>(
    scan: &S,
    queries: &[Vec<f32>],
    k: usize,
    mask: Option<&RowMask>,
) -> Vec<Vec<Hit>> {
    let is_known: Vec<bool> =
        queries.iter().map(|query| length_of_query(query).is_some()).collect();
    let known = || queries.iter().zip(&is_known).filter(|(_, known)| **known);
    let known: Vec<&[f32]> = known().map(|(query, _)| &query[..]).collect();
    let mut best = vec![Best::new(k); known.len()];
    let prepared = scan.prepare(&known);
    let n_rows = scan.n_rows();
    let mut estimates = vec![0.0; known.len() * ROWS_PER_BLOCK];
    for first in (0..n_rows).step_by(ROWS_PER_BLOCK) {
        let rows = first..n_rows.min(first + ROWS_PER_BLOCK);
        let is_masked = mask.is_some_and(|mask| !mask.contains_any(rows.clone()));
        if k == 0 || known.is_empty() || is_masked {
            continue;
        }
        let estimates = estimates.get_mut(..known.len() * rows.len()).unwrap_or_default();
        scan.estimate(&prepared, rows.clone(), estimates);
        for (best, estimates) in best.iter_mut().zip(estimates.chunks_exact(rows.len())) {
            best.add_block(first, estimates, mask);
        }
    }
    let mut best = best.into_iter();
    let lists = is_known.into_iter().map(|is_known| {
        let best = if is_known { best.next() } else { None };
        best.map(|best| select_top_k(best.hits, k)).unwrap_or_default()
    });
    lists.collect()
}

/// The best rows so far, and later ones that may displace them.
#[derive(Clone)]
struct Best {
    k: usize,
    /// Estimates up to this cannot enter: `k` earlier rows reach it.
    floor: f32,
    hits: Vec<Hit>,
}

impl Best {
    fn new(k: usize) -> Self {
        Self { k, floor: f32::NEG_INFINITY, hits: Vec::new() }
    }

    fn add_block(&mut self, first: usize, estimates: &[f32], mask: Option<&RowMask>) {
        // Most blocks have none above the floor, which is tested without a branch per row.
        let full = self.hits.len() >= self.k;
        if full && estimates.iter().fold(true, |below, one| below & (*one <= self.floor)) {
            return;
        }
        for (row, estimate) in (first..).zip(estimates) {
            let is_above = self.hits.len() < self.k || *estimate > self.floor;
            if !is_above || mask.is_some_and(|mask| !mask.contains(row)) {
                continue;
            }
            let Ok(row_in_corpus) = u32::try_from(row) else { continue };
            self.hits.push(Hit { row_in_corpus, score: *estimate });
            if self.hits.len() == 2 * self.k {
                self.hits = select_top_k(std::mem::take(&mut self.hits), self.k);
                self.floor = self.hits.last().map_or(f32::NEG_INFINITY, |hit| hit.score);
            }
        }
    }
}
