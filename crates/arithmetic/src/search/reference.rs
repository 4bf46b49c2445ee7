//! Brute force in plain Rust, the reference for every other search.

use super::RowMask;
use crate::ranking::{Hit, select_top_k};
use crate::vectors::{Vectors, score};

/// The `k` best rows for a query `[dim]`, scored one by one.
pub fn top_k(query: &[f32], vectors: &Vectors, k: usize) -> Vec<Hit> {
    top_k_among(query, vectors, k, None)
}

/// [`top_k`] among the rows of a mask; among all without one.
pub fn top_k_among(query: &[f32], vectors: &Vectors, k: usize, mask: Option<&RowMask>) -> Vec<Hit> {
    let hits = (0u32..)
        .zip(0..vectors.n_rows())
        .filter(|(_, row)| mask.is_none_or(|mask| mask.contains(*row)))
        .map(|(row_in_corpus, row)| Hit { row_in_corpus, score: score(query, vectors.row(row)) });
    select_top_k(hits.collect(), k)
}
