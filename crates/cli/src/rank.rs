//! Ranks a system's gallery for the benchmark's queries.

use crate::open::Benchmark;
use anyhow::{Result, bail};
use rankscope_core::benchmark::{Relevance, System};
use rankscope_core::metrics::Measure;
use rankscope_core::ranking::Hit;
use rankscope_core::search::CpuGallery;
use std::{num::NonZero, thread};

/// Queries scored in one pass over the gallery.
const QUERIES_AT_ONCE: usize = 32;

/// The fewest hits kept of a ranking.
const LEAST_DEPTH: usize = 100;

/// How many hits of each ranking these measures need under these definitions of relevance.
pub(crate) fn depth<'a>(columns: impl IntoIterator<Item = (&'a Measure, &'a Relevance)>) -> usize {
    let needed = columns.into_iter().map(|(measure, relevance)| {
        // Only judged hits count, and which those are is known after the search.
        if relevance.ranks_only_judged() {
            usize::MAX
        } else {
            measure.depth(relevance.max_n_relevant())
        }
    });
    needed.max().unwrap_or(0).max(LEAST_DEPTH)
}

/// The first `k` hits for every query, of a ranking of the images that these judgements rank.
pub(crate) fn first_hits(
    benchmark: &Benchmark,
    system: &System,
    k: usize,
    relevance: &Relevance,
) -> Result<Vec<Vec<Hit>>> {
    if !relevance.ranks_only_judged() {
        return rankings(benchmark, system, k);
    }
    let mut all = rankings(benchmark, system, usize::MAX)?;
    for (query, hits) in (0u32..).zip(&mut all) {
        let judged = relevance.of_query(query);
        hits.retain(|hit| judged.is_some_and(|of| of.grade(hit.row_in_corpus).is_some()));
        hits.truncate(k);
    }
    Ok(all)
}

/// The `k` best images for every query, exactly, from the stored query vectors.
pub(crate) fn rankings(benchmark: &Benchmark, system: &System, k: usize) -> Result<Vec<Vec<Hit>>> {
    let gallery = &CpuGallery::new(benchmark.gallery(system)?);
    let queries = benchmark.query_vectors(system)?;
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let n_queries = queries.n_rows();
    let per_thread = n_queries.div_ceil(n_threads).max(1);
    let queries: Vec<Vec<f32>> = (0..n_queries).map(|row| queries.row(row).collect()).collect();
    let rank_share = |queries: &[Vec<f32>]| -> Vec<Vec<Hit>> {
        let blocks = queries.chunks(QUERIES_AT_ONCE);
        blocks.flat_map(|block| gallery.top_k(block, k, None)).collect()
    };
    let blocks: Vec<_> = thread::scope(|scope| {
        let shares = queries.chunks(per_thread);
        let workers: Vec<_> = shares.map(|share| scope.spawn(move || rank_share(share))).collect();
        workers.into_iter().map(thread::ScopedJoinHandle::join).collect()
    });
    let mut rankings = Vec::with_capacity(n_queries);
    for block in blocks {
        match block {
            Ok(block) => rankings.extend(block),
            Err(_) => bail!("system {}: a thread of the search failed", system.id),
        }
    }
    Ok(rankings)
}
