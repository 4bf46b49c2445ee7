//! What the worker does for each request.

use super::{
    error::EngineError,
    protocol::{EncoderCheck, Progress, ProgressUnit, Request, Response, SearchQuery, Timings},
    session::{IsCancelled, Session},
    worker::now_ms,
};
use crate::encode::CheckOutcome;
use crate::formats::Vectors;
use crate::search::{Gallery, reference::top_k};
use crate::transfer::TransferError;
use gloo_timers::future::sleep;
use std::time::Duration;

/// Queries ranked in one go: long enough for the device to be busy, short enough for a
/// cancel or a search to come between.
const QUERIES_PER_BLOCK: usize = 32;

/// A task's ways to the page.
pub(super) struct Ways<'a> {
    pub(super) is_cancelled: IsCancelled<'a>,
    pub(super) progress: &'a dyn Fn(Progress),
    pub(super) respond: &'a dyn Fn(Response),
}

/// Works on a request; responses go out as they come.
pub(super) async fn run(
    session: &Session,
    request: &Request,
    ways: &Ways<'_>,
) -> Result<(), EngineError> {
    match request {
        Request::Search { system, query, k } => search(session, system, query, *k, ways).await,
        Request::RankQueries { system, depths } => {
            rank_queries(session, system, depths, ways).await
        }
        Request::FindTexts { system, image, k } => {
            find_texts(session, system, *image, *k, ways).await
        }
        Request::CheckEncoder { encoder } => check_encoder(session, encoder, ways).await,
    }
}

fn on_download(ways: &Ways<'_>) -> impl Fn(&str, u64, u64) {
    move |what: &str, done, total| {
        (ways.progress)(Progress { what: what.into(), done, total, unit: ProgressUnit::Bytes });
    }
}

/// Lets other tasks and messages in; an error once the task is cancelled.
async fn give_way(ways: &Ways<'_>) -> Result<(), EngineError> {
    sleep(Duration::ZERO).await;
    if (ways.is_cancelled)() { Err(TransferError::Cancelled.into()) } else { Ok(()) }
}

async fn search(
    session: &Session,
    system_id: &str,
    query: &SearchQuery,
    k: usize,
    ways: &Ways<'_>,
) -> Result<(), EngineError> {
    let download = on_download(ways);
    let system = session.system(system_id)?;
    let started = now_ms();
    let (vector, load_ms, encode_ms, is_remembered) = match query {
        SearchQuery::Stored(row) => {
            let queries = session.queries(system, ways.is_cancelled, &download).await?;
            (vector_of_query(&queries, *row)?, now_ms() - started, None, false)
        }
        SearchQuery::Image(row) => {
            let gallery = session.gallery(system, ways.is_cancelled, &download).await?;
            (vector_of_image(&gallery, *row)?, now_ms() - started, None, false)
        }
        SearchQuery::Text(text) => {
            let id = system
                .encoder
                .as_ref()
                .ok_or_else(|| EngineError::NoEncoder(system.title.clone()))?;
            let encoder = session.encoder(id, ways.is_cancelled, &download).await?;
            let load_ms = now_ms() - started;
            give_way(ways).await?;
            let before = now_ms();
            let (encoded, is_remembered) = encoder.encode(text).await?;
            (encoded.vector, load_ms, Some(now_ms() - before), is_remembered)
        }
    };
    let before_gallery = now_ms();
    let gallery = session.gallery(system, ways.is_cancelled, &download).await?;
    let before_search = now_ms();
    give_way(ways).await?;
    let hits = gallery.top_k(&[vector], k).await?.pop().unwrap_or_default();
    let timings = Timings {
        load_ms: load_ms + (before_search - before_gallery),
        encode_ms,
        is_remembered,
        search_ms: now_ms() - before_search,
        n_rows: gallery.n_rows(),
    };
    (ways.respond)(Response::Hits { hits, timings });
    Ok(())
}

fn vector_of_query(queries: &Vectors, row: u32) -> Result<Vec<f32>, EngineError> {
    let vector: Vec<f32> = queries.row(row as usize).collect();
    if vector.is_empty() { Err(EngineError::NoSuchQuery(row)) } else { Ok(vector) }
}

fn vector_of_image(gallery: &Gallery, row: u32) -> Result<Vec<f32>, EngineError> {
    gallery.vector(row).ok_or(EngineError::NoSuchImage(row))
}

async fn find_texts(
    session: &Session,
    system_id: &str,
    image: u32,
    k: usize,
    ways: &Ways<'_>,
) -> Result<(), EngineError> {
    let download = on_download(ways);
    let system = session.system(system_id)?;
    let queries = session.queries(system, ways.is_cancelled, &download).await?;
    let gallery = session.gallery(system, ways.is_cancelled, &download).await?;
    // Some thousands of vectors at most: no device is needed.
    let texts = top_k(&vector_of_image(&gallery, image)?, &queries, k);
    let texts = texts.into_iter().map(|hit| (hit.row_in_corpus, hit.score)).collect();
    (ways.respond)(Response::Texts { texts });
    Ok(())
}

async fn rank_queries(
    session: &Session,
    system_id: &str,
    depths: &[u32],
    ways: &Ways<'_>,
) -> Result<(), EngineError> {
    let download = on_download(ways);
    let system = session.system(system_id)?;
    let queries = session.queries(system, ways.is_cancelled, &download).await?;
    let gallery = session.gallery(system, ways.is_cancelled, &download).await?;
    let n_queries = queries.n_rows();
    for first in (0..n_queries).step_by(QUERIES_PER_BLOCK) {
        give_way(ways).await?;
        let end = n_queries.min(first + QUERIES_PER_BLOCK);
        let block: Vec<Vec<f32>> = (first..end).map(|row| queries.row(row).collect()).collect();
        // One search as deep as its deepest query; the others are cut before they travel.
        let depths = depths.get(first..end).unwrap_or_default();
        let deepest = depths.iter().max().copied().unwrap_or(0);
        let mut rankings = gallery.top_k(&block, deepest as usize).await?;
        for (hits, depth) in rankings.iter_mut().zip(depths) {
            hits.truncate(*depth as usize);
        }
        #[expect(clippy::cast_possible_truncation, reason = "the manifest counts queries in u32")]
        let first_query = first as u32;
        (ways.respond)(Response::Rankings { first_query, rankings, last: end == n_queries });
        (ways.progress)(Progress {
            what: system.id.clone(),
            done: end as u64,
            total: n_queries as u64,
            unit: ProgressUnit::Queries,
        });
    }
    Ok(())
}

async fn check_encoder(
    session: &Session,
    encoder_id: &str,
    ways: &Ways<'_>,
) -> Result<(), EngineError> {
    let trusted = session.encoder(encoder_id, ways.is_cancelled, &on_download(ways)).await?;
    // What it computes, not what it remembers.
    let encoder = trusted.encoder();
    let stored = &encoder.manifest().checks;
    let mut checks = Vec::with_capacity(stored.len());
    for check in stored {
        give_way(ways).await?;
        let CheckOutcome { text, same_tokens, cosine } =
            check.compare(&encoder.encode(&check.text).await?);
        checks.push(EncoderCheck { text, same_tokens, cosine });
        (ways.progress)(Progress {
            what: encoder_id.into(),
            done: checks.len() as u64,
            total: stored.len() as u64,
            unit: ProgressUnit::Texts,
        });
    }
    (ways.respond)(Response::EncoderChecked { checks });
    Ok(())
}
