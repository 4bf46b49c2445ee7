//! Engines whose guides a benchmark carries: their pictures and vectors.

use super::{embedders::Embedder, engines::StoredGuide};
use crate::benchmark::open::Benchmark;
use anyhow::{Context, Result, bail};
use rankscope_core::{benchmark::GuideImage, vectors::Vectors};
use rankscope_guide::Size;
use std::collections::HashMap;

/// An engine whose guides the benchmark carries.
pub(crate) struct StoredEngine {
    of_query: HashMap<String, Vec<StoredGuide>>,
    /// The guides' vectors under each embedder.
    vectors: Vec<Vectors>,
}

impl StoredEngine {
    /// Reads the guides of this engine, or those of one size alone, with their vectors.
    pub(crate) fn open(
        benchmark: &Benchmark,
        engine: &str,
        embedders: &[Embedder<'_>],
        size: Option<Size>,
    ) -> Result<Self> {
        let entry = benchmark.manifest.stored_guides(engine);
        let entry = entry.with_context(|| format!("the benchmark has no engine {engine}"))?;
        let list = benchmark.guides(entry)?;
        let mut of_query = HashMap::new();
        for (row_of_query, query) in benchmark.queries.iter().enumerate() {
            let rows = list.of_query(row_of_query).iter().map(|row| *row as usize);
            let images = rows.filter_map(|row| Some((row, list.images().get(row)?)));
            let images = images
                .filter(|(_, image)| size.is_none_or(|size| size.is_stated(image.size.as_deref())));
            let guide = |(number, (row, image)): (usize, (usize, &GuideImage))| StoredGuide {
                engine: engine.to_owned(),
                number,
                row,
                image: image.clone(),
            };
            let guides: Vec<StoredGuide> = images.enumerate().map(guide).collect();
            if !guides.is_empty() {
                of_query.insert(query.id.clone(), guides);
            }
        }
        if let Some(size) = size
            && of_query.is_empty()
        {
            bail!("--size: engine {engine} has no guide of size {}: leave it out", size.name());
        }
        let vectors = |embedder: &Embedder<'_>| benchmark.guide_vectors(embedder.system, entry);
        Ok(Self { of_query, vectors: embedders.iter().map(vectors).collect::<Result<_>>()? })
    }

    /// The first `n` guides of a stored query.
    pub(crate) fn guides(&self, query_id: Option<&str>, n: usize) -> &[StoredGuide] {
        let all = query_id.and_then(|id| self.of_query.get(id)).map_or(&[][..], Vec::as_slice);
        all.get(..n).unwrap_or(all)
    }

    /// A guide's vector `[dim]` under an embedder, by its place.
    pub(crate) fn vector(&self, embedder: usize, guide: &StoredGuide) -> Result<Vec<f32>> {
        let vectors = self.vectors.get(embedder).context("an embedder without vectors")?;
        Ok(vectors.row(guide.row).collect())
    }
}
