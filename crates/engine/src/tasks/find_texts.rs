//! Ranks the texts, or the benchmark's queries, for one query.

use crate::{context::Context, error::EngineError, query_vector::query_vector, session::Session};
use rankscope_core::vectors::scored;
use rankscope_messages::{Response, SearchQuery};

/// The `k` texts most similar to a query.
pub(super) async fn find_texts(
    session: &Session,
    system_id: &str,
    query: &SearchQuery,
    k: usize,
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let texts = session.texts(system, context).await?;
    let vector = query_vector(session, system, query, context).await?.values;
    context.yield_now().await?;
    let texts = texts.top_k(&[vector], k, None).await?.pop().unwrap_or_default();
    let texts = texts.into_iter().map(|hit| (hit.row_in_corpus, hit.score)).collect();
    context.reply(Response::Texts { texts });
    Ok(())
}

/// The `k` queries most similar to a query by their stored vectors; ties in their order.
pub(super) async fn find_queries(
    session: &Session,
    system_id: &str,
    query: &SearchQuery,
    k: usize,
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let queries = session.queries(system, context).await?;
    let vector = query_vector(session, system, query, context).await?.values;
    context.yield_now().await?;
    let rows: Vec<u32> = (0..).take(queries.n_rows()).collect();
    let mut hits = scored(&vector, &queries, &rows);
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    hits.truncate(k);
    let texts = hits.into_iter().map(|hit| (hit.row_in_corpus, hit.score)).collect();
    context.reply(Response::Texts { texts });
    Ok(())
}
