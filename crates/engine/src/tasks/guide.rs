//! Ranks one system's gallery for one guide image, and reports the guide's vector.

use crate::{
    context::{Context, now_ms},
    corpus::Corpus,
    error::EngineError,
    query_vector::{QueryVector, query_vector},
    session::Session,
};
use rankscope_messages::{Response, SearchQuery, Timings};

/// The `k` nearest images of a guide; with `k` of the corpus, every image with its cosine.
pub(super) async fn guide(
    session: &Session,
    system_id: &str,
    guide: &SearchQuery,
    k: usize,
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let QueryVector { values: vector, load_ms, encode_ms, is_remembered } =
        query_vector(session, system, guide, context).await?;
    let before_gallery = now_ms();
    let corpus = Corpus::of(session, system, context).await?;
    let before_search = now_ms();
    context.yield_now().await?;
    let queries = [vector];
    let hits = corpus.top_k_each(&queries, &[k], context).await?.pop().unwrap_or_default();
    let timings = Timings {
        load_ms: load_ms + (before_search - before_gallery),
        encode_ms,
        is_remembered,
        search_ms: now_ms() - before_search,
        n_rows: session.n_rows(),
        n_candidates: corpus.n_scored(k),
        ..Timings::default()
    };
    let [vector] = queries;
    context.reply(Response::Guided { hits, vector, timings });
    Ok(())
}
