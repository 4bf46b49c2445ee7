//! Recall of an approximate index against an exact search.

use crate::ranking::Hit;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Evenly spread.
pub const RECALL_QUERIES: usize = 32;
pub const RECALL_DEPTH: usize = 100;

/// What an index was compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reference {
    /// The exact search of the benchmark's gallery.
    Gallery,
    /// The engine's exact search.
    Engine,
    /// An exact search of the vectors, read back from the engine.
    ReadBack,
}

impl Reference {
    pub fn words(self) -> &'static str {
        match self {
            Self::Gallery => "an exact search of the benchmark’s gallery",
            Self::Engine => "the engine’s own exact search",
            Self::ReadBack => "an exact search of the vectors, read back",
        }
    }
}

/// Recall@k: the share of the exact first `k` that an index finds, the mean over some queries.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Recall {
    pub k: usize,
    pub n: usize,
    /// 0 … 1.
    pub mean: f64,
    /// Of the worst query.
    pub lowest: f64,
    pub reference: Reference,
}

impl Recall {
    /// `recall@100 0.9962 over 32 queries (lowest 0.9500), against …`.
    pub fn words(&self) -> String {
        let queries = if self.n == 1 { "query" } else { "queries" };
        format!(
            "recall@{} {:.4} over {} {queries} (lowest {:.4}), against {}",
            self.k,
            self.mean,
            self.n,
            self.lowest,
            self.reference.words()
        )
    }
}

/// Compares the first `k` of each query. `exact` may be deeper than `k`: hits tied with the k-th count as found,
/// since nothing orders them. `None` without queries or hits.
pub fn recall_of(
    found: &[Vec<Hit>],
    exact: &[Vec<Hit>],
    k: usize,
    reference: Reference,
) -> Option<Recall> {
    let each: Vec<f64> =
        found.iter().zip(exact).filter_map(|(found, exact)| of_query(found, exact, k)).collect();
    let lowest = each.iter().copied().reduce(f64::min)?;
    let mean = each.iter().sum::<f64>() / each.len() as f64;
    let deepest = exact.iter().map(Vec::len).max().unwrap_or(0);
    Some(Recall { k: k.min(deepest), n: each.len(), mean, lowest, reference })
}

fn of_query(found: &[Hit], exact: &[Hit], k: usize) -> Option<f64> {
    let k = k.min(exact.len());
    let last = exact.get(k.checked_sub(1)?)?.score;
    let counts = exact.iter().take_while(|hit| hit.score >= last);
    let counts: HashSet<u32> = counts.map(|hit| hit.row_in_corpus).collect();
    let n = found.iter().take(k).filter(|hit| counts.contains(&hit.row_in_corpus)).count();
    Some(n as f64 / k as f64)
}
