//! The pictures nearest to each query's seeds, by each system: how ConQA's candidates were found.

use crate::{
    benchmark::{exact, open::Benchmark},
    ranking::stored_values::gzip,
};
use anyhow::{Context, Result};
use rankscope_core::benchmark::{Image, System, seeds_path};
use rankscope_core::formats::Seed;
use rankscope_core::vectors::normalised;

/// How many pictures near a seed were shown to ConQA's workers.
const N_NEAREST: usize = 100;

/// A seed of a query, with its picture's vector in a system's space.
pub(crate) struct SeedVector {
    pub(crate) query: String,
    pub(crate) image: Image,
    pub(crate) vector: Vec<f32>,
}

/// The path and bytes of the file of a system's seeds; `None` without seeds.
pub(crate) fn file(
    benchmark: &Benchmark,
    system: &System,
    seeds: &[SeedVector],
) -> Result<Option<(String, Vec<u8>)>> {
    if seeds.is_empty() {
        return Ok(None);
    }
    let vector = |seed: &SeedVector| {
        let place = || format!("system {}: the vector of the seed {}", system.id, seed.image.id);
        normalised(&seed.vector).with_context(place)
    };
    let vectors: Vec<Vec<f32>> = seeds.iter().map(vector).collect::<Result<_>>()?;
    let depths = vec![N_NEAREST; vectors.len()];
    let ranked = exact::ranked(system, benchmark.gallery(system)?, &vectors, &depths)?;
    let ids = benchmark.image_ids();
    let mut text = String::new();
    for (seed, hits) in seeds.iter().zip(ranked) {
        let first = hits.iter().take(N_NEAREST);
        let nearest = first.filter_map(|hit| ids.get(hit.row_in_corpus as usize));
        let line = Seed {
            query: seed.query.clone(),
            seed: seed.image.clone(),
            nearest: nearest.map(|id| id.into_owned()).collect(),
        };
        text.push_str(&serde_json::to_string(&line)?);
        text.push('\n');
    }
    Ok(Some((seeds_path(&system.id), gzip(&text)?)))
}
