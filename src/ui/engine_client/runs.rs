//! Answers requests about runs, which the page gives itself. In a search of two stages of which at least
//! one is a run, it asks for one stage after the other: the worker knows only systems with vectors.
#![allow(unsafe_code, reason = "the answers are in a separate part, called across modules")]

use super::client::Engine;
use super::replies::unexpected;
use crate::ui::imports::{Answers, RunSource};
use crate::ui::task::{Ended, Later, part_missing};
use gloo::timers::future::TimeoutFuture;
use rankscope_core::analysis::Dataset;
use rankscope_core::ranking::{Hit, by_second_scores};
use rankscope_messages::{
    Failure, Progress, ProgressUnit, Request, RequestId, Response, SearchQuery, Timings,
};
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

impl Engine {
    /// Replies to a request in which a system is a run of these lists.
    pub(super) async fn reply_by_runs(self, id: RequestId, request: Request, of: Arc<Dataset>) {
        let replied = async {
            load_runs().await?;
            by_runs(self, id, request, of).await
        };
        match replied.await {
            Ok(replying) => replying.await,
            Err(_) => {
                self.end(id, Ended::Failed(part_missing("A part of the page could not be loaded")))
            }
        }
    }
}

#[wasm_split(results, preload(load_runs), fallible)]
fn by_runs(
    engine: Engine,
    id: RequestId,
    request: Request,
    dataset: Arc<Dataset>,
) -> Result<Later<()>, SplitLoaderError> {
    Ok(Box::pin(async move {
        if request.reranker().is_none() {
            return replied(engine, id, request, dataset).await;
        }
        match staged(engine, id, request).await {
            Ok(response) => engine.reply(id, response),
            Err(ended) => engine.end(id, ended),
        }
    }))
}

/// Replies from one run, yielding after every reply.
async fn replied(engine: Engine, id: RequestId, request: Request, dataset: Arc<Dataset>) {
    let Some(run) = request.system().map(|run| RunSource::new(dataset.clone(), run)) else {
        return;
    };
    let mut on_progress = |what: &str, done, total| {
        let (what, unit) = (what.to_string(), ProgressUnit::Bytes);
        engine.progress(id, Progress { what, done, total, unit });
    };
    let rankings = match run.rankings(&|| !engine.is_pending(id), &mut on_progress).await {
        Ok(rankings) => rankings,
        Err(ended) => return engine.end(id, ended),
    };
    for answer in Answers::new(request, dataset, rankings) {
        if !engine.is_pending(id) {
            return;
        }
        match answer {
            Ok(response) => engine.reply(id, response),
            Err(failure) => engine.end(id, Ended::Failed(failure)),
        }
        TimeoutFuture::new(0).await;
    }
}

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
