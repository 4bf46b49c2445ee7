//! One query over a gallery of which only the signs are here: all rows are estimated first, then the
//! candidates' vectors are asked of the server. The hits are those of [`super::large_search`].

use super::{
    context::{Context, now_ms},
    corpus::n_candidates,
    error::EngineError,
    session::Session,
};
use crate::messages::{ProgressUnit, Response, Timings};
use futures_util::{StreamExt, TryStreamExt, stream};
use rankscope_core::benchmark::System;
use rankscope_core::ranking::Hit;
use rankscope_core::search::{
    RowMask,
    large::{Effort, SignSearch},
};
use rankscope_core::vectors::Vectors;
use std::cell::{Cell, RefCell};

/// Files of signs on their way at the same time: one arrives while the one before it is searched.
const FILES_AT_ONCE: usize = 2;
/// Shards that rows are asked of at the same time.
const SHARDS_AT_ONCE: usize = 4;
/// The time between two partial replies, which cost requests for a few rows.
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
    while let Some((index, signs)) = signs.try_next().await? {
        let loaded = now_ms();
        let of_shard = session.rows_of_shard(system, index);
        search.add_signs(of_shard.start, &signs);
        timings.load_ms += loaded - waited_since;
        timings.search_ms += now_ms() - loaded;
        timings.n_rows = of_shard.end as usize;
        let scored = Effort::Candidates(n.min(search.n_rows()));
        timings.n_candidates = n_candidates(scored, n_all);
        context.yield_now().await?;
        let is_last = indices.last() == Some(&index);
        if !is_last && replied.is_none_or(|replied| now_ms() - replied > REPLY_INTERVAL_MS) {
            let wanted = search.wanted(k);
            score(session, system, &mut search, &wanted, context).await?;
            context.reply(Response::Hits { hits: search.best(), timings, last: false });
            replied = Some(now_ms());
        }
        waited_since = now_ms();
    }
    timings.n_rows = session.n_rows();
    timings.n_candidates = n_candidates(Effort::Candidates(n), n_all);
    let before = now_ms();
    let wanted = search.all_wanted();
    score(session, system, &mut search, &wanted, context).await?;
    timings.load_ms += now_ms() - before;
    Ok((search.best(), timings))
}

/// Scores rows, given ascending, by vectors from this machine or the server.
async fn score(
    session: &Session,
    system: &System,
    search: &mut SignSearch,
    rows: &[u32],
    context: &Context,
) -> Result<(), EngineError> {
    let done = Cell::new(0);
    let load = |index: usize| {
        let of_shard = session.rows_of_shard(system, index);
        let from = rows.partition_point(|row| *row < of_shard.start);
        let to = rows.partition_point(|row| *row < of_shard.end);
        let own = rows.get(from..to).unwrap_or_default();
        let done = &done;
        async move {
            if own.is_empty() {
                return Ok::<Option<(&[u32], Vectors)>, EngineError>(None);
            }
            let vectors = session.unchecked_rows(system, index, own, context).await?;
            done.set(done.get() + own.len() as u64);
            context.progress("candidates", done.get(), rows.len() as u64, ProgressUnit::Rows);
            Ok(Some((own, vectors)))
        }
    };
    let mut loaded =
        stream::iter((0..system.gallery.len()).map(load)).buffer_unordered(SHARDS_AT_ONCE);
    while let Some(loaded) = loaded.try_next().await? {
        let Some((rows, vectors)) = loaded else { continue };
        search.add_vectors(rows, &vectors).map_err(|row| session.other_row(system, row))?;
        context.yield_now().await?;
    }
    Ok(())
}
