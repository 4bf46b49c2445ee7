//! Challenge 3: five tags for a picture, and how often one of them is right.

use super::{TagIndex, TopicsError, propagation::total};
use crate::metrics::{N_SUGGESTED, tag_suggestion_share};
use crate::ranking::Hit;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many pictures a tag needs to be suggested, by default.
pub const LEAST_PICTURES: u32 = 20;

#[derive(Debug, Clone, Copy)]
pub struct Suggesting<'a> {
    /// Tags that say what a picture shows; empty if unknown.
    pub content_tags: &'a [String],
    /// Only the most frequent of them.
    pub n_tags: Option<usize>,
    /// Only those that so many pictures have.
    pub least_pictures: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SuggestionOutcome {
    /// The share of pictures with at least one of their tags among the five suggested.
    pub share: f64,
    /// The same if every picture gets the five most frequent tags.
    pub popularity: f64,
    /// Pictures that have a tag that may be suggested.
    pub n: usize,
    /// Tags that may be suggested.
    pub tags: usize,
}

impl Suggesting<'_> {
    /// The tags that may be suggested, ascending; fails if there are none.
    pub fn tags(&self, index: &TagIndex) -> Result<Vec<u32>, TopicsError> {
        let content: Vec<u32> =
            self.content_tags.iter().filter_map(|tag| index.find(tag)).collect();
        let mut tags = index.frequent(self.least_pictures.max(1));
        if !self.content_tags.is_empty() {
            tags.retain(|tag| content.contains(tag));
        }
        tags.truncate(self.n_tags.unwrap_or(usize::MAX));
        if tags.is_empty() {
            return Err(TopicsError::NoFrequentTag(self.least_pictures));
        }
        tags.sort_unstable();
        Ok(tags)
    }
}

/// Counts suggestions, picture by picture.
#[derive(Debug, Clone)]
pub struct Suggestions {
    /// Tags that may be suggested, ascending.
    tags: Vec<u32>,
    /// The most frequent of them.
    popular: Vec<u32>,
    /// For each picture, the tags suggested, and its tags that may be.
    pictures: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Suggestions {
    /// `tags` may be suggested and ascend.
    pub fn new(index: &TagIndex, tags: Vec<u32>) -> Self {
        let popular = most_popular(index, N_SUGGESTED, |tag| tags.binary_search(&tag).is_ok());
        Self { tags, popular, pictures: Vec::new() }
    }

    /// `(tag, score)`, best first.
    pub fn of(&self, neighbours: &[Hit], index: &TagIndex) -> Vec<(u32, f64)> {
        suggested(neighbours, index, N_SUGGESTED, |tag| self.may_suggest(tag))
    }

    pub fn may_suggest(&self, tag: u32) -> bool {
        self.tags.binary_search(&tag).is_ok()
    }

    /// Counts the suggestions for a picture with these neighbours.
    pub fn add(&mut self, row_in_corpus: u32, neighbours: &[Hit], index: &TagIndex) {
        let best = self.of(neighbours, index).into_iter().map(|(tag, _)| tag).collect();
        let tags = index.of_row(row_in_corpus).iter().copied();
        let tags = tags.filter(|tag| self.may_suggest(*tag)).collect();
        self.pictures.push((best, tags));
    }

    /// Fails if no picture has a tag that may be suggested.
    pub fn outcome(&self) -> Result<SuggestionOutcome, TopicsError> {
        let pictures = || self.pictures.iter();
        let share = tag_suggestion_share(pictures().map(|(best, tags)| (&best[..], &tags[..])));
        let popularity =
            tag_suggestion_share(pictures().map(|(_, tags)| (&self.popular[..], &tags[..])));
        let (Some(share), Some(popularity)) = (share, popularity) else {
            return Err(TopicsError::NothingToFind);
        };
        let (n, tags) = (share.n, self.tags.len());
        Ok(SuggestionOutcome { share: share.mean, popularity: popularity.mean, n, tags })
    }
}

/// The `n` tags with the most votes of the neighbours, as `(tag, score)`, best first; equal scores by how many
/// pictures have the tag, then by name. Only tags that `may_suggest` admits, with scores above 0.
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

/// The most frequent tags that `may_suggest` admits: a baseline that needs no picture.
pub fn most_popular(index: &TagIndex, n: usize, may_suggest: impl Fn(u32) -> bool) -> Vec<u32> {
    index.frequent(1).into_iter().filter(|tag| may_suggest(*tag)).take(n).collect()
}

/// Tags are suggested for every second picture. The others vote, so that a suggestion rests on pictures that are
/// not tested, as in MIRFLICKR's third challenge.
pub const fn is_suggested_for(row_in_corpus: u32) -> bool {
    row_in_corpus % 2 == 1
}
