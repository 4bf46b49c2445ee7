//! Rankings by a search engine's index.

use super::asked::{Http, done};
use crate::reporter;
use anyhow::{Result, bail};
use rankscope_core::analysis::words::counted;
use rankscope_core::benchmark::{Remote, System};
use rankscope_core::ranking::Hit;
use rankscope_core::remote::{Collection, MAX_DEPTH};
use std::{collections::BTreeSet, sync::Mutex};

/// Systems of which it was said that their rankings are approximate.
static NOTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// How many hits more are asked for, for those that tie with the last.
const FOR_TIES: usize = 32;

/// An open collection with what asks it.
pub(super) struct Opened {
    pub(super) http: Http,
    pub(super) collection: Collection,
}

/// Opens the collection of a system in a benchmark of so many images.
pub(super) fn open(system: &System, remote: &Remote, n_images: u32) -> Result<Opened> {
    let http = Http::new(remote)?;
    let collection = done(Collection::open(remote, system.dim, n_images, &http))?;
    Ok(Opened { http, collection })
}

/// The first hits of each query `[dim]` by the engine's index: as many as its depth, and those that
/// tie with the last, as far as they are among the next few. `ids` are the queries', for what is said.
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

/// An engine that gives fewer hits than it was asked for makes values lower, and says nothing itself.
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

/// Says once of each system that its rankings are not exact.
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
