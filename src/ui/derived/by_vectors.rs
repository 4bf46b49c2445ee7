//! Derived systems with vectors of their own. The page makes their shards once in a visit and stores them
//! where the worker reads a benchmark's, so that it ranks by them as by any system's.

use super::asked::{Asked, Search, images_only, now_ms, parsed, refused};
use super::feedback::Judging;
use super::made::Made;
use super::shards::{Stored, Vectored};
use super::spaces::{normalised, principal, projected};
use crate::ui::engine_client::unexpected;
use crate::ui::task::Ended;
use rankscope_core::analysis::{Derived, is_derived};
use rankscope_core::ranking::Hit;
use rankscope_core::spaces::Projection;
use rankscope_messages::{Request, Response, SearchQuery, Timings};
use rankscope_transfer::{DERIVED_FOLDER, Memory, forget_shards_but};
use std::rc::Rc;

thread_local! {
    /// By address of the benchmark and id. Small: the vectors are in the browser's storage.
    static MADE: Rc<Memory<Made>> = Rc::new(Memory::new(usize::MAX));
    /// The benchmarks, by address, of which shards of earlier visits are gone.
    static CLEARED: Rc<Memory<()>> = Rc::new(Memory::new(usize::MAX));
}

/// A derived system that the worker has.
pub(super) async fn made(asked: &Asked, id: &str) -> Result<Rc<Made>, Ended> {
    let memory = MADE.with(Rc::clone);
    let base_url = &asked.dataset.base_url;
    // Before anything is made, and by one request of several at once.
    let clear = async || {
        forget_shards_but(base_url, DERIVED_FOLDER, &[]).await;
        Ok::<_, Ended>(((), 0))
    };
    CLEARED.with(Rc::clone).get(base_url, clear).await?;
    let make = async || Ok::<_, Ended>((make(asked, id).await?, 0));
    let made = memory.get(&format!("{base_url} {id}"), make).await?;
    asked.engine.add_system(&made.stored.system, &made.stored.files);
    Ok(made)
}

/// Makes systems again the next time, after a failure: shards may be gone, such as by a visit in another tab.
pub(super) fn forget_made() {
    MADE.with(Rc::clone).forget_unless(|_| false);
}

async fn make(asked: &Asked, id: &str) -> Result<Made, Ended> {
    let derived = parsed(id)?;
    let part = derived.part_ids().first().copied().unwrap_or_default();
    let stored = stored(asked, part).await?;
    let vectors = Vectored::read(asked, &stored).await?;
    match &derived {
        Derived::FirstDims { dims, .. } => {
            projected(asked, &derived, &vectors, Projection::first(*dims)).await
        }
        Derived::Pca { dims, .. } => {
            let principal = principal(&vectors.gallery, *dims).await;
            projected(asked, &derived, &vectors, principal).await
        }
        Derived::QbNorm { bank, beta, is_dynamic, .. } => {
            let best = match is_dynamic {
                true => Some(by_worker(asked, part, vec![1; vectors.queries.n_rows()]).await?),
                false => None,
            };
            normalised(asked, &derived, &vectors, (bank, *beta), best).await
        }
        Derived::Feedback { of, method, rounds } => {
            // Each round goes on from the one before.
            let earlier = match rounds {
                0 | 1 => None,
                n => {
                    let before =
                        Derived::Feedback { of: of.clone(), method: *method, rounds: n - 1 };
                    Some(Box::pin(made(asked, &before.to_string())).await?)
                }
            };
            let judged = earlier.as_ref().map_or_else(Vec::new, |earlier| earlier.judged.clone());
            let system = earlier.as_ref().map_or(part, |earlier| &earlier.stored.system.id);
            let judging = Judging::begin(asked, *method, stored, vectors).await?;
            let found = by_worker(asked, system, judging.depths(&judged)).await?;
            judging.after_round(asked, &derived, judged, &found).await
        }
        _ => Err(refused(format!("{id} has no vectors."))),
    }
}

/// A system that the worker has, with its files: those of its gallery, and that of its queries.
async fn stored(asked: &Asked, id: &str) -> Result<Stored, Ended> {
    if is_derived(id) {
        return Ok(Box::pin(made(asked, id)).await?.stored.clone());
    }
    let manifest = &asked.dataset.openable;
    let unknown = || refused(format!("This benchmark has no vectors of {id}."));
    let system = manifest.system(id).ok_or_else(unknown)?.clone();
    let paths = system.gallery.iter().chain(&system.queries);
    let files = paths.map(|path| manifest.file(path).cloned()).collect::<Result<_, _>>();
    Ok(Stored { system, files: files.map_err(|e| refused(e.to_string()))? })
}

/// The rankings of the benchmark's queries by a system that the worker has.
async fn by_worker(asked: &Asked, id: &str, depths: Vec<u32>) -> Result<Vec<Vec<Hit>>, Ended> {
    asked.by_worker_for_all(Request::RankQueries { system: id.to_owned(), depths }).await
}

