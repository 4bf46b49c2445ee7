//! The first k by a scan whose error is bounded: exactly those of [`super::reference`].
//!
//! Every estimate says how low and how high a row's score can be. The k-th highest of the lows is
//! a floor: k rows are sure to reach it, so a row whose high is below it is out. One pass keeps
//! the rows that reach the floor so far. Then the k best estimates are scored, which raises the
//! floor to the k-th of those scores, and what still reaches it is scored too.

use super::{
    RowMask, reference,
    scan::{Scan, length_of_query},
};
use crate::ranking::{Hit, select_top_k};
use crate::vectors::{Vectors, scored};

/// Rows whose estimates are made at once: they and their codes stay in the fastest cache.
const ROWS_PER_BLOCK: usize = 64;
/// Rows that are kept beyond k before the floor is raised.
const SPARE: usize = 448;

/// The `k` best rows of `vectors` for each query `[dim]` among those of a mask, or among all:
/// those of [`reference::top_k_among`]. `scan` is of the same vectors.
#[must_use]
pub fn top_k<S: Scan>(
    scan: &S,
    vectors: &Vectors,
    queries: &[Vec<f32>],
    k: usize,
    among: Option<&RowMask>,
) -> Vec<Vec<Hit>> {
    let mut kept = candidates(scan, queries, k, among).into_iter();
    let lists = queries.iter().map(|query| match length_of_query(query) {
        Some(_) => kept.next().map(|kept| kept.scored(query, vectors)).unwrap_or_default(),
        None => reference::top_k_among(query, vectors, k, among),
    });
    lists.collect()
}

/// How many rows a scan leaves to be scored for a query's first `k`: the lower the better its
/// code. `None` where the query has no known length.
#[must_use]
pub fn n_scored<S: Scan>(scan: &S, vectors: &Vectors, query: &[f32], k: usize) -> Option<usize> {
    let kept = candidates(scan, &[query.to_vec()], k, None).pop()?;
    let n_kept = kept.rows.len();
    Some(kept.last_stage(query, vectors).map_or(n_kept, |(first, rest)| first.len() + rest.len()))
}

/// The `k` best rows of those proposed, each with its estimate; `radii` are of all rows. A query
/// without a known length finds nothing.
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
    kept.scored(query, vectors)
}

