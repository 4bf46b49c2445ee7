//! Pictures tagged with the queries that found them (§C.3): a picture I that the query φ found with
//! cos(v_I, v_φ) ≥ τ is tagged with φ, and a search among tags scores a picture by the largest
//! cos(φ, φ′) over its tags φ′.

use super::{
    GuideError,
    cache::{checked_threshold, cosine},
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A picture by its tags.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TaggedHit<'a> {
    /// The picture's id.
    pub picture: &'a str,
    /// The largest cosine of the query and one of its tags.
    pub score: f64,
    /// That tag.
    pub tag: &'a str,
}

/// A query that tags pictures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Tag {
    text: String,
    vector: Vec<f32>,
}

/// Which pictures are tagged with which queries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TagIndex {
    tags: Vec<Tag>,
    /// The tags of each picture, by place.
    of_picture: BTreeMap<String, Vec<usize>>,
}

impl TagIndex {
    /// Tags the pictures `(id, cosine to the query)` that a query found with τ or more; the number of
    /// pictures that got a new tag.
    ///
    /// # Errors
    /// A threshold that is no cosine.
    pub fn tag<'a>(
        &mut self,
        text: &str,
        vector: &[f32],
        found: impl IntoIterator<Item = (&'a str, f64)>,
        threshold: f64,
    ) -> Result<usize, GuideError> {
        checked_threshold(threshold)?;
        let near: Vec<&str> = found
            .into_iter()
            .filter(|(_, cosine)| *cosine >= threshold)
            .map(|(picture, _)| picture)
            .collect();
        if near.is_empty() {
            return Ok(0);
        }
        let known = self.tags.iter().position(|tag| tag.text == text);
        let tag = known.unwrap_or_else(|| {
            self.tags.push(Tag { text: text.to_owned(), vector: vector.to_vec() });
            self.tags.len() - 1
        });
        let mut n_new = 0;
        for picture in near {
            let tags = self.of_picture.entry(picture.to_owned()).or_default();
            if !tags.contains(&tag) {
                tags.push(tag);
                n_new += 1;
            }
        }
        Ok(n_new)
    }

    /// The `k` pictures with the nearest tags; equal scores in the order of ids. Pictures without a tag
    /// are not among them.
    pub fn search(&self, vector: &[f32], k: usize) -> Vec<TaggedHit<'_>> {
        let scores: Vec<Option<f64>> =
            self.tags.iter().map(|tag| cosine(vector, &tag.vector)).collect();
        let mut hits: Vec<TaggedHit<'_>> = Vec::new();
        for (picture, tags) in &self.of_picture {
            let scored = tags.iter().filter_map(|tag| {
                Some((scores.get(*tag).copied().flatten()?, self.tags.get(*tag)?))
            });
            // Of equal tags the oldest: `max_by` takes the last.
            if let Some((score, tag)) = scored.rev().max_by(|a, b| a.0.total_cmp(&b.0)) {
                hits.push(TaggedHit { picture, score, tag: &tag.text });
            }
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        hits.truncate(k);
        hits
    }

    /// How many pictures have a tag.
    pub fn n_pictures(&self) -> usize {
        self.of_picture.len()
    }

    /// The tags, oldest first, each with how many pictures have it.
    pub fn tags(&self) -> Vec<(&str, usize)> {
        let n_tagged =
            |place: usize| self.of_picture.values().filter(|of| of.contains(&place)).count();
        self.tags.iter().enumerate().map(|(place, tag)| (&*tag.text, n_tagged(place))).collect()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
