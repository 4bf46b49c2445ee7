//! Two systems on one query.

use super::SystemValues;
use crate::ranking::{common_ranks, overlap_at};
use crate::statistics::kendall_tau_b;

/// A query's values under two systems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OnQuery {
    /// Its row.
    pub query_row: u32,
    /// The first system's.
    pub a: f64,
    /// The second's.
    pub b: f64,
}

impl OnQuery {
    /// First − second.
    pub fn difference(&self) -> f64 {
        self.a - self.b
    }

    /// The values of a query in a column; `None` if either system has none.
    pub fn new(a: &SystemValues, b: &SystemValues, column: usize, query_row: u32) -> Option<Self> {
        let value = |of: &SystemValues| of.value(column, query_row as usize);
        Some(Self { query_row, a: value(a)?, b: value(b)? })
    }
}

/// How two systems' lists for a query differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    /// The query's row.
    pub query_row: u32,
    /// The values; `None` unless both systems have one.
    pub values: Option<OnQuery>,
    /// Overlap@k.
    pub overlap: Option<f64>,
    /// τ-b between the ranks of the images in both top-k lists.
    pub tau: Option<f64>,
}

impl Contrast {
    /// Compares the first `k` hits of a query, as a definition of relevance ranks them.
    pub fn new(
        (a, b): (&SystemValues, &SystemValues),
        (column, definition): (usize, usize),
        query_row: u32,
        k: usize,
    ) -> Self {
        let first = |of: &SystemValues| {
            of.head(definition, query_row).iter().take(k).copied().collect::<Vec<_>>()
        };
        let (list_a, list_b) = (first(a), first(b));
        Self {
            query_row,
            values: OnQuery::new(a, b, column, query_row),
            overlap: overlap_at(&list_a, &list_b, k),
            tau: tau_of(&common_ranks(&list_a, &list_b)),
        }
    }
}

fn tau_of(ranks: &[(usize, usize)]) -> Option<f64> {
    let (x, y): (Vec<f64>, Vec<f64>) = ranks.iter().map(|(a, b)| (*a as f64, *b as f64)).unzip();
    kendall_tau_b(&x, &y).map(|tau| tau.tau_b)
}
