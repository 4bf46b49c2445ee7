//! How pictures are tagged: MIRFLICKR's figures of tags, as they were written and as Flickr processed them.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// How many of the most frequent tags are listed.
const N_LISTED: usize = 30;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TagStatistics {
    pub pictures: usize,
    /// Pictures with at least one tag.
    pub tagged: usize,
    /// Tags of all pictures together.
    pub uses: usize,
    /// Different tags.
    pub tags: usize,
    /// Tags a picture, over all pictures.
    pub mean: f64,
    pub median: f64,
    pub most: usize,
    /// Different tags on at least `least_pictures` pictures.
    pub frequent: usize,
    pub least_pictures: u32,
    /// The most frequent tags, ties by name.
    pub first: Vec<TagCount>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TagCount {
    pub tag: String,
    pub pictures: u32,
}

impl TagStatistics {
    /// A tag is told from another by each letter; one that a picture has twice counts once.
    pub fn of<'a>(pictures: impl IntoIterator<Item = &'a [String]>, least_pictures: u32) -> Self {
        let mut n_pictures: BTreeMap<&str, u32> = BTreeMap::new();
        let mut n_tags: Vec<usize> = Vec::new();
        for tags in pictures {
            let different: BTreeSet<&str> = tags.iter().map(String::as_str).collect();
            n_tags.push(different.len());
            for tag in different {
                *n_pictures.entry(tag).or_default() += 1;
            }
        }
        n_tags.sort_unstable();
        let n = n_tags.len();
        let uses = n_tags.iter().sum::<usize>();
        let at = |place: usize| n_tags.get(place).copied().unwrap_or(0) as f64;
        let mut by_number: Vec<(&str, u32)> = n_pictures.into_iter().collect();
        by_number.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let count = |(tag, pictures): &(&str, u32)| TagCount {
            tag: (*tag).to_owned(),
            pictures: *pictures,
        };
        Self {
            pictures: n,
            tagged: n_tags.iter().filter(|n| **n > 0).count(),
            uses,
            tags: by_number.len(),
            mean: uses as f64 / n.max(1) as f64,
            median: f64::midpoint(at(n.saturating_sub(1) / 2), at(n / 2)),
            most: n_tags.last().copied().unwrap_or(0),
            frequent: by_number.iter().filter(|(_, n)| *n >= least_pictures).count(),
            least_pictures,
            first: by_number.iter().take(N_LISTED).map(count).collect(),
        }
    }
}
