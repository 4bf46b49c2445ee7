//! Challenge 3: five tags for a picture, and how often one of them is right.

use super::{TagIndex, TopicsError, most_popular, suggested};
use crate::metrics::{N_SUGGESTED, tag_suggestion_share};
use crate::ranking::Hit;
use serde::Serialize;

/// How many pictures a tag needs to be suggested, unless told otherwise.
pub const LEAST_PICTURES: u32 = 20;

/// Which tags may be suggested.
#[derive(Debug, Clone, Copy)]
pub struct Suggesting<'a> {
    /// Tags that say what a picture shows; empty where nobody sorted them.
    pub content_tags: &'a [String],
    /// Only the most frequent of them.
    pub n_tags: Option<usize>,
    /// Only those that so many pictures have.
    pub least_pictures: u32,
}

/// How often a suggestion was right.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SuggestionOutcome {
    /// The share of pictures with at least one of their own tags among the five suggested.
    pub share: f64,
    /// The same if everybody gets the five most frequent tags.
    pub popularity: f64,
    /// The number of pictures: those that have a tag that may be suggested.
    pub n: usize,
    /// The number of tags that may be suggested.
    pub tags: usize,
}

impl Suggesting<'_> {
    /// The tags that may be suggested, ascending.
    ///
    /// # Errors
    /// There are none.
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

/// Suggestions, counted picture by picture.
#[derive(Debug, Clone)]
pub struct Suggestions {
    /// The tags that may be suggested, ascending.
    tags: Vec<u32>,
    /// The most frequent of them.
    popular: Vec<u32>,
    /// For each picture, the tags suggested and those of its own that may be.
    pictures: Vec<(Vec<u32>, Vec<u32>)>,
}

impl Suggestions {
    /// Of these tags, ascending.
    #[must_use]
    pub fn new(index: &TagIndex, tags: Vec<u32>) -> Self {
        let popular = most_popular(index, N_SUGGESTED, |tag| tags.binary_search(&tag).is_ok());
        Self { tags, popular, pictures: Vec::new() }
    }

    /// The tags for a picture with these neighbours, as `(tag, score)`, best first.
    #[must_use]
    pub fn of(&self, neighbours: &[Hit], index: &TagIndex) -> Vec<(u32, f64)> {
        suggested(neighbours, index, N_SUGGESTED, |tag| self.may_suggest(tag))
    }

    /// Whether a tag may be suggested.
    #[must_use]
    pub fn may_suggest(&self, tag: u32) -> bool {
        self.tags.binary_search(&tag).is_ok()
    }

    /// Counts the suggestions for a picture with these neighbours.
    pub fn add(&mut self, row_in_corpus: u32, neighbours: &[Hit], index: &TagIndex) {
        let best = self.of(neighbours, index).into_iter().map(|(tag, _)| tag).collect();
        let own = index.of_row(row_in_corpus).iter().copied();
        let own = own.filter(|tag| self.may_suggest(*tag)).collect();
        self.pictures.push((best, own));
    }

    /// How often they were right.
    ///
    /// # Errors
    /// No picture has a tag that may be suggested.
    pub fn outcome(&self) -> Result<SuggestionOutcome, TopicsError> {
        let pictures = || self.pictures.iter();
        let share = tag_suggestion_share(pictures().map(|(best, own)| (&best[..], &own[..])));
        let popularity =
            tag_suggestion_share(pictures().map(|(_, own)| (&self.popular[..], &own[..])));
        let (Some(share), Some(popularity)) = (share, popularity) else {
            return Err(TopicsError::NothingToFind);
        };
        let (n, tags) = (share.n, self.tags.len());
        Ok(SuggestionOutcome { share: share.mean, popularity: popularity.mean, n, tags })
    }
}
