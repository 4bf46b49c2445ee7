//! Exact search of vectors in memory, on all cores.

use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::System;
use rankscope_core::ranking::{Hit, select_top_k};
use rankscope_core::search::{CpuGallery, RowMask};
use rankscope_core::vectors::{Vectors, scored};
use std::{
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// Queries scored in one pass over the gallery.
const QUERIES_AT_ONCE: usize = 32;

/// The best of any rows `[rows, dim]` for any queries `[dim]` of a system's space: as many as `depths` says,
/// and those that tie with the last of them.
pub(crate) fn ranked(
    system: &System,
    rows: Vectors,
    queries: &[Vec<f32>],
    depths: &[usize],
) -> Result<Vec<Vec<Hit>>> {
    let gallery = CpuGallery::new(rows);
    let blocks: Vec<_> =
        queries.chunks(QUERIES_AT_ONCE).zip(depths.chunks(QUERIES_AT_ONCE)).collect();
    on_all_cores(&blocks, |(queries, depths)| with_ties(&gallery, queries, depths))
        .with_context(|| format!("system {}", system.id))
}

/// The `k` best of the rows in `mask` for any queries `[dim]`.
pub(crate) fn top_k_among(
    gallery: &CpuGallery,
    queries: &[Vec<f32>],
    k: usize,
    mask: &RowMask,
) -> Result<Vec<Vec<Hit>>> {
    let blocks: Vec<&[Vec<f32>]> = queries.chunks(QUERIES_AT_ONCE).collect();
    on_all_cores(&blocks, |queries| gallery.top_k(queries, k, Some(mask)))
}

/// All of the candidates `[queries][images]` for these queries `[dim]`, best first. No other row is scored.
pub(crate) fn candidates_ranked(
    rows: &Vectors,
    queries: &Vectors,
    candidates: &[Vec<u32>],
) -> Result<Vec<Vec<Hit>>> {
    let all: Vec<(usize, &Vec<u32>)> = candidates.iter().enumerate().collect();
    let blocks: Vec<_> = all.chunks(QUERIES_AT_ONCE).collect();
    on_all_cores(&blocks, |block| {
        let ranked = |(query, candidates): &(usize, &Vec<u32>)| {
            let query: Vec<f32> = queries.row(*query).collect();
            select_top_k(scored(&query, rows, candidates), usize::MAX)
        };
        block.iter().map(ranked).collect()
    })
}

/// The results of all blocks, in their order.
pub(crate) fn on_all_cores<B: Sync, T: Send>(
    blocks: &[B],
    work: impl Fn(&B) -> Vec<T> + Sync,
) -> Result<Vec<T>> {
    let next = AtomicUsize::new(0);
    let work_on_blocks = || {
        let mut results = Vec::new();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(block) = blocks.get(index)
        {
            results.push((index, work(block)));
        }
        results
    };
    let n_threads = thread::available_parallelism().map_or(1, NonZero::get);
    let results: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..n_threads).map(|_| scope.spawn(work_on_blocks)).collect();
        workers.into_iter().map(thread::ScopedJoinHandle::join).collect()
    });
    let mut all = Vec::with_capacity(blocks.len());
    for results in results {
        match results {
            Ok(results) => all.extend(results),
            Err(_) => bail!("a thread failed"),
        }
    }
    all.sort_unstable_by_key(|(index, _)| *index);
    Ok(all.into_iter().flat_map(|(_, results)| results).collect())
}

/// The top k of each query, and every further hit with the score of the last.
pub(crate) fn with_ties(
    gallery: &CpuGallery,
    queries: &[Vec<f32>],
    depths: &[usize],
) -> Vec<Vec<Hit>> {
    let one_more: Vec<usize> = depths.iter().map(|depth| depth.saturating_add(1)).collect();
    let mut rankings = gallery.top_k_each(queries, &one_more, None);
    for ((query, depth), hits) in queries.iter().zip(depths).zip(&mut rankings) {
        let mut asked = depth.saturating_add(1);
        while hits.len() == asked && is_tied_at_end(hits, *depth) {
            asked = asked.saturating_mul(2);
            let deeper = gallery.top_k_each(std::slice::from_ref(query), &[asked], None);
            *hits = deeper.into_iter().next().unwrap_or_default();
        }
        hits.truncate(n_with_ties(hits, *depth));
    }
    rankings
}

/// Whether the last of the hits still ties with the one at rank `depth`.
fn is_tied_at_end(hits: &[Hit], depth: usize) -> bool {
    n_with_ties(hits, depth) == hits.len()
}

/// The number of hits down to rank `depth`, and of those that tie with that one.
pub(super) fn n_with_ties(hits: &[Hit], depth: usize) -> usize {
    let Some(last) = depth.checked_sub(1).and_then(|last| hits.get(last)) else {
        return depth.min(hits.len());
    };
    let beyond = hits.get(depth..).unwrap_or_default();
    depth + beyond.iter().take_while(|hit| hit.score.total_cmp(&last.score).is_eq()).count()
}
