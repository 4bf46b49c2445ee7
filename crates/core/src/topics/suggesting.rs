//! Challenge 3: five tags for a picture, and how often one of them is right.

use super::{TagIndex, TopicsError, propagation::total};
use crate::benchmark::ContentTag;
use crate::metrics::{N_SUGGESTED, tag_suggestion_share};
use crate::ranking::Hit;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many pictures a tag needs to be suggested, by default.
pub const LEAST_PICTURES: u32 = 20;

/// A picture's row in the corpus, and `(tag, score)`.
pub type ScoredTags = (u32, Vec<(u32, f64)>);

#[derive(Debug, Clone, Copy)]
pub struct Suggesting<'a> {
    /// Tags that say what a picture shows; empty if unknown.
    pub content_tags: &'a [ContentTag],
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
    /// Test pictures; all have a tag that may be suggested.
    pub n: usize,
    /// Pictures among which neighbours were looked for.
    pub n_train: usize,
    /// Tags that may be suggested.
    pub tags: usize,
}

impl Suggesting<'_> {
    /// The tags that may be suggested, ascending; fails if there are none. `index` has the synonyms of
    /// `content_tags`.
    pub fn tags(&self, index: &TagIndex) -> Result<Vec<u32>, TopicsError> {
        let content: Vec<u32> = self
            .content_tags
            .iter()
            .flat_map(ContentTag::words)
            .filter_map(|tag| index.find(tag))
            .collect();
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

/// The tags that may be suggested, ascending.
#[derive(Debug, Clone)]
pub struct Suggestions(Vec<u32>);

impl Suggestions {
    /// `tags` ascend.
    pub const fn new(tags: Vec<u32>) -> Self {
        Self(tags)
    }

    /// `(tag, score)`, best first.
    pub fn of(&self, neighbours: &[Hit], index: &TagIndex) -> Vec<(u32, f64)> {
        suggested(neighbours, index, N_SUGGESTED, |tag| self.may_suggest(tag))
    }

    pub fn may_suggest(&self, tag: u32) -> bool {
        self.0.binary_search(&tag).is_ok()
    }
}

/// The paper's split and what was suggested for its test pictures, picture by picture. Of the pictures with at least
/// one of the tags, in corpus order, the first, third, … train and the second, fourth, … test; the others
/// take no part, not even as neighbours.
///
/// Source: Huiskes and Lew, MIR 2008, section 6.
#[derive(Debug, Clone)]
pub struct SuggestionTest {
    suggestions: Suggestions,
    training: Vec<u32>,
    tested: Vec<u32>,
    /// The tags of training pictures alone.
    known: TagIndex,
    /// The most frequent of them.
    popular: Vec<u32>,
    /// For each picture, the tags suggested, and its tags that may be.
    pictures: Vec<(Vec<u32>, Vec<u32>)>,
}

impl SuggestionTest {
    pub fn new(index: &TagIndex, suggestions: Suggestions) -> Self {
        let n_rows = u32::try_from(index.n_rows()).unwrap_or(u32::MAX);
        let rows = (0..n_rows).filter(|row| index.has_any(*row, &suggestions.0));
        let (mut training, mut tested) = (Vec::new(), Vec::new());
        for (place, row) in rows.enumerate() {
            if place % 2 == 0 { training.push(row) } else { tested.push(row) }
        }
        let known = index.among(&training);
        let popular = most_popular(&known, N_SUGGESTED, |tag| suggestions.may_suggest(tag));
        Self { suggestions, training, tested, known, popular, pictures: Vec::new() }
    }

    /// The rows among which neighbours are looked for, ascending.
    pub fn training(&self) -> &[u32] {
        &self.training
    }

    /// The rows that need suggestions, ascending.
    pub fn tested(&self) -> &[u32] {
        &self.tested
    }

    /// The suggestions for a test picture with these neighbours; equal votes by how many training pictures have
    /// the tag. `index` is that of all pictures.
    pub fn add(&mut self, row_in_corpus: u32, neighbours: &[Hit], index: &TagIndex) {
        let best = self.suggestions.of(neighbours, &self.known);
        self.push(row_in_corpus, best, index);
    }

    /// The same of scores of one's own: the five tags with the highest. Test
    /// pictures without scores get no suggestion.
    pub fn add_scores(&mut self, of_pictures: Vec<ScoredTags>, index: &TagIndex) {
        let mut by_row: BTreeMap<u32, Vec<(u32, f64)>> = of_pictures.into_iter().collect();
        for row in std::mem::take(&mut self.tested) {
            let mut best = by_row.remove(&row).unwrap_or_default();
            sort_tags(&mut best, &self.known);
            best.truncate(N_SUGGESTED);
            self.push(row, best, index);
            self.tested.push(row);
        }
    }

    pub fn may_suggest(&self, tag: u32) -> bool {
        self.suggestions.may_suggest(tag)
    }

    /// The tags that may be suggested: those on most of all pictures first, ties by name.
    pub fn tags_by_number(&self, index: &TagIndex) -> Vec<u32> {
        index.frequent(1).into_iter().filter(|tag| self.may_suggest(*tag)).collect()
    }

    fn push(&mut self, row_in_corpus: u32, best: Vec<(u32, f64)>, index: &TagIndex) {
        let tags = index.of_row(row_in_corpus).iter().copied();
        let tags = tags.filter(|tag| self.suggestions.may_suggest(*tag)).collect();
        self.pictures.push((best.into_iter().map(|(tag, _)| tag).collect(), tags));
    }

    /// Fails if no picture was tested.
    pub fn outcome(&self) -> Result<SuggestionOutcome, TopicsError> {
        let pictures = || self.pictures.iter();
        let share = tag_suggestion_share(pictures().map(|(best, tags)| (&best[..], &tags[..])));
        let popularity =
            tag_suggestion_share(pictures().map(|(_, tags)| (&self.popular[..], &tags[..])));
        let (Some(share), Some(popularity)) = (share, popularity) else {
            return Err(TopicsError::NothingToFind);
        };
        Ok(SuggestionOutcome {
            share: share.mean,
            popularity: popularity.mean,
            n: share.n,
            n_train: self.training.len(),
            tags: self.suggestions.0.len(),
        })
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
    sort_tags(&mut scores, index);
    scores.truncate(n);
    scores
}

/// By score, descending; ties by how many pictures have the tag, then by name.
fn sort_tags(scores: &mut [(u32, f64)], index: &TagIndex) {
    scores.sort_by(|(a, of_a), (b, of_b)| {
        of_b.total_cmp(of_a)
            .then_with(|| index.n_pictures(*b).cmp(&index.n_pictures(*a)))
            .then_with(|| index.name(*a).cmp(index.name(*b)))
    });
}

/// The most frequent tags that `may_suggest` admits: a baseline that needs no picture.
pub fn most_popular(index: &TagIndex, n: usize, may_suggest: impl Fn(u32) -> bool) -> Vec<u32> {
    index.frequent(1).into_iter().filter(|tag| may_suggest(*tag)).take(n).collect()
}
