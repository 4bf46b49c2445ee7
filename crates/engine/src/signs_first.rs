//! One query over a gallery of which only the signs are here: estimates all rows, then fetches the
//! candidates' vectors from the server. The hits are those of [`super::large_search`].

use super::{
    context::{Context, now_ms},
    corpus::n_candidates,
    error::EngineError,
    session::Session,
};
use futures_util::{
    StreamExt, TryStreamExt,
    future::{Either, select},
    stream,
};
use rankscope_core::benchmark::System;
use rankscope_core::ranking::Hit;
use rankscope_core::search::{
    RowMask,
    large::{Effort, SignSearch},
};
use rankscope_core::vectors::Vectors;
use rankscope_messages::{ProgressUnit, Response, Timings};
use std::{
    cell::{Cell, RefCell},
    pin::pin,
};

/// Concurrent downloads of signs: one arrives while the one before it is searched.
const FILES_AT_ONCE: usize = 2;
/// Concurrent shards that rows are fetched from.
const SHARDS_AT_ONCE: usize = 4;
/// Between two partial replies, each of which costs requests for a few rows.
const REPLY_INTERVAL_MS: f64 = 2_000.0;

/// The `k` best rows for a query `[dim]` by `n` candidates. Sends partial replies as signs arrive.
pub(super) async fn search(
    session: &Session,
    system: &System,
    query: Vec<f32>,
    (k, n): (usize, usize),
    among: Option<RowMask>,
    mut timings: Timings,
    context: &Context,
) -> Result<(Vec<Hit>, Timings), EngineError> {
    let n_all = among.as_ref().map_or(session.n_rows(), RowMask::len);
    let is_searched = |index: &usize| {
        let of_shard = session.rows_of_shard(system, *index);
        let of_shard = of_shard.start as usize..of_shard.end as usize;
        among.as_ref().is_none_or(|among| among.contains_any(of_shard))
    };
    let indices: Vec<usize> = (0..system.gallery.len()).filter(is_searched).collect();
    let mut search = SignSearch::new(query, k, n, among.clone());
    let arrived = RefCell::new(vec![0; system.gallery.len()]);
    let total = session.bytes_of_signs(system);
    let load = |index: usize| {
        let arrived = &arrived;
        async move {
            let on_progress = |done: u64| {
                if let Some(place) = arrived.borrow_mut().get_mut(index) {
                    *place = done;
                }
                let done: u64 = arrived.borrow().iter().sum();
                context.download_progress("1-bit codes", done, total);
            };
            let signs = session.signs(system, index, context, &on_progress).await?;
            session.prepare_rows(system, index, context).await?;
            Ok::<_, EngineError>((index, signs))
        }
    };
    let mut signs = stream::iter(indices.iter().map(|index| load(*index))).buffered(FILES_AT_ONCE);
    let mut waited_since = now_ms();
    let mut replied: Option<f64> = None;
    let mut next = signs.try_next().await?;
    while let Some((index, of_rows)) = next {
        let loaded = now_ms();
        let of_shard = session.rows_of_shard(system, index);
        search.add_signs(of_shard.start, &of_rows);
        timings.load_ms += loaded - waited_since;
        waited_since = now_ms();
        timings.search_ms += waited_since - loaded;
        timings.n_rows = of_shard.end as usize;
        let scored = Effort::Candidates(n.min(search.n_rows()));
        timings.n_candidates = n_candidates(scored, n_all);
        context.yield_now().await?;
        let is_last = indices.last() == Some(&index);
        if !is_last && replied.is_none_or(|replied| now_ms() - replied > REPLY_INTERVAL_MS) {
            // The next signs arrive meanwhile.
            let wanted = search.wanted(k);
            let loading = pin!(loaded_rows(session, system, &wanted, &|_| {}, context));
            let (rows, following) = match select(loading, signs.try_next()).await {
                Either::Left((rows, following)) => (rows, Err(following)),
                Either::Right((following, loading)) => (loading.await, Ok(following)),
            };
            take(session, system, &mut search, rows?)?;
            context.reply(Response::Hits { hits: search.best(), timings, last: false });
            replied = Some(now_ms());
            next = match following {
                Ok(following) => following?,
                Err(following) => following.await?,
            };
        } else {
            next = signs.try_next().await?;
        }
    }
    timings.n_rows = session.n_rows();
    timings.n_candidates = n_candidates(Effort::Candidates(n), n_all);
    let before = now_ms();
    let wanted = search.all_wanted();
    let report = |done| {
        context.progress("candidates", done, wanted.len() as u64, ProgressUnit::Rows);
    };
    let rows = loaded_rows(session, system, &wanted, &report, context).await?;
    take(session, system, &mut search, rows)?;
    timings.load_ms += now_ms() - before;
    Ok((search.best(), timings))
}

/// Rows of one shard, ascending, and their vectors.
type LoadedRows = (Vec<u32>, Vectors);

/// The vectors of ascending rows, from this machine or the server. `report` gets the number loaded.
async fn loaded_rows(
    session: &Session,
    system: &System,
    rows: &[u32],
    report: &dyn Fn(u64),
    context: &Context,
) -> Result<Vec<LoadedRows>, EngineError> {
    let done = Cell::new(0);
    let load = |index: usize| {
        let of_shard = session.rows_of_shard(system, index);
        let from = rows.partition_point(|row| *row < of_shard.start);
        let to = rows.partition_point(|row| *row < of_shard.end);
        let rows = rows.get(from..to).unwrap_or_default();
        let done = &done;
        async move {
            if rows.is_empty() {
                return Ok::<Option<LoadedRows>, EngineError>(None);
            }
            let vectors = session.unchecked_rows(system, index, rows, context).await?;
            done.set(done.get() + rows.len() as u64);
            report(done.get());
            Ok(Some((rows.to_vec(), vectors)))
        }
    };
    let loading = stream::iter((0..system.gallery.len()).map(load));
    let loaded: Vec<Option<LoadedRows>> =
        loading.buffer_unordered(SHARDS_AT_ONCE).try_collect().await?;
    Ok(loaded.into_iter().flatten().collect())
}

/// Scores rows by their vectors, and checks those against their signs.
fn take(
    session: &Session,
    system: &System,
    search: &mut SignSearch,
    loaded: Vec<LoadedRows>,
) -> Result<(), EngineError> {
    for (rows, vectors) in loaded {
        search.add_vectors(&rows, &vectors).map_err(|row| session.other_row(system, row))?;
    }
    Ok(())
}
