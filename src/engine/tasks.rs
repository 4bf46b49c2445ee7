//! What the worker does for each request.

use super::{
    error::EngineError,
    give_way::let_others_in,
    large_search,
    protocol::{
        EncoderCheck, Progress, ProgressUnit, Request, Reranker, Response, SearchQuery, Timings,
    },
    rank_whole::rank_whole,
    session::{IsCancelled, Session},
    worker::now_ms,
};
use crate::transfer::TransferError;
use js_sys::{ArrayBuffer, Reflect};
use rankscope_core::benchmark::System;
use rankscope_core::ranking::{Hit, select_top_k};
use rankscope_core::search::{RowMask, reference::top_k};
use rankscope_core::vectors::Vectors;
use rankscope_encode::CheckOutcome;
use wasm_bindgen::JsCast;

/// Hits that are sent in one go: so many the page judges within a frame or two.
const HITS_PER_MESSAGE: usize = 8_000;

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
        Request::Search { system, query, k, rerank, all_rows, among } => {
            let among = among.as_ref().map(|among| among.rows(session.n_rows())).transpose()?;
            let scope = Scope { all_rows: *all_rows, among: among.map(RowMask::new) };
            search(session, system, query, *k, rerank.as_ref(), scope, ways).await
        }
        Request::RankQueries { system, depths } => {
            rank_queries(session, system, depths, By::Score, ways).await
        }
        Request::RankQueriesByCodes { system, depths } => {
            rank_queries(session, system, depths, By::Codes, ways).await
        }
        Request::RankWhole { system, queries, depths } => {
            rank_whole(session, system, queries, depths, ways).await
        }
        Request::RerankQueries { system, rows } => {
            rerank_queries(session, system, rows, ways).await
        }
        Request::FindTexts { system, image, k } => {
            find_texts(session, system, *image, *k, ways).await
        }
        Request::CheckEncoder { encoder } => check_encoder(session, encoder, ways).await,
        Request::Holdings => {
            (ways.respond)(Response::Held { wasm_bytes: wasm_bytes(), held: session.held() });
            Ok(())
        }
    }
}

pub(super) fn on_download(ways: &Ways<'_>) -> impl Fn(&str, u64, u64) {
    move |what: &str, done, total| {
        (ways.progress)(Progress { what: what.into(), done, total, unit: ProgressUnit::Bytes });
    }
}

/// Lets other tasks and messages in; an error once the task is cancelled.
pub(super) async fn give_way(ways: &Ways<'_>) -> Result<(), EngineError> {
    let_others_in().await;
    if (ways.is_cancelled)() { Err(TransferError::Cancelled.into()) } else { Ok(()) }
}

/// A question as a system's vector, and how long it took to get it.
struct Asked {
    /// `[dim]`.
    vector: Vec<f32>,
    load_ms: f64,
    encode_ms: Option<f64>,
    /// Whether the text was encoded before.
    is_remembered: bool,
}

async fn asked(
    session: &Session,
    system: &System,
    query: &SearchQuery,
    ways: &Ways<'_>,
) -> Result<Asked, EngineError> {
    let download = on_download(ways);
    let started = now_ms();
    match query {
        SearchQuery::Stored(row) => {
            let queries = session.queries(system, ways.is_cancelled, &download).await?;
            let vector = vector_of_query(&queries, *row)?;
            Ok(Asked { vector, load_ms: now_ms() - started, encode_ms: None, is_remembered: false })
        }
        SearchQuery::Image(row) => {
            let vector = session.corpus(system, ways).await?.vector(*row, ways).await?;
            Ok(Asked { vector, load_ms: now_ms() - started, encode_ms: None, is_remembered: false })
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
            let encode_ms = Some(now_ms() - before);
            Ok(Asked { vector: encoded.vector, load_ms, encode_ms, is_remembered })
        }
    }
}

/// Which rows a search looks at.
pub(super) struct Scope {
    /// Whether all of a corpus that does not fit in memory are scored.
    pub(super) all_rows: bool,
    /// Those that may be found, if not all.
    pub(super) among: Option<RowMask>,
}

