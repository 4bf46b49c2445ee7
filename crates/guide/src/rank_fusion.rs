//! Needle's rank fusion: score(x) = Σᵢ wᵢ Σⱼ S(rankᵢⱼ(x)) over embedders i and guides j, where
//! S(r) = 1/r for r ≤ k and 0 beyond (§C.1, eq. 5; the print leaves j free, and the sum over guides is
//! meant). Equal scores stand in the order in which the items first appear, embedder by embedder,
//! guide by guide, from rank 1 down. An item that a list has twice counts at its first rank.

use super::EmbedderLists;
use serde::Serialize;
use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    hash::Hash,
};

/// What one list adds to a score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Term {
    /// The embedder's place among the embedders.
    pub embedder: usize,
    /// The guide's place among the guides.
    pub guide: usize,
    /// The item's rank in that list, from 1.
    pub rank: usize,
    /// The embedder's weight times the importance of the rank.
    pub adds: f64,
}

/// A fused hit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FusedHit<T> {
    /// The item.
    pub item: T,
    /// The sum of its terms.
    pub score: f64,
    /// What each list adds, in the order of the lists.
    pub terms: Vec<Term>,
}

/// S(r) = 1/r for 1 ≤ r ≤ k, else 0.
pub fn importance(rank: usize, k: usize) -> f64 {
    if rank == 0 || rank > k { 0.0 } else { 1.0 / rank as f64 }
}

/// All items within the first `k` ranks of a list, by score.
pub fn rank_fused<T: Clone + Eq + Hash>(of: &[EmbedderLists<T>], k: usize) -> Vec<FusedHit<T>> {
    let mut places: HashMap<&T, usize> = HashMap::new();
    let mut hits: Vec<FusedHit<T>> = Vec::new();
    for (embedder, EmbedderLists { weight, lists, .. }) in of.iter().enumerate() {
        for (guide, list) in lists.iter().enumerate() {
            let mut seen: HashSet<&T> = HashSet::new();
            for (rank, item) in (1..).zip(list.iter().take(k)) {
                if !seen.insert(item) {
                    continue;
                }
                let place = match places.entry(item) {
                    Entry::Occupied(entry) => *entry.get(),
                    Entry::Vacant(entry) => {
                        hits.push(FusedHit { item: item.clone(), score: 0.0, terms: Vec::new() });
                        *entry.insert(hits.len() - 1)
                    }
                };
                if let Some(hit) = hits.get_mut(place) {
                    let adds = weight * importance(rank, k);
                    hit.terms.push(Term { embedder, guide, rank, adds });
                }
            }
        }
    }
    let weights: Vec<f64> = of.iter().map(|lists| lists.weight).collect();
    for hit in &mut hits {
        hit.score = score(&hit.terms, &weights);
    }
    // Stable, so that equal scores keep the order of first appearance.
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    hits
}

/// The sum of the terms, in an order that depends only on weights and ranks: two items with the
/// same ranks under the same weights have equal scores to the last bit, whichever lists have them.
fn score(terms: &[Term], weights: &[f64]) -> f64 {
    let weight = |term: &Term| weights.get(term.embedder).copied().unwrap_or(0.0);
    let mut ordered: Vec<(f64, usize)> =
        terms.iter().map(|term| (weight(term), term.rank)).collect();
    ordered.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let groups = ordered.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq());
    groups
        .map(|group| {
            let ranks = group.iter().map(|(_, rank)| *rank);
            group.first().map_or(0.0, |(weight, _)| weight * summed_importance(ranks))
        })
        .sum()
}

/// Σ 1/rank, rounded once, so that equal sums are equal: 1/10 + 1/15 is 1/6. What each division and
/// addition loses is summed apart (Knuth, TAOCP 2, 4.2.2, theorem B).
fn summed_importance(ranks: impl Iterator<Item = usize>) -> f64 {
    let (mut sum, mut lost) = (0.0, 0.0);
    for rank in ranks {
        let rank = rank as f64;
        let term = 1.0 / rank;
        let of_division = (-term).mul_add(rank, 1.0) / rank;
        let next = sum + term;
        let added = next - sum;
        lost += (sum - (next - added)) + (term - added) + of_division;
        sum = next;
    }
    sum + lost
}