/// What one pass over the rows leaves of them, for each query of a known length.
fn candidates<S: Scan>(
    scan: &S,
    queries: &[Vec<f32>],
    k: usize,
    among: Option<&RowMask>,
) -> Vec<Candidates> {
    let known = queries.iter().filter_map(|query| Some((&query[..], length_of_query(query)?)));
    let (known, lengths): (Vec<&[f32]>, Vec<f32>) = known.unzip();
    let n_rows = scan.n_rows();
    let new = |length| Candidates::new(k.min(n_rows), length);
    let mut kept: Vec<Candidates> = lengths.into_iter().map(new).collect();
    if k == 0 || known.is_empty() {
        return kept;
    }
    let prepared = scan.prepared(&known);
    let mut estimates = vec![0.0; known.len() * ROWS_PER_BLOCK];
    for first in (0..n_rows).step_by(ROWS_PER_BLOCK) {
        let rows = first..n_rows.min(first + ROWS_PER_BLOCK);
        if among.is_some_and(|mask| !mask.has_any(rows.clone())) {
            continue;
        }
        let estimates = estimates.get_mut(..known.len() * rows.len()).unwrap_or_default();
        scan.estimate(&prepared, rows.clone(), estimates);
        let radii = scan.radii().get(rows.clone()).unwrap_or_default();
        for (kept, estimates) in kept.iter_mut().zip(estimates.chunks_exact(rows.len())) {
            kept.take(first, estimates, radii, among);
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
    /// Whether its score may be as high as that; what nothing is known of may.
    fn reaches(&self, floor: f32) -> bool {
        self.high >= floor || self.high.is_nan()
    }
}

/// The rows that can still be among a query's first k.
struct Candidates {
    k: usize,
    length: f32,
    floor: f32,
    rows: Vec<Candidate>,
    room: usize,
}

impl Candidates {
    fn new(k: usize, length: f32) -> Self {
        let room = k.saturating_mul(2).saturating_add(SPARE);
        Self { k, length, floor: f32::NEG_INFINITY, rows: Vec::new(), room }
    }

    /// Takes a block of rows in.
    fn take(&mut self, first: usize, estimates: &[f32], radii: &[f32], among: Option<&RowMask>) {
        let high = |(estimate, radius): (&f32, &f32)| estimate + self.length * radius;
        // Most blocks have none: looked at in one go, without a branch a row. A NaN is not below.
        let highs = estimates.iter().zip(radii).map(high);
        if highs.fold(true, |below, high| below & (high < self.floor)) {
            return;
        }
        for (row, (estimate, radius)) in (first..).zip(estimates.iter().zip(radii)) {
            let reach = self.length * radius;
            if estimate + reach < self.floor || among.is_some_and(|mask| !mask.has(row)) {
                continue;
            }
            let Ok(row) = u32::try_from(row) else { continue };
            self.add(row, *estimate, reach);
        }
        if self.rows.len() > self.room {
            self.raise_floor();
            self.room = self.room.max(self.rows.len() + self.rows.len() / 2);
        }
    }

    fn add(&mut self, row: u32, estimate: f32, reach: f32) {
        let (low, high) = (estimate - reach, estimate + reach);
        let low = if low.is_nan() { f32::NEG_INFINITY } else { low };
        self.rows.push(Candidate { row, low, high });
    }

    /// Raises the floor to the k-th low, and lets go what is below it.
    fn raise_floor(&mut self) {
        if let Some(kth) = self.kth_low() {
            self.floor = self.floor.max(kth);
            self.rows.retain(|one| one.reaches(self.floor));
        }
    }

    /// The k-th highest of the lows; `None` where there are no more rows than `k`.
    fn kth_low(&self) -> Option<f32> {
        if self.k == 0 || self.rows.len() <= self.k {
            return None;
        }
        let mut lows: Vec<f32> = self.rows.iter().map(|one| one.low).collect();
        let (_, kth, _) = lows.select_nth_unstable_by(self.k - 1, |a, b| b.total_cmp(a));
        Some(*kth)
    }

    /// The hits of the `k` best lows, and the other rows that can come before the last of
    /// them; `None` where there are no more rows than `k`.
    fn last_stage(&self, query: &[f32], vectors: &Vectors) -> Option<(Vec<Hit>, Vec<u32>)> {
        let kth = self.kth_low()?;
        // In the order of the corpus, as memory likes it; with those that are level with the k-th.
        let (best, others): (Vec<Candidate>, Vec<Candidate>) =
            self.rows.iter().partition(|one| one.low >= kth);
        let hits = scored(query, vectors, &rows_of(&best));
        let known = |hit: &Hit| if hit.score.is_nan() { f32::NEG_INFINITY } else { hit.score };
        let floor = hits.iter().map(known).fold(f32::INFINITY, f32::min);
        let others = others.iter().filter(|one| one.reaches(floor)).map(|one| one.row);
        Some((hits, others.collect()))
    }

    /// The k best by their scores.
    fn scored(self, query: &[f32], vectors: &Vectors) -> Vec<Hit> {
        let Some((mut hits, others)) = self.last_stage(query, vectors) else {
            return select_top_k(scored(query, vectors, &rows_of(&self.rows)), self.k);
        };
        hits.extend(scored(query, vectors, &others));
        select_top_k(hits, self.k)
    }
}

fn rows_of(candidates: &[Candidate]) -> Vec<u32> {
    candidates.iter().map(|one| one.row).collect()
}
