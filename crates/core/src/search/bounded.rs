//! The exact top k from a scan with an error bound: the hits of [`super::reference`].
//!
//! An estimate with its error bound gives a lower and an upper bound of a row's score. The k-th
//! highest lower bound is a floor: at least k rows reach it, so a row whose upper bound is below it
//! is out. One pass keeps the rows that reach the current floor. Then the k rows with the highest
//! lower bounds are scored, which raises the floor to the lowest of those scores, and the rows
//! that still reach it are scored too.

use super::{
    RowMask, reference,
    rescoring::scored_each,
    scan::{Scan, length_of_query},
};
use crate::ranking::{Hit, select_top_k};
use crate::vectors::Vectors;

/// Rows estimated at once: their codes and estimates stay in the L1 cache.
const ROWS_PER_BLOCK: usize = 64;
/// Rows held to the floor together.
const ROWS_AT_ONCE: usize = 8;
/// Rows that are kept beyond 2 k before the floor is raised.
const SPARE: usize = 448;
/// Rows beyond k, as a part of k, that are scored at once rather than in a second pass.
const FEW: usize = 8;

/// The `k` best rows of `vectors` for each query `[dim]`, among the rows of a mask or all: the hits
/// of [`reference::top_k_among`]. `scan` must be of the same vectors.
#[must_use]
pub fn top_k<S: Scan>(
    scan: &S,
    vectors: &Vectors,
    queries: &[Vec<f32>],
    k: usize,
    mask: Option<&RowMask>,
) -> Vec<Vec<Hit>> {
    top_k_each(scan, vectors, queries, &vec![k; queries.len()], mask)
}

/// The same with a `k` of its own for each query. A query costs what its own `k` costs, and all
/// share the pass over the rows.
#[must_use]
pub fn top_k_each<S: Scan>(
    scan: &S,
    vectors: &Vectors,
    queries: &[Vec<f32>],
    ks: &[usize],
    mask: Option<&RowMask>,
) -> Vec<Vec<Hit>> {
    let known: Vec<bool> = queries.iter().map(|query| length_of_query(query).is_some()).collect();
    let of_known = queries.iter().zip(&known).filter(|(_, is_known)| **is_known);
    let of_known: Vec<&[f32]> = of_known.map(|(query, _)| &query[..]).collect();
    let kept = candidates(scan, queries, ks, mask);
    let mut found = scored(&of_known, kept, vectors).into_iter();
    let lists = queries.iter().zip(ks).zip(known).map(|((query, k), is_known)| {
        let found = is_known.then(|| found.next()).flatten();
        found.unwrap_or_else(|| reference::top_k_among(query, vectors, *k, mask))
    });
    lists.collect()
}

/// How many rows are scored to find a query's first `k`: fewer with a better code. `None` where
/// [`length_of_query`] knows no length for the query.
#[must_use]
pub fn n_scored<S: Scan>(scan: &S, vectors: &Vectors, query: &[f32], k: usize) -> Option<usize> {
    let kept = candidates(scan, &[query.to_vec()], &[k], None).pop()?;
    let first = kept.first_rows();
    let hits = scored_each(&[(query, first.clone())], vectors).pop().unwrap_or_default();
    Some(first.len() + kept.other_rows(&hits).len())
}

/// The `k` best of the proposed rows, given as `(row, estimate)`; `radii` has the error bound of
/// every row of `vectors`. Empty for a query without a known length.
#[must_use]
pub fn top_k_of(
    proposed: &[(u32, f32)],
    radii: &[f32],
    vectors: &Vectors,
    query: &[f32],
    k: usize,
) -> Vec<Hit> {
    let Some(length) = length_of_query(query) else { return Vec::new() };
    let mut kept = Candidates::new(k.min(proposed.len()), length);
    for (row, estimate) in proposed {
        let radius = radii.get(*row as usize).copied().unwrap_or(f32::INFINITY);
        kept.add(*row, *estimate, length * radius);
    }
    kept.raise_floor();
    kept.rows.sort_unstable_by_key(|one| one.row);
    kept.rows.dedup_by_key(|one| one.row);
    scored(&[query], vec![kept], vectors).pop().unwrap_or_default()
}

/// The k best hits of each query by exact score.
fn scored(queries: &[&[f32]], kept: Vec<Candidates>, vectors: &Vectors) -> Vec<Vec<Hit>> {
    let score = |rows: Vec<Vec<u32>>| {
        let queries: Vec<(&[f32], Vec<u32>)> = queries.iter().copied().zip(rows).collect();
        scored_each(&queries, vectors)
    };
    let mut lists = score(kept.iter().map(Candidates::first_rows).collect());
    let others = kept.iter().zip(&lists).map(|(kept, hits)| kept.other_rows(hits)).collect();
    for ((hits, others), kept) in lists.iter_mut().zip(score(others)).zip(kept) {
        hits.extend(others);
        *hits = select_top_k(std::mem::take(hits), kept.k);
    }
    lists
}