async fn search(
    session: &Session,
    system_id: &str,
    query: &SearchQuery,
    k: usize,
    reranker: Option<&Reranker>,
    scope: Scope,
    ways: &Ways<'_>,
) -> Result<(), EngineError> {
    let download = on_download(ways);
    let system = session.system(system_id)?;
    let n_among = scope.among.as_ref().map(RowMask::len);
    if n_among == Some(0) {
        // Nothing needs to be fetched to find nothing.
        let timings = Timings { n_among, ..Timings::default() };
        (ways.respond)(Response::Hits { hits: Vec::new(), timings, last: true });
        return Ok(());
    }
    let Asked { vector, load_ms, encode_ms, is_remembered } =
        asked(session, system, query, ways).await?;
    let timings = Timings { load_ms, encode_ms, is_remembered, n_among, ..Timings::default() };
    let (mut hits, mut timings) = if session.is_large(system) {
        large_search::search(session, system, vector, k, scope, timings, ways).await?
    } else {
        let before_gallery = now_ms();
        let gallery = session.gallery(system, ways.is_cancelled, &download).await?;
        let before_search = now_ms();
        give_way(ways).await?;
        let hits =
            gallery.top_k(&[vector], k, scope.among.as_ref()).await?.pop().unwrap_or_default();
        let timings = Timings {
            load_ms: load_ms + (before_search - before_gallery),
            search_ms: now_ms() - before_search,
            n_rows: gallery.n_rows(),
            ..timings
        };
        (hits, timings)
    };
    if let Some(Reranker { system, query }) = reranker {
        let system = session.system(system)?;
        let before = now_ms();
        let corpus = session.corpus(system, ways).await?;
        let corpus_ms = now_ms() - before;
        let asked = asked(session, system, query, ways).await?;
        let before = now_ms();
        let rows: Vec<u32> = hits.iter().map(|hit| hit.row_in_corpus).collect();
        hits = select_top_k(corpus.scored(&asked.vector, &rows, ways).await?, rows.len());
        timings.load_ms += corpus_ms + asked.load_ms;
        timings.rerank_ms = Some(asked.encode_ms.unwrap_or(0.0) + now_ms() - before);
    }
    (ways.respond)(Response::Hits { hits, timings, last: true });
    Ok(())
}

pub(super) fn vector_of_query(queries: &Vectors, row: u32) -> Result<Vec<f32>, EngineError> {
    let vector: Vec<f32> = queries.row(row as usize).collect();
    if vector.is_empty() { Err(EngineError::NoSuchQuery(row)) } else { Ok(vector) }
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
    let vector = session.corpus(system, ways).await?.vector(image, ways).await?;
    // Some thousands of vectors at most: no device is needed.
    let texts = top_k(&vector, &queries, k);
    let texts = texts.into_iter().map(|hit| (hit.row_in_corpus, hit.score)).collect();
    (ways.respond)(Response::Texts { texts });
    Ok(())
}

/// What decides a ranking.
#[derive(Clone, Copy)]
enum By {
    /// The score that all devices share.
    Score,
    /// What the device searches with, alone.
    Codes,
}

