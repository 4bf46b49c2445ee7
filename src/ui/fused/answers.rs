use super::asked::{Asked, Search, parsed};
use super::rankings::rankings;
use crate::ui::engine_client::{Engine, ReplyEvent, ReplySender, unexpected};
use crate::ui::task::Ended;
use futures_channel::oneshot;
use rankscope_core::analysis::{Dataset, FUSED_DEPTH};
use rankscope_core::ranking::{Hit, by_second_scores};
use rankscope_messages::{Failure, Request, Response, RowSet, SearchQuery, Timings};
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
        // Ignored if the receiver is gone.
        let _ = sender.unbounded_send(Err(ended));
    }
}

async fn replied(asked: &Asked, request: &Request) -> Result<(), Ended> {
    let response = match request {
        Request::Search { .. } => search(asked, request).await?,
        Request::RankQueries { system, depths } => {
            let depth = u32::try_from(asked.depth()).unwrap_or(u32::MAX);
            // A query that needs no hits needs none of the parts.
            let depths: Vec<u32> = depths.iter().map(|own| depth * u32::from(*own > 0)).collect();
            let request = |system: String| Request::RankQueries { system, depths: depths.clone() };
            return rankings(asked, &parsed(system)?, request).await;
        }
        Request::RerankQueries { system, rows } => {
            let request = |system: String| Request::RerankQueries { system, rows: rows.clone() };
            return rankings(asked, &parsed(system)?, request).await;
        }
        Request::RankTexts { system, images, depths } => {
            let depth = u32::try_from(FUSED_DEPTH).unwrap_or(u32::MAX);
            let depths: Vec<u32> = depths.iter().map(|own| depth * u32::from(*own > 0)).collect();
            let request = |system: String| Request::RankTexts {
                system,
                images: images.clone(),
                depths: depths.clone(),
            };
            return rankings(asked, &parsed(system)?, request).await;
        }
        Request::FindTexts { system, query, k } => find_texts(asked, system, query, *k).await?,
        _ => return Err(Ended::Failed(has_no_gallery())),
    };
    asked.send(ReplyEvent::Reply(response));
    Ok(())
}

/// A search in which the first stage, the second, or both are fused.
async fn search(asked: &Asked, request: &Request) -> Result<Response, Ended> {
    let Request::Search { system, query, k, rerank, all_rows, among } = request else {
        return Err(Ended::Cancelled);
    };
    let first = Search { query, all_rows: *all_rows, among: among.as_ref() };
    let (mut hits, mut timings) = asked.hits(system, *k, first).await?;
    if let Some(reranker) = rerank {
        hits.truncate(*k);
        let mut belongs = vec![false; asked.dataset.n_images()];
        for hit in &hits {
            if let Some(place) = belongs.get_mut(hit.row_in_corpus as usize) {
                *place = true;
            }
        }
        let among = RowSet::new(belongs);
        let second = Search { query: &reranker.query, all_rows: true, among: Some(&among) };
        let (scored, own) = asked.hits(&reranker.system, hits.len().max(1), second).await?;
        hits = by_second_scores(&hits, &scored);
        timings = Timings {
            load_ms: timings.load_ms + own.load_ms,
            rerank_ms: Some(own.encode_ms.unwrap_or(0.0) + own.search_ms),
            ..timings
        };
    }
    Ok(Response::Hits { hits, timings, last: true })
}

/// The texts that match an image or a picture best: the parts' lists of texts, fused.
async fn find_texts(
    asked: &Asked,
    system: &str,
    query: &SearchQuery,
    k: usize,
) -> Result<Response, Ended> {
    let fused = parsed(system)?;
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
        title: "A fused system has no gallery".into(),
        detail: "It only has the lists of its parts.".into(),
        advice: "Choose one of the systems that it fuses.".into(),
    }
}
