//! Ranks a system's gallery for the benchmark's queries.

use crate::{benchmark::open::Benchmark, remote};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::Board;
use rankscope_core::benchmark::{Relevance, System};
use rankscope_core::ranking::{Hit, select_top_k};
use rankscope_core::search::{CpuGallery, RowMask};
use rankscope_core::vectors::{Vectors, scored};
use std::{
    collections::HashSet,
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// Queries scored in one pass over the gallery.
const QUERIES_AT_ONCE: usize = 32;

/// The depths of these queries, given by row, and 0 for the others, which are not ranked then.
pub(crate) fn only(depths: Vec<usize>, queries: &[usize]) -> Vec<usize> {
    let mut some = vec![0; depths.len()];
    for query in queries {
        if let (Some(place), Some(depth)) = (some.get_mut(*query), depths.get(*query)) {
            *place = *depth;
        }
    }
    some
}

/// The first `k` hits for every query, of a ranking of the images that these judgements rank.
pub(crate) fn first_hits(
    benchmark: &Benchmark,
    system: &System,
    k: usize,
    relevance: &Relevance,
) -> Result<Vec<Vec<Hit>>> {
    let Some(candidates) = relevance.candidates(benchmark.queries.len()) else {
        return top_k(benchmark, system, k);
    };
    if has_vectors(benchmark, system) {
        let mut all = scored_rows(benchmark, system, &candidates)?;
        all.iter_mut().for_each(|hits| hits.truncate(k));
        return Ok(all);
    }
    let mut all = top_k(benchmark, system, usize::MAX)?;
    for (query, hits) in (0u32..).zip(&mut all) {
        let judged = relevance.of_query(query);
        hits.retain(|hit| judged.is_some_and(|of| of.grade(hit.row_in_corpus).is_some()));
        hits.truncate(k);
    }
    Ok(all)
}

/// What a board reads of a system's rankings, for these queries, given by row: as many hits as its columns
/// need, and after them the candidates of definitions that rank only these.
pub(crate) fn read_by(
    board: &Board,
    benchmark: &Benchmark,
    system: &System,
    queries: &[usize],
) -> Result<Vec<Vec<Hit>>> {
    let candidates = board.candidates().filter(|_| has_vectors(benchmark, system));
    let Some(mut candidates) = candidates else {
        return rankings(benchmark, system, &only(board.depths(0), queries));
    };
    let depths = only(board.depths_beside_candidates(), queries);
    let mut rankings = rankings(benchmark, system, &depths)?;
    let asked = only(vec![1; candidates.len()], queries);
    for ((rows, hits), asked) in candidates.iter_mut().zip(&rankings).zip(asked) {
        if asked == 0 {
            rows.clear();
        }
        let found: HashSet<u32> = hits.iter().map(|hit| hit.row_in_corpus).collect();
        rows.retain(|row| !found.contains(row));
    }
    // All score less than the last hit, with which all ties are there.
    for (hits, more) in rankings.iter_mut().zip(scored_rows(benchmark, system, &candidates)?) {
        hits.extend(more);
    }
    Ok(rankings)
}

/// Whether single rows of a system can be scored here. A stored run has no vectors, and a search engine
/// ranks by its index.
fn has_vectors(benchmark: &Benchmark, system: &System) -> bool {
    benchmark.manifest.system(&system.id).is_some_and(|own| own.remote.is_none())
}

/// These rows of the gallery for each query, `[queries][rows]`, the best first, by the stored vectors.
pub(crate) fn scored_rows(
    benchmark: &Benchmark,
    system: &System,
    rows: &[Vec<u32>],
) -> Result<Vec<Vec<Hit>>> {
    let (gallery, queries) = (benchmark.gallery(system)?, benchmark.query_vectors(system)?);
    let of_queries: Vec<(usize, &Vec<u32>)> = rows.iter().enumerate().collect();
    on_all_cores(&of_queries, |(query, rows)| {
        let query: Vec<f32> = queries.row(*query).collect();
        vec![select_top_k(scored(&query, &gallery, rows), usize::MAX)]
    })
}

/// The `k` best images for every query.
pub(crate) fn top_k(benchmark: &Benchmark, system: &System, k: usize) -> Result<Vec<Vec<Hit>>> {
    let all = benchmark.query_rows();
    top_k_of(benchmark, system, k, &all)
}

/// The `k` best images for these queries, given by row; none for the others.
pub(crate) fn top_k_of(
    benchmark: &Benchmark,
    system: &System,
    k: usize,
    queries: &[usize],
) -> Result<Vec<Vec<Hit>>> {
    let depths = only(vec![k; benchmark.queries.len()], queries);
    let mut rankings = rankings(benchmark, system, &depths)?;
    rankings.iter_mut().for_each(|hits| hits.truncate(k));
    Ok(rankings)
}

/// The best images for every query from the stored query vectors: exactly, or by the index of the
/// search engine that answers for the system; or those of a stored run. As many as `depths` says, and those that tie with the last of them, since measures order ties by
/// their own rules. Where the depth is 0 the query is not ranked.
pub(crate) fn rankings(
    benchmark: &Benchmark,
    system: &System,
    depths: &[usize],
) -> Result<Vec<Vec<Hit>>> {
    if let Some(run) = benchmark.manifest.run(&system.id) {
        let mut rankings = benchmark.run_rankings(run)?;
        for (hits, depth) in rankings.iter_mut().zip(depths) {
            hits.truncate(n_with_ties(hits, *depth));
        }
        return Ok(rankings);
    }
    let queries = benchmark.query_vectors(system)?;
    let asked = (0..queries.n_rows()).zip(depths.iter().copied()).filter(|(_, depth)| *depth > 0);
    let (rows, depths_of_rows): (Vec<usize>, Vec<usize>) = asked.unzip();
    let vectors: Vec<Vec<f32>> = rows.iter().map(|row| queries.row(*row).collect()).collect();
    let mut rankings = vec![Vec::new(); depths.len()];
    if rows.is_empty() {
        return Ok(rankings);
    }
    let found = match &system.remote {
        None => ranked(system, benchmark.gallery(system)?, &vectors, &depths_of_rows)?,
        Some(remote) => {
            let n_images = benchmark.manifest.counts.images;
            let ids = rows.iter().map(|row| benchmark.queries.get(*row));
            let ids: Vec<&str> = ids.map(|own| own.map_or("", |own| own.id.as_str())).collect();
            let (vectors, depths) = (&vectors, &depths_of_rows);
            let mut found = remote::ranked(system, remote, n_images, vectors, &ids, depths)?;
            for (hits, depth) in found.iter_mut().zip(&depths_of_rows) {
                hits.truncate(n_with_ties(hits, *depth));
            }
            found
        }
    };
    for (row, hits) in rows.into_iter().zip(found) {
        if let Some(place) = rankings.get_mut(row) {
            *place = hits;
        }
    }
    Ok(rankings)
}

/// [`rankings`] of any rows `[rows, dim]` for any queries `[dim]` of a system's space.
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
fn with_ties(gallery: &CpuGallery, queries: &[Vec<f32>], depths: &[usize]) -> Vec<Vec<Hit>> {
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
fn n_with_ties(hits: &[Hit], depth: usize) -> usize {
    let Some(last) = depth.checked_sub(1).and_then(|last| hits.get(last)) else {
        return depth.min(hits.len());
    };
    let beyond = hits.get(depth..).unwrap_or_default();
    depth + beyond.iter().take_while(|hit| hit.score.total_cmp(&last.score).is_eq()).count()
}
