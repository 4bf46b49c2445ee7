//! One query over a gallery that does not fit in memory, shard by shard as they arrive.

use super::{
    context::{Context, now_ms},
    corpus::{effort, n_candidates},
    error::EngineError,
    session::Session,
    signs_first,
};
use gloo::timers::future::TimeoutFuture;
use rankscope_core::benchmark::System;
use rankscope_core::ranking::Hit;
use rankscope_core::search::{
    RowMask,
    large::{Effort, LargeSearch},
};
use rankscope_messages::{Response, Timings};
use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    task::Poll,
};

/// Between two partial replies: a cached shard takes milliseconds, and a reply after each would
/// flood the page.
const REPLY_INTERVAL_MS: u32 = 250;

pub(super) struct Scope {
    pub(super) all_rows: bool,
    pub(super) among: Option<RowMask>,
}

/// The `k` best rows for a query `[dim]`. Sends partial replies as shards arrive.
pub(super) async fn search(
    session: &Session,
    system: &System,
    query: Vec<f32>,
    k: usize,
    scope: Scope,
    mut timings: Timings,
    context: &Context,
) -> Result<(Vec<Hit>, Timings), EngineError> {
    let Scope { all_rows, among } = scope;
    let n_rows = among.as_ref().map_or(session.n_rows(), RowMask::len);
    let effort = effort(k, n_rows, all_rows);
    if let Effort::Candidates(n) = effort
        && session.is_in_parts(system)
    {
        let (query, among, n) = (query.clone(), among.clone(), (k, n));
        match signs_first::search(session, system, query, n, among, timings, context).await {
            Err(error) if session.gives_up_parts(&error) => {}
            found => return found,
        }
    }
    let mut search = LargeSearch::new(vec![query], k, effort, among.clone());
    let reply = |search: &LargeSearch, timings| {
        let hits = search.best().pop().unwrap_or_default();
        context.reply(Response::Hits { hits, timings, last: false });
        now_ms()
    };
    let mut replied = now_ms();
    let mut has_new_hits = false;
    for index in 0..system.gallery.len() {
        let of_shard = session.rows_of_shard(system, index);
        let of_shard = of_shard.start as usize..of_shard.end as usize;
        if among.as_ref().is_some_and(|among| !among.contains_any(of_shard.clone())) {
            // The filter admits none of its rows: skip the download.
            timings.n_rows = of_shard.end;
            continue;
        }
        let started = now_ms();
        let mut load = pin!(session.shard(system, index, context));
        let shard = match within(load.as_mut(), REPLY_INTERVAL_MS).await {
            Some(shard) => shard?,
            None => {
                // Still downloading, or waiting for the network.
                if has_new_hits {
                    replied = reply(&search, timings);
                }
                load.await?
            }
        };
        let loaded = now_ms();
        search.add_shard(&shard)?;
        timings.n_rows = of_shard.end;
        timings.load_ms += loaded - started;
        timings.search_ms += now_ms() - loaded;
        timings.n_candidates = n_candidates(effort, n_rows).map(|n| n.min(search.n_rows()));
        has_new_hits = true;
        if index + 1 < system.gallery.len() && now_ms() - replied > f64::from(REPLY_INTERVAL_MS) {
            replied = reply(&search, timings);
            has_new_hits = false;
        }
        context.yield_now().await?;
    }
    Ok((search.best().pop().unwrap_or_default(), timings))
}

/// A future's output, or `None` if it takes longer than `ms`; the future can still be polled.
async fn within<F: Future>(mut future: Pin<&mut F>, ms: u32) -> Option<F::Output> {
    let mut timer = TimeoutFuture::new(ms);
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => Pin::new(&mut timer).poll(context).map(|()| None),
    })
    .await
}
