//! Ranks the benchmark's queries for an image, from the stored vectors of both.

use crate::engine::{context::Context, corpus::Corpus, error::EngineError, session::Session};
use crate::messages::Response;
use rankscope_core::search::reference::top_k;

/// The `k` queries most similar to an image.
pub(super) async fn find_texts(
    session: &Session,
    system_id: &str,
    image: u32,
    k: usize,
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let queries = session.queries(system, context).await?;
    let vector = Corpus::of(session, system, context).await?.vector(image, context).await?;
    // A few thousand vectors at most: not worth a GPU search.
    let texts = top_k(&vector, &queries, k);
    let texts = texts.into_iter().map(|hit| (hit.row_in_corpus, hit.score)).collect();
    context.reply(Response::Texts { texts });
    Ok(())
}
