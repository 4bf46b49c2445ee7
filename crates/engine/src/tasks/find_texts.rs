//! Ranks the texts for one image or picture.

use crate::{context::Context, error::EngineError, query_vector::query_vector, session::Session};
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
