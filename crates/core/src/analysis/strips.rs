//! The first hits of two systems for a query, as two strips of ranks.

use super::words;
use crate::ranking::{Hit, common_ranks};

/// One system's strip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strip {
    /// The number of its hits.
    pub n: usize,
    /// The ranks of the relevant ones, from 1.
    pub relevant: Vec<usize>,
}

/// A hit of both strips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Join {
    /// Its rank in the first.
    pub rank_in_a: usize,
    /// Its rank in the second.
    pub rank_in_b: usize,
    /// Whether it is relevant.
    pub is_relevant: bool,
}

/// Both strips, and what they share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strips {
    /// The first system's.
    pub a: Strip,
    /// The second's.
    pub b: Strip,
    /// Their common hits, in the order of the first.
    pub joins: Vec<Join>,
}

impl Strips {
    /// The strips of the first `k` hits; `is_relevant` is of a row in the corpus.
    pub fn new(a: &[Hit], b: &[Hit], k: usize, is_relevant: impl Fn(u32) -> bool) -> Self {
        let (a, b) = (a.get(..k).unwrap_or(a), b.get(..k).unwrap_or(b));
        let strip = |hits: &[Hit]| {
            let ranked = (1..).zip(hits).filter(|(_, hit)| is_relevant(hit.row_in_corpus));
            Strip { n: hits.len(), relevant: ranked.map(|(rank, _)| rank).collect() }
        };
        let (strip_a, strip_b) = (strip(a), strip(b));
        let join = |(rank_in_a, rank_in_b): (usize, usize)| Join {
            rank_in_a,
            rank_in_b,
            is_relevant: strip_a.relevant.contains(&rank_in_a),
        };
        let joins = common_ranks(a, b).into_iter().map(join).collect();
        Self { a: strip_a, b: strip_b, joins }
    }

    /// Each strip in a sentence, given the names of both systems.
    pub fn sentences(&self, [a, b]: [&str; 2]) -> [String; 2] {
        [self.sentence(&self.a, a, b), self.sentence(&self.b, b, a)]
    }

    fn sentence(&self, strip: &Strip, name: &str, other: &str) -> String {
        let n = strip.n;
        if n == 0 {
            return format!("{name} ranks no image.");
        }
        let ranks: Vec<String> = strip.relevant.iter().map(ToString::to_string).collect();
        let relevant = match ranks.as_slice() {
            [] => "none is relevant".to_string(),
            [one] => format!("one is relevant, at rank {one}"),
            all if all.len() == n => "all are relevant".to_string(),
            all => format!("{} are relevant, at ranks {}", all.len(), words::listed(all)),
        };
        let n_moved = self.joins.iter().filter(|own| own.rank_in_a != own.rank_in_b).count();
        let shared = match self.joins.len() {
            0 => format!("{other} shares none of them"),
            n_shared => format!("{other} shares {n_shared}, {n_moved} at another rank"),
        };
        format!("{name}: of the first {n}, {relevant}; {shared}.")
    }
}
