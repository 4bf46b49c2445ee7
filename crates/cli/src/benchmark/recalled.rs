//! How far a search engine's index is from an exact search.

use super::open::Benchmark;
use crate::{
    remote::{Opened, http::done, open},
    terminal::reporter,
};
use anyhow::Result;
use rankscope_core::analysis::evenly_spread;
use rankscope_core::benchmark::{Remote, System};
use rankscope_core::ranking::Hit;
use rankscope_core::remote::{
    RECALL_DEPTH, RECALL_QUERIES, Recall, Reference, can_rank_exactly, recall_of,
};
use rankscope_core::report::Indexed;
use rankscope_core::search::CpuGallery;

/// The approximate index that ranks a system, if one does, with its recall.
pub(crate) fn indexed(benchmark: &Benchmark, system: &System) -> Result<Option<Indexed>> {
    let Some(remote) = &system.remote else { return Ok(None) };
    let recall = recall(benchmark, system, remote)?;
    Ok(Some(Indexed { remote: remote.clone(), recall }))
}

fn recall(benchmark: &Benchmark, system: &System, remote: &Remote) -> Result<Option<Recall>> {
    let n_images = benchmark.manifest.counts.images;
    let stored = benchmark.query_vectors(system)?;
    let rows = evenly_spread(stored.n_rows(), RECALL_QUERIES);
    let queries: Vec<Vec<f32>> =
        rows.iter().map(|row| stored.row(*row as usize).collect()).collect();
    let has_gallery = !system.gallery.is_empty();
    if !has_gallery && !can_rank_exactly(remote.kind, n_images, system.dim) {
        return Ok(None);
    }
    let opened = open(system, remote, n_images)?;
    let Opened { http, collection } = &opened;
    let depths = vec![RECALL_DEPTH; queries.len()];
    let found = done(collection.top_k_each(&queries, &depths, http))?;
    // Deeper, for those that tie with the last.
    let k = 2 * RECALL_DEPTH;
    let (exact, reference) = if has_gallery {
        let gallery = CpuGallery::new(benchmark.gallery(system)?);
        (gallery.top_k(&queries, k, None), Reference::Gallery)
    } else {
        exact(&opened, &queries, k)?
    };
    Ok(recall_of(&found, &exact, RECALL_DEPTH, reference))
}

/// The exact rankings of the engine, or those of its vectors.
fn exact(opened: &Opened, queries: &[Vec<f32>], k: usize) -> Result<(Vec<Vec<Hit>>, Reference)> {
    let Opened { http, collection } = opened;
    if collection.ranks_exactly() {
        return Ok((done(collection.exact_top_k(queries, k, http))?, Reference::Engine));
    }
    let bar = reporter::progress_bar(collection.n_rows() as usize, "vectors read back");
    let progress = |done: u32| bar.set_position(done.into());
    let exact = done(collection.read_back_top_k(queries, k, http, &progress))?;
    bar.finish_and_clear();
    Ok((exact, Reference::ReadBack))
}
