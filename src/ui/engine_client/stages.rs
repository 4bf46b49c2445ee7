//! A search in two stages of which at least one is a run: the worker knows systems with vectors only,
//! so the page asks for one stage after the other.

use super::client::Engine;
use super::replies::unexpected;
use crate::ui::task::Ended;
use rankscope_core::ranking::{Hit, by_second_scores};
use rankscope_messages::{Failure, Request, RequestId, Response, SearchQuery, Timings};

pub(super) async fn staged(
    engine: Engine,
    id: RequestId,
    mut request: Request,
) -> Result<Response, Ended> {
    let second = match &mut request {
        Request::Search { rerank, .. } => rerank.take(),
        _ => None,
    };
    let Some(second) = second else { return Err(Ended::Cancelled) };
    let SearchQuery::Stored(query_row) = second.query else { return Err(only_queries()) };
    let (first, timings) = found(engine, id, request).await?;
    // An empty list for every query before this one.
    let mut rows = vec![Vec::new(); query_row as usize];
    rows.push(first.iter().map(|hit| hit.row_in_corpus).collect());
    let scored = scored(engine, id, Request::RerankQueries { system: second.system, rows }).await?;
    let hits = by_second_scores(&first, &scored);
    Ok(Response::Hits { hits, timings, last: true })
}

/// The hits of the first stage, once it has searched the whole gallery.
async fn found(
    engine: Engine,
    id: RequestId,
    request: Request,
) -> Result<(Vec<Hit>, Timings), Ended> {
    let mut replies = engine.stream(request);
    while let Some(response) = replies.next_reply(|progress| engine.progress(id, progress)).await? {
        match response {
            // Dropping the replies cancels the request.
            _ if !engine.is_pending(id) => break,
            Response::Hits { hits, timings, last: true } => return Ok((hits, timings)),
            Response::Hits { .. } => {}
            response => return Err(unexpected(&response)),
        }
    }
    Err(Ended::Cancelled)
}

/// The scores of the second stage, for the last query of the request.
async fn scored(engine: Engine, id: RequestId, request: Request) -> Result<Vec<Hit>, Ended> {
    let mut replies = engine.stream(request);
    while let Some(response) = replies.next_reply(|progress| engine.progress(id, progress)).await? {
        match response {
            _ if !engine.is_pending(id) => break,
            Response::Rankings { mut rankings, last: true, .. } => {
                return Ok(rankings.pop().unwrap_or_default());
            }
            Response::Rankings { .. } => {}
            response => return Err(unexpected(&response)),
        }
    }
    Err(Ended::Cancelled)
}

fn only_queries() -> Ended {
    Ended::Failed(Failure {
        title: "A run re-ranks only the benchmark’s queries".into(),
        detail: "It has no vectors, so it has no scores for your own text or picture.".into(),
        advice: "Choose one of the benchmark’s queries, or another system to re-rank with.".into(),
    })
}
