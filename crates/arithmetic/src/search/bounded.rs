//! The exact top k from a scan with an error bound: the hits of [`super::reference`].
//!
//! An estimate with its error bound gives a lower and an upper bound of a row's score. The k-th
//! highest lower bound is a floor: at least k rows reach it, so a row whose upper bound is below it
//! is out. The rows are estimated panel by panel. The first panel gives a floor, of each the rows
//! that reach it are kept ([`super::candidates`]), and what is kept raises it. Then the k rows with
//! the highest lower bounds are scored, which raises the floor to the lowest of those scores, and
//! the rows that still reach it are scored too.

use super::{
    RowMask,
    candidates::{Candidates, Panel},
    reference,
    rescoring::scored_each,
    scan::{Scan, length_of_query},
};
use crate::ranking::{Hit, select_top_k};
use crate::simd::InstructionSet;
use crate::vectors::Vectors;

/// Rows of a panel: many, so that a deep list finds its floor in the first, and few enough that the
/// estimates of all queries below stay in the L2 cache.
const ROWS_PER_PANEL: usize = 8192;
/// The same with a mask: panels without a row in it are skipped.
const ROWS_PER_PANEL_OF_MASK: usize = 64;
const QUERIES_AT_ONCE: usize = 16;
/// Rows beyond k, as a part of k, that are scored at once rather than in a second pass.
const FEW: usize = 8;
/// The same for several queries at once.
const FEW_OF_SEVERAL: usize = 3;

/// The `k` best rows of `vectors` for each query `[dim]`, among the rows of a mask or all: the hits
/// of [`reference::top_k_among`]. `scan` must be of the same vectors.
pub fn top_k<S: Scan>(
    scan: &S,
    vectors: &Vectors,
    queries: &[Vec<f32>],
    k: usize,
    mask: Option<&RowMask>,
) -> Vec<Vec<Hit>> {
    top_k_each(scan, vectors, queries, &vec![k; queries.len()], mask)
}

/// The same with a `k` for each query, which costs what its `k` costs; all share the pass over the
/// rows.
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

/// How many rows are scored to find a query's first `k`: fewer with a better code. `None` if
/// [`length_of_query`] knows no length for the query.
pub fn n_scored<S: Scan>(scan: &S, vectors: &Vectors, query: &[f32], k: usize) -> Option<usize> {
    let kept = candidates(scan, &[query.to_vec()], &[k], None).pop()?;
    let first = kept.first_rows(k / FEW);
    let hits = scored_each(&[(query, first.clone())], vectors).pop().unwrap_or_default();
    Some(first.len() + kept.other_rows(&hits).len())
}

/// The `k` best of the proposed rows, given as `(row, estimate)`; `radii` has the error bound of
/// every row of `vectors`. Empty for a query without a known length.
pub fn top_k_of(
    proposed: &[(u32, f32)],
    radii: &[f32],
    vectors: &Vectors,
    query: &[f32],
    k: usize,
) -> Vec<Hit> {
    let Some(length) = length_of_query(query) else { return Vec::new() };
    let kept = Candidates::new(k.min(proposed.len()), length).among(proposed, radii);
    scored(&[query], vec![kept], vectors).pop().unwrap_or_default()
}

fn scored(queries: &[&[f32]], kept: Vec<Candidates>, vectors: &Vectors) -> Vec<Vec<Hit>> {
    let score = |rows: Vec<Vec<u32>>| {
        let queries: Vec<(&[f32], Vec<u32>)> = queries.iter().copied().zip(rows).collect();
        scored_each(&queries, vectors)
    };
    // Several queries share what decoding a row takes, which a second pass would take again.
    let few = |kept: &Candidates| kept.k() / if queries.len() > 1 { FEW_OF_SEVERAL } else { FEW };
    let mut lists = score(kept.iter().map(|kept| kept.first_rows(few(kept))).collect());
    let others: Vec<Vec<u32>> =
        kept.iter().zip(&lists).map(|(kept, hits)| kept.other_rows(hits)).collect();
    if others.iter().any(|others| !others.is_empty()) {
        lists.iter_mut().zip(score(others)).for_each(|(hits, others)| hits.extend(others));
    }
    for (hits, kept) in lists.iter_mut().zip(kept) {
        *hits = select_top_k(std::mem::take(hits), kept.k());
    }
    lists
}

/// The candidates of each query with a known length, a few queries at a time, each from one pass
/// over the rows.
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
    let rows_per_panel = if mask.is_some() { ROWS_PER_PANEL_OF_MASK } else { ROWS_PER_PANEL };
    let n_estimates = known.len().min(QUERIES_AT_ONCE) * n_rows.min(rows_per_panel);
    let mut estimates = vec![0.0; n_estimates];
    let on = InstructionSet::widest();
    for (known, kept) in known.chunks(QUERIES_AT_ONCE).zip(kept.chunks_mut(QUERIES_AT_ONCE)) {
        if kept.iter().all(Candidates::is_none_asked) {
            continue;
        }
        let prepared = scan.prepare(known);
        for first in (0..n_rows).step_by(rows_per_panel) {
            let rows = first..n_rows.min(first + rows_per_panel);
            if mask.is_some_and(|mask| !mask.contains_any(rows.clone())) {
                continue;
            }
            let estimates = estimates.get_mut(..known.len() * rows.len()).unwrap_or_default();
            scan.estimate(&prepared, rows.clone(), estimates);
            let radii = scan.radii().get(rows.clone()).unwrap_or_default();
            for (kept, estimates) in kept.iter_mut().zip(estimates.chunks_exact(rows.len())) {
                on.run(Panel { kept, first, estimates, radii, mask });
            }
        }
    }
    kept.iter_mut().for_each(Candidates::raise_floor);
    kept
}
