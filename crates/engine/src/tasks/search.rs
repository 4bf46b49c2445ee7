//! Ranks one system's gallery for one query, with an optional second stage.

use crate::{
    context::{Context, now_ms},
    corpus::Corpus,
    error::EngineError,
    large_search::{self, Scope},
    query_vector::{QueryVector, query_vector},
    remote::RemoteCorpus,
    session::Session,
};
use rankscope_core::ranking::{Hit, by_second_scores};
use rankscope_core::search::RowMask;
use rankscope_messages::{Reranker, Response, RowSet, SearchQuery, Timings};

pub(super) fn scope(
    session: &Session,
    all_rows: bool,
    among: Option<&RowSet>,
) -> Result<Scope, EngineError> {
    let among = among.map(|among| among.rows(session.n_rows())).transpose()?;
    Ok(Scope { all_rows, among: among.map(RowMask::new) })
}

pub(super) async fn search(
    session: &Session,
    system_id: &str,
    query: &SearchQuery,
    k: usize,
    reranker: Option<&Reranker>,
    scope: Scope,
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let n_among = scope.among.as_ref().map(RowMask::len);
    if n_among == Some(0) {
        // The filter admits no row: nothing to fetch.
        let timings = Timings { n_among, ..Timings::default() };
        context.reply(Response::Hits { hits: Vec::new(), timings, last: true });
        return Ok(());
    }
    let QueryVector { values, load_ms, encode_ms, is_remembered } =
        query_vector(session, system, query, context).await?;
    let timings = Timings { load_ms, encode_ms, is_remembered, n_among, ..Timings::default() };
    let before_opening = now_ms();
    let elsewhere = RemoteCorpus::of(session, system, context).await?;
    let (hits, timings) = if let Some(remote) = elsewhere {
        let before_search = now_ms();
        let hits = remote.top_k(values, k, scope.among.as_ref(), context).await?;
        let timings = Timings {
            load_ms: load_ms + (before_search - before_opening),
            search_ms: now_ms() - before_search,
            n_rows: session.n_rows(),
            ..timings
        };
        (hits, timings)
    } else if session.is_large(system) {
        large_search::search(session, system, values, k, scope, timings, context).await?
    } else {
        let before_gallery = now_ms();
        let gallery = session.gallery(system, context).await?;
        let before_search = now_ms();
        context.yield_now().await?;
        let hits =
            gallery.top_k(&[values], k, scope.among.as_ref()).await?.pop().unwrap_or_default();
        let timings = Timings {
            load_ms: load_ms + (before_search - before_gallery),
            search_ms: now_ms() - before_search,
            n_rows: gallery.n_rows(),
            ..timings
        };
        (hits, timings)
    };
    let (hits, timings) = match reranker {
        None => (hits, timings),
        Some(reranker) => rerank(session, reranker, &hits, timings, context).await?,
    };
    context.reply(Response::Hits { hits, timings, last: true });
    Ok(())
}

/// The hits, ordered by the second stage's scores.
async fn rerank(
    session: &Session,
    reranker: &Reranker,
    hits: &[Hit],
    mut timings: Timings,
    context: &Context,
) -> Result<(Vec<Hit>, Timings), EngineError> {
    let system = session.system(&reranker.system)?;
    let before = now_ms();
    let corpus = Corpus::of(session, system, context).await?;
    let corpus_ms = now_ms() - before;
    let query = query_vector(session, system, &reranker.query, context).await?;
    let before = now_ms();
    let rows: Vec<u32> = hits.iter().map(|hit| hit.row_in_corpus).collect();
    // Equal scores keep the first stage's order, as on the leaderboard.
    let hits = by_second_scores(hits, &corpus.scored(&query.values, &rows, context).await?);
    timings.load_ms += corpus_ms + query.load_ms;
    timings.rerank_ms = Some(query.encode_ms.unwrap_or(0.0) + now_ms() - before);
    Ok((hits, timings))
}
