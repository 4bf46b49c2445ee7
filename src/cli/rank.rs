//! Ranks a system's gallery for the benchmark's queries.

use super::open::Benchmark;
use crate::benchmark::{Relevance, System};
use crate::formats::{ShardDtype, Vectors};
use crate::metrics::Measure;
use crate::ranking::Hit;
use crate::search::reference::top_k;
use anyhow::{Result, bail};
use std::{num::NonZero, thread};

/// The least number of hits that are kept of a ranking.
const LEAST_DEPTH: usize = 100;

/// How many hits these measures need under these definitions of relevance.
pub(super) fn depth<'a>(columns: impl IntoIterator<Item = (&'a Measure, &'a Relevance)>) -> usize {
    let needed = columns.into_iter().map(|(measure, relevance)| {
        // Which of the hits are judged, and so ranked, is not known before.
        if relevance.ranks_only_judged() {
            usize::MAX
        } else {
            measure.depth(relevance.max_n_relevant())
        }
    });
    needed.max().unwrap_or(0).max(LEAST_DEPTH)
}

/// The `k` best images for every query, from the stored query vectors.
pub(super) fn rankings(benchmark: &Benchmark, system: &System, k: usize) -> Result<Vec<Vec<Hit>>> {
    let gallery = widened(&benchmark.gallery(system)?);
    let queries = benchmark.query_vectors(system)?;
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let n_queries = queries.n_rows();
    let per_thread = n_queries.div_ceil(n_threads).max(1);
    let rank_block = |start: usize| -> Vec<Vec<Hit>> {
        let end = (start + per_thread).min(n_queries);
        (start..end)
            .map(|row| top_k(&queries.row(row).collect::<Vec<f32>>(), &gallery, k))
            .collect()
    };
    let blocks: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..n_queries)
            .step_by(per_thread)
            .map(|start| scope.spawn(move || rank_block(start)))
            .collect();
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

/// The same values as float32: widened once and not for every query.
pub(super) fn widened(vectors: &Vectors) -> Vectors {
    let mut wide = Vectors::new(vectors.dim(), ShardDtype::F32);
    for row in 0..vectors.n_rows() {
        wide.push(vectors.row(row));
    }
    wide
}
