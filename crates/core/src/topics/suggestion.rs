//! Tag suggestion: the tags that a picture's neighbours think most of; and popularity alone, the
//! baseline that needs no picture.

use super::{TagIndex, tag_votes::total};
use crate::ranking::Hit;
use std::collections::BTreeMap;

/// The `n` tags with the highest scores, as `(tag, score)`, best first; equal scores by how many
/// pictures have the tag, then by name. Only tags that `may_suggest` admits, with scores above 0.
#[must_use]
pub fn suggested(
    neighbours: &[Hit],
    index: &TagIndex,
    n: usize,
    may_suggest: impl Fn(u32) -> bool,
) -> Vec<(u32, f64)> {
    let mut votes: BTreeMap<u32, f64> = BTreeMap::new();
    for hit in neighbours {
        for tag in index.of_row(hit.row_in_corpus) {
            *votes.entry(*tag).or_default() += f64::from(hit.score);
        }
    }
    let all = total(neighbours);
    let mut scores: Vec<(u32, f64)> = votes
        .into_iter()
        .filter(|(tag, votes)| *votes > 0.0 && may_suggest(*tag))
        .map(|(tag, votes)| (tag, votes / all))
        .collect();
    scores.sort_by(|(a, of_a), (b, of_b)| {
        of_b.total_cmp(of_a)
            .then_with(|| index.n_pictures(*b).cmp(&index.n_pictures(*a)))
            .then_with(|| index.name(*a).cmp(index.name(*b)))
    });
    scores.truncate(n);
    scores
}

/// The `n` most frequent tags that `may_suggest` admits: the same for every picture.
#[must_use]
pub fn most_popular(index: &TagIndex, n: usize, may_suggest: impl Fn(u32) -> bool) -> Vec<u32> {
    index.frequent(1).into_iter().filter(|tag| may_suggest(*tag)).take(n).collect()
}
