use super::asked::{Asked, Search, images_only, now_ms, parsed};
use super::by_vectors;
use super::guided;
use super::rankings::rankings;
use super::reranked::{Stages, rescored};
use crate::ui::engine_client::{Engine, ReplyEvent, ReplySender, unexpected};
use crate::ui::task::Ended;
use futures_channel::oneshot;
use rankscope_core::analysis::{Dataset, Derived, FUSED_DEPTH, is_derived};
use rankscope_core::ranking::Hit;
use rankscope_messages::{Failure, Request, Response, SearchQuery, Timings};
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;

/// Replies to a request, until the receiver is gone.
pub(super) async fn answer(
    engine: Engine,
    dataset: Arc<Dataset>,
    request: Request,
    sender: ReplySender,
    mut is_gone: oneshot::Receiver<()>,
) {
    let asked = Asked { engine, dataset, sender: Some(sender.clone()) };
    let mut work = pin!(replied(&asked, &request));
    let outcome = poll_fn(|context| {
        if Pin::new(&mut is_gone).poll(context).is_ready() {
            return Poll::Ready(Err(Ended::Cancelled));
        }
        work.as_mut().poll(context)
    });
    if let Err(ended) = outcome.await {
        if matches!(ended, Ended::Failed(_)) {
            by_vectors::forget_made();
        }
        // Ignored if the receiver is gone.
        let _ = sender.unbounded_send(Err(ended));
    }
}

async fn replied(asked: &Asked, request: &Request) -> Result<(), Ended> {
    let response = match request {
        Request::Search { .. } => search(asked, request).await?,
        _ if has_own_vectors(request.system().unwrap_or_default()) => {
            return by_vectors::answer(asked, request).await;
        }
        Request::RankQueries { .. } | Request::RerankQueries { .. } | Request::RankTexts { .. } => {
            return many(asked, request).await;
        }
        Request::FindTexts { system, query, k } => find_texts(asked, system, query, *k).await?,
        _ => return Err(Ended::Failed(has_no_gallery())),
    };
    asked.send(ReplyEvent::Reply(response));
    Ok(())
}

/// The rankings of many queries, from those of the parts.
async fn many(asked: &Asked, request: &Request) -> Result<(), Ended> {
    let id = request.system().unwrap_or_default();
    match (parsed(id)?, request) {
        (Derived::Fused(fused), Request::RankQueries { depths, .. }) => {
            let depths = at_least(asked.depth(), depths, |_| 0);
            let request = |system| Request::RankQueries { system, depths: depths.clone() };
            rankings(asked, &fused, request).await
        }
        (Derived::Fused(fused), Request::RerankQueries { rows, .. }) => {
            let request = |system| Request::RerankQueries { system, rows: rows.clone() };
            rankings(asked, &fused, request).await
        }
        (Derived::Fused(fused), Request::RankTexts { images, depths, .. }) => {
            let depths = at_least(FUSED_DEPTH, depths, |_| 0);
            let request = |system| Request::RankTexts {
                system,
                images: images.clone(),
                depths: depths.clone(),
            };
            rankings(asked, &fused, request).await
        }
        (Derived::Reranked { first, second, depth }, Request::RankQueries { depths, .. }) => {
            let (system, depths) = (first.clone(), at_least(depth, depths, |asked| asked));
            let stages = Stages { first: &first, second: &second, depth };
            stages.rankings(asked, Request::RankQueries { system, depths }).await
        }
        (Derived::Reranked { first, second, depth }, Request::RerankQueries { rows, .. }) => {
            let (system, rows) = (first.clone(), rows.clone());
            let stages = Stages { first: &first, second: &second, depth };
            stages.rankings(asked, Request::RerankQueries { system, rows }).await
        }
        (Derived::Guides(of), Request::RankQueries { depths, .. }) => {
            guided::rankings(asked, &of, guided::Wanted::First(depths)).await
        }
        (Derived::Guides(of), Request::RerankQueries { rows, .. }) => {
            guided::rankings(asked, &of, guided::Wanted::Candidates(rows)).await
        }
        _ => Err(images_only(id)),
    }
}

fn has_own_vectors(id: &str) -> bool {
    Derived::parse(id).is_ok_and(|derived| derived.needs_vectors())
}

/// The depth that a part is asked for, by query: at least so many hits, but none where none are needed.
fn at_least(depth: usize, asked: &[u32], or: impl Fn(u32) -> u32) -> Vec<u32> {
    let depth = u32::try_from(depth).unwrap_or(u32::MAX);
    asked.iter().map(|own| if *own == 0 { 0 } else { depth.max(or(*own)) }).collect()
}

/// A search in which the first stage, the second, or both are derived.
async fn search(asked: &Asked, request: &Request) -> Result<Response, Ended> {
    let Request::Search { system, query, k, rerank, all_rows, among } = request else {
        return Err(Ended::Cancelled);
    };
    let first = Search { query, all_rows: *all_rows, among: among.as_ref() };
    let (mut hits, mut timings) = hits(asked, system, *k, first).await?;
    if let Some(reranker) = rerank {
        hits.truncate(*k);
        let first = (hits, timings);
        (hits, timings) = rescored(asked, first, &reranker.system, &reranker.query).await?;
    }
    Ok(Response::Hits { hits, timings, last: true })
}

/// The first `k` hits of a system, derived or not; of a fused one the whole list.
async fn hits(
    asked: &Asked,
    system: &str,
    k: usize,
    search: Search<'_>,
) -> Result<(Vec<Hit>, Timings), Ended> {
    if !is_derived(system) {
        return asked.of_part(system, k, search).await;
    }
    match parsed(system)? {
        Derived::Fused(fused) => {
            let (lists, mut timings) = asked.lists(&fused, search).await?;
            let began = now_ms();
            let lists: Vec<&[Hit]> = lists.iter().map(Vec::as_slice).collect();
            let hits = fused.fusion().fused(&lists);
            timings.search_ms += now_ms() - began;
            Ok((hits, timings))
        }
        Derived::Reranked { first, second, depth } => {
            Stages { first: &first, second: &second, depth }.hits(asked, k, search).await
        }
        Derived::Guides(of) => guided::hits(asked, &of, k, search).await,
        _ => by_vectors::hits(asked, system, k, search).await,
    }
}

/// The texts that match an image or a picture best: the parts' lists of texts, fused.
async fn find_texts(
    asked: &Asked,
    system: &str,
    query: &SearchQuery,
    k: usize,
) -> Result<Response, Ended> {
    let Derived::Fused(fused) = parsed(system)? else { return Err(images_only(system)) };
    let mut lists: Vec<Vec<Hit>> = Vec::new();
    for part in fused.part_ids() {
        let (system, query) = (part.to_string(), query.clone());
        let request = Request::FindTexts { system, query, k: FUSED_DEPTH };
        match asked.engine.ask(request).await? {
            Response::Texts { texts } => {
                let hit = |(row_in_corpus, score)| Hit { row_in_corpus, score };
                lists.push(texts.into_iter().map(hit).collect());
            }
            response => return Err(unexpected(&response)),
        }
    }
    let lists: Vec<&[Hit]> = lists.iter().map(Vec::as_slice).collect();
    let texts = fused.fusion().fused(&lists).into_iter().take(k);
    Ok(Response::Texts { texts: texts.map(|hit| (hit.row_in_corpus, hit.score)).collect() })
}

fn has_no_gallery() -> Failure {
    Failure {
        title: "A derived system has no gallery".into(),
        detail: "It only has the lists of its parts.".into(),
        advice: "Choose one of the systems that it combines.".into(),
    }
}
