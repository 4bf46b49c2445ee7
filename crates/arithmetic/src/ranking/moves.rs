//! Two lists for the same query: the images that they share, and their ranks in both.

use super::Hit;

/// An image of at least one of two lists, and its ranks in them, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    pub row_in_corpus: u32,
    pub rank_in_a: Option<usize>,
    pub rank_in_b: Option<usize>,
}

/// Every image of two lists: those of the first in its order, then those only in the second in its
/// order. A list has an image at most once.
pub fn moves(a: &[Hit], b: &[Hit]) -> Vec<Move> {
    let ranks_in_a = ranks_by_row(a);
    let ranks_in_b = ranks_by_row(b);
    let of_a = (1..).zip(a).map(|(rank, hit)| Move {
        row_in_corpus: hit.row_in_corpus,
        rank_in_a: Some(rank),
        rank_in_b: rank_of(&ranks_in_b, hit.row_in_corpus),
    });
    let of_b = (1..).zip(b).map(|(rank, hit)| Move {
        row_in_corpus: hit.row_in_corpus,
        rank_in_a: rank_of(&ranks_in_a, hit.row_in_corpus),
        rank_in_b: Some(rank),
    });
    of_a.chain(of_b.filter(|image| image.rank_in_a.is_none())).collect()
}

/// The ranks of the images in both lists: `(rank in a, rank in b)`, in the order of `a`.
pub fn common_ranks(a: &[Hit], b: &[Hit]) -> Vec<(usize, usize)> {
    let ranks_in_b = ranks_by_row(b);
    let both = (1..).zip(a).map(|(rank, hit)| (rank, rank_of(&ranks_in_b, hit.row_in_corpus)));
    both.filter_map(|(in_a, in_b)| Some((in_a, in_b?))).collect()
}

/// Overlap@k: the share of images in the first `k` of both lists, 0 … 1; relative to the longer
/// list where both are shorter than `k`. `None` where both are empty.
pub fn overlap_at(a: &[Hit], b: &[Hit], k: usize) -> Option<f64> {
    let (a, b) = (first(a, k), first(b, k));
    let n = a.len().max(b.len());
    (n > 0).then(|| common_ranks(a, b).len() as f64 / n as f64)
}

fn first(hits: &[Hit], k: usize) -> &[Hit] {
    hits.get(..k.min(hits.len())).unwrap_or_default()
}

/// `(row, rank)`, ordered by row.
fn ranks_by_row(hits: &[Hit]) -> Vec<(u32, usize)> {
    let mut ranks: Vec<(u32, usize)> = hits.iter().map(|hit| hit.row_in_corpus).zip(1..).collect();
    ranks.sort_unstable();
    ranks
}

fn rank_of(ranks: &[(u32, usize)], row: u32) -> Option<usize> {
    let place = ranks.binary_search_by_key(&row, |(row, _)| *row).ok()?;
    ranks.get(place).map(|(_, rank)| *rank)
}