/// The first `k` hits for one query.
pub(super) async fn hits(
    asked: &Asked,
    id: &str,
    k: usize,
    search: Search<'_>,
) -> Result<(Vec<Hit>, Timings), Ended> {
    if let (SearchQuery::Stored(row), Some(among)) = (search.query, search.among)
        && let Some((judging, rounds)) = judging(asked, id).await?
    {
        let rows = among.rows(asked.dataset.n_images()).map_err(|e| refused(e.to_string()))?;
        let began = now_ms();
        let mut hits = judging.among(asked, *row as usize, &rows, rounds);
        hits.truncate(k);
        let (search_ms, n_among) = (now_ms() - began, Some(rows.len()));
        return Ok((
            hits,
            Timings { search_ms, n_among, n_rows: rows.len(), ..Timings::default() },
        ));
    }
    let made = made(asked, id).await?;
    if let SearchQuery::Stored(row) = search.query {
        let row = *row as usize;
        let (hits, timings) = asked.by_worker(id, k + made.n_judged(row), search).await?;
        return Ok((made.ranking(row, &hits, k), timings));
    }
    let (vector, before) = vector(asked, id, search.query).await?;
    let query = &of_vector(&vector);
    let (hits, own) = asked.by_worker(id, k, Search { query, ..search }).await?;
    let Timings { encode_ms, is_remembered, .. } = before;
    let load_ms = before.load_ms + own.load_ms;
    Ok((hits, Timings { encode_ms, is_remembered, load_ms, ..own }))
}

fn of_vector(vector: &[f32]) -> SearchQuery {
    SearchQuery::Vector(vector.iter().map(|value| value.to_bits()).collect())
}

/// A text or a picture as a vector of a system, derived or not.
async fn vector(
    asked: &Asked,
    id: &str,
    query: &SearchQuery,
) -> Result<(Vec<f32>, Timings), Ended> {
    if !is_derived(id) {
        let (system, guide) = (id.to_owned(), query.clone());
        return match asked.engine.ask(Request::Guide { system, guide, k: 1 }).await? {
            Response::Guided { vector, timings, .. } => Ok((vector, timings)),
            response => Err(unexpected(&response)),
        };
    }
    let derived = parsed(id)?;
    let part = derived.part_ids().first().copied().unwrap_or_default();
    let (stored, timings) = Box::pin(vector(asked, part, query)).await?;
    let made = Box::pin(made(asked, id)).await?;
    let Some(map) = &made.map else { return Ok((stored, timings)) };
    let mut best = None;
    if map.needs_best() {
        let query = &of_vector(&stored);
        let search = Search { query, all_rows: true, among: None };
        let (hits, _) = asked.by_worker(part, 1, search).await?;
        best = hits.first().map(|hit| hit.row_in_corpus);
    }
    Ok((map.query(&stored, best), timings))
}

/// What gives feedback, and in how many rounds; `None` for a system without it.
async fn judging(asked: &Asked, id: &str) -> Result<Option<(Judging, usize)>, Ended> {
    let Derived::Feedback { of, method, rounds } = parsed(id)? else { return Ok(None) };
    let stored = stored(asked, &of).await?;
    let vectors = Vectored::read(asked, &stored).await?;
    Ok(Some((Judging::begin(asked, method, stored, vectors).await?, rounds)))
}

/// Replies to any request but a search.
pub(super) async fn answer(asked: &Asked, request: &Request) -> Result<(), Ended> {
    let id = request.system().unwrap_or_default();
    if let Request::RerankQueries { rows, .. } = request
        && let Some((judging, rounds)) = judging(asked, id).await?
    {
        let ranked = |(query, rows): (usize, &Vec<u32>)| judging.among(asked, query, rows, rounds);
        return asked.send_in_parts(rows.len(), rows.iter().enumerate().map(ranked)).await;
    }
    let made = made(asked, id).await?;
    let request = match (request, made.judged.is_empty()) {
        (Request::RankQueries { depths, .. }, false) => {
            let mut replies = asked.engine.stream_as_is(Request::RankQueries {
                system: id.to_owned(),
                depths: made.deeper(depths),
            });
            while let Some(mut event) = replies.next().await? {
                made.judged_first(depths, &mut event);
                asked.send(event);
            }
            return Ok(());
        }
        (Request::Prepare { .. }, _) => Request::Prepare { system: id.to_owned(), is_text: false },
        (Request::FindTexts { system, query, k }, true) => {
            let query = of_vector(&vector(asked, system, query).await?.0);
            Request::FindTexts { system: id.to_owned(), query, k: *k }
        }
        (request, true) => request.clone(),
        (Request::RankTexts { .. } | Request::FindTexts { .. }, false) => {
            return Err(images_only(id));
        }
        (_, false) => return Err(refused(format!("{id} only ranks the benchmark's queries."))),
    };
    let mut replies = asked.engine.stream_as_is(request);
    while let Some(event) = replies.next().await? {
        asked.send(event);
    }
    Ok(())
}
