//! A second stage: the hits of the first in another order.

use super::{Hit, select_top_k};
use rustc_hash::FxHashMap;
use std::fmt;

#[derive(Debug, Clone, PartialEq)]
pub struct Reranked {
    /// Without ties: scores count down to 1.
    pub hits: Vec<Hit>,
    /// Hits without a score of the second stage, which come last.
    pub n_unscored: usize,
}

/// How many hits of a first stage have no score of the second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unscored {
    pub n_hits: usize,
    pub of_hits: usize,
    pub n_queries: usize,
    pub of_queries: usize,
}

impl Unscored {
    /// From `(hits without a score, hits)` of each query.
    pub fn of(queries: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut unscored = Self::default();
        for (n_unscored, n_hits) in queries {
            unscored.n_hits += n_unscored;
            unscored.of_hits += n_hits;
            unscored.n_queries += usize::from(n_unscored > 0);
            unscored.of_queries += 1;
        }
        unscored
    }
}

impl fmt::Display for Unscored {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_hits, of_hits, n_queries, of_queries } = self;
        write!(
            out,
            "{n_hits} of {of_hits} hits, of {n_queries} of {of_queries} queries, have no score: they \
             come last in their old order"
        )
    }
}

/// The hits of a first stage by the score that a second gives to the same image, descending. Equal
/// scores keep the first stage's order. Hits without a score come last, in the first stage's order.
pub fn reranked(first: &[Hit], second: &[Hit]) -> Reranked {
    let scored = second.iter().filter(|hit| !hit.score.is_nan());
    let score_of: FxHashMap<u32, f32> = scored.map(|hit| (hit.row_in_corpus, hit.score)).collect();
    // Places stand for rows: they break ties. NaN comes last.
    let placed = (0..).zip(first).map(|(place, hit)| {
        let score = score_of.get(&hit.row_in_corpus).copied().unwrap_or(f32::NAN);
        Hit { row_in_corpus: place, score }
    });
    let order = select_top_k(placed.collect(), usize::MAX);
    let row = |hit: &Hit| first.get(hit.row_in_corpus as usize).map(|own| own.row_in_corpus);
    let rows: Vec<u32> = order.iter().filter_map(row).collect();
    let n_unscored = order.iter().filter(|hit| hit.score.is_nan()).count();
    Reranked { hits: hits_in_order(&rows), n_unscored }
}

/// The same order with the second stage's scores; NaN where it has none. For display: measures use
/// [`reranked`], in which none are tied.
pub fn by_second_scores(first: &[Hit], second: &[Hit]) -> Vec<Hit> {
    let score_of: FxHashMap<u32, f32> =
        second.iter().map(|hit| (hit.row_in_corpus, hit.score)).collect();
    let scored = |hit: Hit| {
        let score = score_of.get(&hit.row_in_corpus).copied().unwrap_or(f32::NAN);
        Hit { score, ..hit }
    };
    reranked(first, second).hits.into_iter().map(scored).collect()
}

/// Rows as hits in this order: scores count down to 1, so that none are tied.
pub fn hits_in_order(rows: &[u32]) -> Vec<Hit> {
    let n = rows.len();
    let hit = |(place, row): (usize, &u32)| Hit { row_in_corpus: *row, score: (n - place) as f32 };
    rows.iter().enumerate().map(hit).collect()
}

/// Hits in their order, and after them the rest of a ranking in its own. None of `first` is tied; equal
/// scores of the rest stay equal.
pub fn before_rest(first: &[Hit], rest: &[Hit]) -> Vec<Hit> {
    let is_tied = |a: &Hit, b: &Hit| a.score == b.score || a.score.is_nan() && b.score.is_nan();
    let blocks: Vec<&[Hit]> = rest.chunk_by(is_tied).collect();
    let score = |place: usize| (first.len() + blocks.len() - place) as f32;
    let scored = |hit: &Hit, place: usize| Hit { score: score(place), ..*hit };
    let mut all = Vec::with_capacity(first.len() + rest.len());
    all.extend(first.iter().enumerate().map(|(place, hit)| scored(hit, place)));
    for (place, block) in (first.len()..).zip(&blocks) {
        all.extend(block.iter().map(|hit| scored(hit, place)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(all: &[(u32, f32)]) -> Vec<Hit> {
        all.iter().map(|(row, score)| Hit { row_in_corpus: *row, score: *score }).collect()
    }

    #[test]
    fn ties_and_hits_without_a_score_keep_the_first_order() {
        let first = hits(&[(8, 9.0), (3, 8.0), (5, 7.0), (1, 6.0), (9, 5.0), (2, 4.0)]);
        // Images that the first stage did not find are ignored.
        let second = hits(&[(7, 9.0), (1, 0.5), (3, 0.5), (9, -0.0), (2, 0.0), (5, f32::NAN)]);
        let Reranked { hits: order, n_unscored } = reranked(&first, &second);
        assert_eq!(order, hits(&[(3, 6.0), (1, 5.0), (9, 4.0), (2, 3.0), (8, 2.0), (5, 1.0)]));
        assert_eq!(n_unscored, 2);
        let shown = by_second_scores(&first, &second);
        let rows: Vec<u32> = shown.iter().map(|hit| hit.row_in_corpus).collect();
        assert_eq!(rows, [3, 1, 9, 2, 8, 5]);
        let scores: Vec<f32> = shown.iter().map(|hit| hit.score).collect();
        assert!(scores.starts_with(&[0.5, 0.5, -0.0, 0.0]), "{scores:?}");
        assert!(scores.iter().skip(4).all(|score| score.is_nan()), "{scores:?}");
    }

    #[test]
    fn the_rest_follows_with_its_ties() {
        let (first, rest) =
            (hits(&[(4, 0.1), (2, 0.9)]), [(7, 0.9), (1, 0.5), (3, 0.5), (0, -1.0)]);
        let all = before_rest(&first, &hits(&rest));
        assert_eq!(all, hits(&[(4, 5.0), (2, 4.0), (7, 3.0), (1, 2.0), (3, 2.0), (0, 1.0)]));
        let unscored = hits(&[(5, f32::NAN), (6, f32::NAN)]);
        assert_eq!(before_rest(&[], &unscored), hits(&[(5, 1.0), (6, 1.0)]));
    }
}