async fn rank_queries(
    session: &Session,
    system_id: &str,
    depths: &[u32],
    by: By,
    ways: &Ways<'_>,
) -> Result<(), EngineError> {
    let download = on_download(ways);
    let system = session.system(system_id)?;
    let queries = session.queries(system, ways.is_cancelled, &download).await?;
    let corpus = session.corpus(system, ways).await?;
    let n_queries = queries.n_rows();
    if n_queries == 0 {
        respond_with_none(ways);
    }
    for first in (0..n_queries).step_by(QUERIES_PER_BLOCK) {
        give_way(ways).await?;
        let end = n_queries.min(first + QUERIES_PER_BLOCK);
        let block: Vec<Vec<f32>> = (first..end).map(|row| queries.row(row).collect()).collect();
        // One search as deep as its deepest query; the others are cut before they travel.
        let depths = depths.get(first..end).unwrap_or_default();
        let deepest = depths.iter().max().copied().unwrap_or(0);
        let mut rankings = match by {
            By::Score => corpus.top_k(&block, deepest as usize, ways).await?,
            By::Codes => corpus.top_k_by_codes(&block, deepest as usize).await?,
        };
        for (hits, depth) in rankings.iter_mut().zip(depths) {
            hits.truncate(*depth as usize);
        }
        #[expect(clippy::cast_possible_truncation, reason = "the manifest counts queries in u32")]
        let first_query = first as u32;
        let n_candidates = match by {
            By::Score => corpus.n_scored(deepest as usize),
            By::Codes => None,
        };
        let told = Told { n_candidates, last: end == n_queries };
        respond_in_parts(first_query, rankings, told, ways);
        (ways.progress)(Progress {
            what: system.id.clone(),
            done: end as u64,
            total: n_queries as u64,
            unit: ProgressUnit::Queries,
        });
    }
    Ok(())
}

/// Ends a request for the rankings of no queries: every request ends in an answer.
pub(super) fn respond_with_none(ways: &Ways<'_>) {
    respond_in_parts(0, Vec::new(), Told { n_candidates: None, last: true }, ways);
}

/// What goes with rankings.
#[derive(Clone, Copy)]
struct Told {
    n_candidates: Option<usize>,
    last: bool,
}

/// Sends rankings in messages that do not keep the page for long: some rankings are as long as
/// the corpus.
fn respond_in_parts(mut first_query: u32, rankings: Vec<Vec<Hit>>, told: Told, ways: &Ways<'_>) {
    let Told { n_candidates, last } = told;
    let mut rest = rankings.into_iter().peekable();
    loop {
        let mut part = Vec::new();
        let mut n_hits = 0;
        while let Some(hits) =
            rest.next_if(|hits| n_hits == 0 || n_hits + hits.len() <= HITS_PER_MESSAGE)
        {
            n_hits += hits.len();
            part.push(hits);
        }
        let n_queries = u32::try_from(part.len()).unwrap_or(u32::MAX);
        let is_last = rest.peek().is_none();
        let last = last && is_last;
        (ways.respond)(Response::Rankings { first_query, rankings: part, n_candidates, last });
        first_query += n_queries;
        if is_last {
            return;
        }
    }
}

async fn rerank_queries(
    session: &Session,
    system_id: &str,
    rows: &[Vec<u32>],
    ways: &Ways<'_>,
) -> Result<(), EngineError> {
    let download = on_download(ways);
    let system = session.system(system_id)?;
    let queries = session.queries(system, ways.is_cancelled, &download).await?;
    let corpus = session.corpus(system, ways).await?;
    let n_queries = rows.len().min(queries.n_rows());
    if n_queries == 0 {
        respond_with_none(ways);
    }
    let mut first_query = 0u32;
    for block in rows.get(..n_queries).unwrap_or_default().chunks(QUERIES_PER_BLOCK) {
        give_way(ways).await?;
        let mut rankings = Vec::with_capacity(block.len());
        let mut query_row = first_query;
        for rows in block {
            let vector = vector_of_query(&queries, query_row)?;
            rankings.push(select_top_k(corpus.scored(&vector, rows, ways).await?, rows.len()));
            query_row += 1;
        }
        let last = query_row as usize == n_queries;
        // Chosen images are all scored.
        let n_candidates = None;
        (ways.respond)(Response::Rankings { first_query, rankings, n_candidates, last });
        first_query = query_row;
        (ways.progress)(Progress {
            what: system.id.clone(),
            done: u64::from(first_query),
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
    let needed = encoder.manifest().weights.lowest_cosine();
    (ways.respond)(Response::EncoderChecked { checks, needed });
    Ok(())
}

/// What the module's memory has grown to.
fn wasm_bytes() -> u64 {
    let buffer = Reflect::get(&wasm_bindgen::memory(), &"buffer".into());
    let buffer = buffer.and_then(JsCast::dyn_into::<ArrayBuffer>);
    buffer.map_or(0, |buffer| u64::from(buffer.byte_length()))
}
