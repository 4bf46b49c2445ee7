//! One query through a corpus that does not fit in memory: shard by shard, as they come.

use super::{
    corpus::{effort, n_candidates},
    error::EngineError,
    protocol::{Response, Timings},
    session::Session,
    tasks::{Scope, Ways, give_way},
    worker::now_ms,
};
use gloo_timers::future::TimeoutFuture;
use rankscope_core::benchmark::System;
use rankscope_core::ranking::Hit;
use rankscope_core::search::{RowMask, large::LargeSearch};
use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    task::Poll,
};

/// The page is told what was found so far after so many milliseconds without news, and no more
/// often: a shard that is at hand is searched within a few.
const EVERY_MS: u32 = 250;

/// The `k` best rows for a query `[dim]`. What is found on the way is told as well.
pub(super) async fn search(
    session: &Session,
    system: &System,
    query: Vec<f32>,
    k: usize,
    scope: Scope,
    mut timings: Timings,
    ways: &Ways<'_>,
) -> Result<(Vec<Hit>, Timings), EngineError> {
    let Scope { all_rows, among } = scope;
    let n_rows = among.as_ref().map_or(session.n_rows(), RowMask::len);
    let effort = effort(k, n_rows, all_rows);
    let mut search = LargeSearch::new(vec![query], k, effort, among.clone());
    let tell = |search: &LargeSearch, timings| {
        let hits = search.best().pop().unwrap_or_default();
        (ways.respond)(Response::Hits { hits, timings, last: false });
        now_ms()
    };
    let mut told = now_ms();
    let mut is_news = false;
    for index in 0..system.gallery.len() {
        let of_shard = session.rows_of_shard(system, index);
        let of_shard = of_shard.start as usize..of_shard.end as usize;
        if among.as_ref().is_some_and(|among| !among.contains_any(of_shard.clone())) {
            // It is not even fetched.
            timings.n_rows = of_shard.end;
            continue;
        }
        let started = now_ms();
        let mut load = pin!(session.shard(system, index, ways));
        let shard = match within(load.as_mut(), EVERY_MS).await {
            Some(shard) => shard?,
            None => {
                // It is on its way, or waits for the network.
                if is_news {
                    told = tell(&search, timings);
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
        is_news = true;
        if index + 1 < system.gallery.len() && now_ms() - told > f64::from(EVERY_MS) {
            told = tell(&search, timings);
            is_news = false;
        }
        give_way(ways).await?;
    }
    Ok((search.best().pop().unwrap_or_default(), timings))
}

/// What a future comes to within a time; `None` where it takes longer, and can go on.
async fn within<F: Future>(mut future: Pin<&mut F>, ms: u32) -> Option<F::Output> {
    let mut timer = TimeoutFuture::new(ms);
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => Pin::new(&mut timer).poll(context).map(|()| None),
    })
    .await
}
