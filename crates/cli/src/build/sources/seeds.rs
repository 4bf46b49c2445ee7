//! The seed pictures of ConQA's queries, and their vectors.

use super::{folder::SourceFolder, images::Corpus};
use crate::build::recipe::{BuildRecipe, SystemSource};
use anyhow::Result;
use rankscope_core::benchmark::Image;
use std::collections::HashMap;

/// A seed of a query, with its picture's vector in a system's space.
pub(crate) struct SeedVector {
    pub(crate) query: String,
    pub(crate) image: Image,
    pub(crate) vector: Vec<f32>,
}

impl SourceFolder {
    /// The seeds of all queries that left the corpus, by the rows of a system's gallery; none if
    /// the recipe has no such seeds, or the rows are not named one by one.
    pub(crate) fn seed_vectors(
        &self,
        recipe: &BuildRecipe,
        system: &SystemSource,
        corpus: &Corpus,
    ) -> Result<Vec<SeedVector>> {
        let Some(path) = recipe.conqa() else { return Ok(Vec::new()) };
        let vectors: HashMap<String, Vec<f32>> = self.left_out_vectors(system, corpus)?;
        let images: HashMap<&str, &Image> =
            corpus.left_out.iter().map(|image| (image.id.as_str(), image)).collect();
        let mut seeds = Vec::new();
        for query in self.conqa_queries(path)? {
            for seed in &query.seeds {
                let known = images.get(seed.as_str()).zip(vectors.get(seed));
                seeds.extend(known.map(|(image, vector)| SeedVector {
                    query: query.id.clone(),
                    image: (*image).clone(),
                    vector: vector.clone(),
                }));
            }
        }
        Ok(seeds)
    }
}
