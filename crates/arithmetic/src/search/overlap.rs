//! The recall of codes without rescoring: how much of the exact first k they find.

use super::{bounded, estimated, scan::Scan};
use crate::ranking::{Hit, overlap_at};
use crate::vectors::Vectors;

/// How far the lists of a code agree with the exact ones.
#[derive(Debug, Clone, PartialEq)]
pub struct CodedOverlap {
    /// Overlap@k of each query, 0 … 1, which is also the recall of the code's list. `None` where
    /// both lists are empty.
    pub per_query: Vec<Option<f64>>,
    /// Whether the first k of each query are the same rows in the same order.
    pub same_order: Vec<bool>,
}

impl CodedOverlap {
    /// The mean overlap over the queries that have one.
    pub fn mean(&self) -> Option<f64> {
        let known: Vec<f64> = self.per_query.iter().copied().flatten().collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    }
}

/// Compares the first `k` by the estimates of a scan with the first `k` by score, for queries
/// `[queries, dim]`.
pub fn coded_overlap<S: Scan>(
    scan: &S,
    vectors: &Vectors,
    queries: &[Vec<f32>],
    k: usize,
) -> CodedOverlap {
    let exact = bounded::top_k(scan, vectors, queries, k, None);
    let coded = estimated::top_k(scan, queries, k, None);
    let rows = |hits: &[Hit]| hits.iter().map(|hit| hit.row_in_corpus).collect::<Vec<_>>();
    let both = || exact.iter().zip(&coded);
    CodedOverlap {
        per_query: both().map(|(exact, coded)| overlap_at(exact, coded, k)).collect(),
        same_order: both().map(|(exact, coded)| rows(exact) == rows(coded)).collect(),
    }
}