/// The candidates of each query with a known length, from one pass over the rows.
fn candidates<S: Scan>(
    scan: &S,
    queries: &[Vec<f32>],
    ks: &[usize],
    mask: Option<&RowMask>,
) -> Vec<Candidates> {
    let n_rows = scan.n_rows();
    let known = queries.iter().zip(ks).filter_map(|(query, k)| {
        let length = length_of_query(query)?;
        Some((&query[..], Candidates::new((*k).min(n_rows), length)))
    });
    let (known, mut kept): (Vec<&[f32]>, Vec<Candidates>) = known.unzip();
    if kept.iter().all(|kept| kept.k == 0) {
        return kept;
    }
    let prepared = scan.prepare(&known);
    let mut estimates = vec![0.0; known.len() * ROWS_PER_BLOCK];
    for first in (0..n_rows).step_by(ROWS_PER_BLOCK) {
        let rows = first..n_rows.min(first + ROWS_PER_BLOCK);
        if mask.is_some_and(|mask| !mask.contains_any(rows.clone())) {
            continue;
        }
        let estimates = estimates.get_mut(..known.len() * rows.len()).unwrap_or_default();
        scan.estimate(&prepared, rows.clone(), estimates);
        let radii = scan.radii().get(rows.clone()).unwrap_or_default();
        for (kept, estimates) in kept.iter_mut().zip(estimates.chunks_exact(rows.len())) {
            kept.add_block(first, estimates, radii, mask);
        }
    }
    kept.iter_mut().for_each(Candidates::raise_floor);
    kept
}

#[derive(Debug, Clone, Copy)]
struct Candidate {
    row: u32,
    low: f32,
    high: f32,
}

impl Candidate {
    /// Whether its score may be at least `floor`; a row without a known bound may.
    fn reaches(&self, floor: f32) -> bool {
        self.high >= floor || self.high.is_nan()
    }
}

/// The rows that can still be among the first k of a query.
struct Candidates {
    k: usize,
    length: f32,
    floor: f32,
    rows: Vec<Candidate>,
    /// With more rows than this, the floor is raised.
    capacity: usize,
}

impl Candidates {
    fn new(k: usize, length: f32) -> Self {
        let capacity = k.saturating_mul(2).saturating_add(SPARE);
        // No row reaches the floor of a query that asks for none.
        let floor = if k == 0 { f32::INFINITY } else { f32::NEG_INFINITY };
        Self { k, length, floor, rows: Vec::new(), capacity }
    }

    /// Adds the rows of a block that reach the floor.
    fn add_block(
        &mut self,
        first: usize,
        estimates: &[f32],
        radii: &[f32],
        mask: Option<&RowMask>,
    ) {
        if self.are_below(estimates, radii) {
            return;
        }
        // Most rows of the others are below as well, and a few at a time are tested as fast as one.
        let parts = estimates.chunks(ROWS_AT_ONCE).zip(radii.chunks(ROWS_AT_ONCE));
        for (first, (estimates, radii)) in (first..).step_by(ROWS_AT_ONCE).zip(parts) {
            if self.are_below(estimates, radii) {
                continue;
            }
            for (row, (estimate, radius)) in (first..).zip(estimates.iter().zip(radii)) {
                let reach = self.length * radius;
                if estimate + reach < self.floor || mask.is_some_and(|mask| !mask.contains(row)) {
                    continue;
                }
                let Ok(row) = u32::try_from(row) else { continue };
                self.add(row, *estimate, reach);
            }
        }
        if self.rows.len() > self.capacity {
            self.raise_floor();
            self.capacity = self.capacity.max(self.rows.len() + self.rows.len() / 2);
        }
    }

    /// Whether no row reaches the floor, without a branch per row. A NaN is not below.
    #[inline(always)]
    fn are_below(&self, estimates: &[f32], radii: &[f32]) -> bool {
        let high = |(estimate, radius): (&f32, &f32)| estimate + self.length * radius;
        let highs = estimates.iter().zip(radii).map(high);
        highs.fold(true, |below, high| below & (high < self.floor))
    }

    fn add(&mut self, row: u32, estimate: f32, reach: f32) {
        let (low, high) = (estimate - reach, estimate + reach);
        let low = if low.is_nan() { f32::NEG_INFINITY } else { low };
        self.rows.push(Candidate { row, low, high });
    }

    /// Raises the floor to the k-th highest lower bound and drops the rows below it.
    fn raise_floor(&mut self) {
        if let Some(kth) = self.kth_low() {
            self.floor = self.floor.max(kth);
            self.rows.retain(|one| one.reaches(self.floor));
        }
    }

    /// The k-th highest lower bound; `None` with at most `k` rows.
    fn kth_low(&self) -> Option<f32> {
        if self.k == 0 || self.rows.len() <= self.k {
            return None;
        }
        let mut lows: Vec<f32> = self.rows.iter().map(|one| one.low).collect();
        let (_, kth, _) = lows.select_nth_unstable_by(self.k - 1, |a, b| b.total_cmp(a));
        Some(*kth)
    }

    /// The rows with the `k` highest lower bounds and all ties with the last of them; all rows if
    /// there are few others. In corpus order, which reads memory in order.
    fn first_rows(&self) -> Vec<u32> {
        let has_few_others = self.rows.len() <= self.k + self.k / FEW;
        let kth = if has_few_others { None } else { self.kth_low() };
        let kth = kth.unwrap_or(f32::NEG_INFINITY);
        self.rows.iter().filter(|one| one.low >= kth).map(|one| one.row).collect()
    }

    /// The other rows that can outrank the last of the `k` best of `first`, the hits of
    /// [`Self::first_rows`].
    fn other_rows(&self, first: &[Hit]) -> Vec<u32> {
        if first.len() == self.rows.len() {
            return Vec::new();
        }
        let Some(kth) = self.kth_low() else { return Vec::new() };
        let known = |hit: &Hit| if hit.score.is_nan() { f32::NEG_INFINITY } else { hit.score };
        let floor = first.iter().map(known).fold(f32::INFINITY, f32::min);
        let others = self.rows.iter().filter(|one| one.low < kth && one.reaches(floor));
        others.map(|one| one.row).collect()
    }
}
