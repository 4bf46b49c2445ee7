//! Rankings by a search engine's index.

use super::http::{Http, done};
use crate::terminal::reporter;
use anyhow::{Result, bail};
use rankscope_core::analysis::words::counted;
use rankscope_core::benchmark::{Remote, System};
use rankscope_core::ranking::Hit;
use rankscope_core::remote::{Collection, MAX_DEPTH};
use std::{collections::BTreeSet, sync::Mutex};

/// Systems whose approximate rankings were noted.
static NOTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Further hits to ask for, which may tie with the last.
const FOR_TIES: usize = 32;

pub(crate) struct Opened {
    pub(crate) http: Http,
    pub(crate) collection: Collection,
}

/// `n_images` are those of the benchmark.
pub(crate) fn open(system: &System, remote: &Remote, n_images: u32) -> Result<Opened> {
    let http = Http::new(remote)?;
    let collection = done(Collection::open(remote, system.dim, n_images, &http))?;
    Ok(Opened { http, collection })
}

/// The first hits of each query `[dim]` by the engine's index: as many as its depth, and those of the next
/// few that tie with the last. `ids` are the queries', for messages.
pub(crate) fn ranked(
    system: &System,
    remote: &Remote,
    n_images: u32,
    queries: &[Vec<f32>],
    ids: &[&str],
    depths: &[usize],
) -> Result<Vec<Vec<Hit>>> {
    let n_rows = n_images as usize;
    let deepest = depths.iter().map(|depth| *depth.min(&n_rows)).max().unwrap_or(0);
    if deepest > MAX_DEPTH {
        bail!(
            "system {}: {deepest} hits of a query are read, and a search engine is asked for at most \
             {MAX_DEPTH}: choose measures of fewer hits, or relevance that ranks all images",
            system.id
        );
    }
    let Opened { http, collection } = open(system, remote, n_images)?;
    note(system, remote);
    let asked: Vec<usize> = depths.iter().map(|depth| depth.saturating_add(FOR_TIES)).collect();
    let found = done(collection.top_k_each(queries, &asked, &http))?;
    warn_of_short_lists(system, remote, n_images, &found, ids, &asked);
    Ok(found)
}

/// The `k` best images for a query, by the engine's index.
pub(crate) fn found(
    system: &System,
    remote: &Remote,
    n_images: u32,
    query: Vec<f32>,
    k: usize,
) -> Result<Vec<Hit>> {
    let Opened { http, collection } = open(system, remote, n_images)?;
    note(system, remote);
    let found = vec![done(collection.top_k(query, k, None, &http))?];
    warn_of_short_lists(system, remote, n_images, &found, &["the query"], &[k]);
    Ok(found.into_iter().flatten().collect())
}

/// An engine that gives fewer hits than it was asked for lowers the values, and says nothing itself.
fn warn_of_short_lists(
    system: &System,
    remote: &Remote,
    n_images: u32,
    found: &[Vec<Hit>],
    ids: &[&str],
    asked: &[usize],
) {
    let asked = asked.iter().map(|asked| (*asked).min(n_images as usize).min(MAX_DEPTH));
    let each = found.iter().zip(ids).zip(asked).map(|((hits, id), asked)| (*id, hits.len(), asked));
    let short: Vec<(&str, usize, usize)> = each.filter(|(_, n, asked)| n < asked).collect();
    let Some((id, n, asked)) = short.first() else { return };
    let n_empty = short.iter().filter(|(_, n, _)| *n == 0).count();
    reporter::warn(format_args!(
        "{}: {} at {} gave fewer hits than it was asked for to {} of {} ({n_empty} got none), such as \
         {n} of {asked} to {id}: what it left out counts as not found, so look into its log and its \
         index",
        system.id,
        remote.kind.title(),
        remote.origin(),
        short.len(),
        counted(found.len(), "query", "queries"),
    ));
}

/// Once for each system.
fn note(system: &System, remote: &Remote) {
    let is_new = NOTED.lock().is_ok_and(|mut noted| noted.insert(system.id.clone()));
    if is_new {
        reporter::note(format_args!(
            "{} is ranked by an approximate index: {} at {}, collection {}. rankscope eval measures \
             its recall",
            system.id,
            remote.kind.title(),
            remote.origin(),
            remote.collection
        ));
    }
}
