//! Brute force in plain Rust: what every other search is held against.

use super::score;
use crate::formats::Vectors;
use crate::ranking::{Hit, select_top_k};

/// The `k` best rows for a query `[dim]`, scored one by one.
#[must_use]
pub fn top_k(query: &[f32], vectors: &Vectors, k: usize) -> Vec<Hit> {
    let hits = (0u32..)
        .zip(0..vectors.n_rows())
        .map(|(row_in_corpus, row)| Hit { row_in_corpus, score: score(query, vectors.row(row)) });
    select_top_k(hits.collect(), k)
}
