//! One query through a corpus that does not fit in memory: shard by shard, as they come.

use super::{
    corpus::effort,
    error::EngineError,
    protocol::{Response, Timings},
    session::Session,
    tasks::{Ways, give_way},
    worker::now_ms,
};
use crate::benchmark::System;
use crate::ranking::Hit;
use crate::search::large::{Effort, SoFar};

/// The page is told what was found so far at most so often, in milliseconds: a shard that is at
/// hand is searched within a few.
const EVERY_MS: f64 = 250.0;

/// The `k` best rows for a query `[dim]`. What is found on the way is told as well.
pub(super) async fn search(
    session: &Session,
    system: &System,
    query: Vec<f32>,
    k: usize,
    all_rows: bool,
    mut timings: Timings,
    ways: &Ways<'_>,
) -> Result<(Vec<Hit>, Timings), EngineError> {
    let effort = effort(k, all_rows);
    let mut search = SoFar::new(vec![query], k, effort, None);
    let mut told = now_ms();
    for index in 0..system.gallery.len() {
        let started = now_ms();
        let shard = session.shard(system, index, ways).await?;
        let loaded = now_ms();
        search.take(&shard)?;
        timings.load_ms += loaded - started;
        timings.search_ms += now_ms() - loaded;
        timings.n_rows = search.n_rows();
        timings.n_candidates = match effort {
            Effort::Candidates(n) => Some(n.min(search.n_rows())),
            Effort::AllRows => None,
        };
        if index + 1 < system.gallery.len() && now_ms() - told > EVERY_MS {
            told = now_ms();
            let hits = search.best().pop().unwrap_or_default();
            (ways.respond)(Response::Hits { hits, timings, last: false });
        }
        give_way(ways).await?;
    }
    Ok((search.best().pop().unwrap_or_default(), timings))
}
