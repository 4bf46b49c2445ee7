//! Challenge 3: five tags for a picture.

use super::neighbours::Neighbours;
use anyhow::{Result, bail};
use rankscope_core::metrics::{N_SUGGESTED, tag_suggestion_share};
use rankscope_core::topics::{TagIndex, most_popular, suggested};
use serde::Serialize;

/// Which tags may be suggested.
pub(super) struct Suggesting<'a> {
    /// Tags that say what a picture shows; empty where nobody sorted them.
    pub(super) content_tags: &'a [String],
    /// Only the most frequent of them.
    pub(super) n_tags: Option<usize>,
    /// Only those that so many pictures have.
    pub(super) least_pictures: u32,
}

/// How often a suggestion was right.
#[derive(Serialize)]
pub(super) struct Outcome {
    /// The share of pictures with at least one of their own tags among the five suggested.
    pub(super) share: f64,
    /// The same if everybody gets the five most frequent tags.
    pub(super) popularity: f64,
    /// The number of pictures: those that have a tag that may be suggested.
    pub(super) n: usize,
    /// The number of tags that may be suggested.
    pub(super) tags: usize,
}

impl Suggesting<'_> {
    /// The tags that may be suggested, ascending.
    pub(super) fn tags(&self, index: &TagIndex) -> Result<Vec<u32>> {
        let content: Vec<u32> =
            self.content_tags.iter().filter_map(|tag| index.find(tag)).collect();
        let mut tags = index.frequent(self.least_pictures.max(1));
        if !self.content_tags.is_empty() {
            tags.retain(|tag| content.contains(tag));
        }
        tags.truncate(self.n_tags.unwrap_or(usize::MAX));
        if tags.is_empty() {
            bail!("no tag is on {} pictures: give a smaller --least-pictures", self.least_pictures);
        }
        tags.sort_unstable();
        Ok(tags)
    }
}

/// Measures suggestions of these tags, ascending, for the pictures with these neighbours.
pub(super) fn result(neighbours: &Neighbours, index: &TagIndex, tags: &[u32]) -> Result<Outcome> {
    let may_suggest = |tag: u32| tags.binary_search(&tag).is_ok();
    let popular = most_popular(index, N_SUGGESTED, may_suggest);
    let own_of = |row: u32| -> Vec<u32> {
        index.of_row(row).iter().copied().filter(|tag| may_suggest(*tag)).collect()
    };
    let pictures: Vec<(Vec<u32>, Vec<u32>)> = neighbours
        .0
        .iter()
        .map(|(row, hits)| {
            let best = suggested(hits, index, N_SUGGESTED, may_suggest);
            (best.into_iter().map(|(tag, _)| tag).collect(), own_of(*row))
        })
        .collect();
    let by_neighbours =
        tag_suggestion_share(pictures.iter().map(|(best, own)| (best.as_slice(), own.as_slice())));
    let by_popularity =
        tag_suggestion_share(pictures.iter().map(|(_, own)| (popular.as_slice(), own.as_slice())));
    let (Some(share), Some(popularity)) = (by_neighbours, by_popularity) else {
        bail!("none of the tested pictures has a tag that may be suggested: give more --tags");
    };
    Ok(Outcome { share: share.mean, popularity: popularity.mean, n: share.n, tags: tags.len() })
}
