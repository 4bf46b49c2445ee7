//! Measures how many of the exact first hits a search engine's index finds.

use crate::{
    context::Context, error::EngineError, query_vector::stored_vector, remote::RemoteCorpus,
    session::Session,
};
use rankscope_core::analysis::evenly_spread;
use rankscope_core::benchmark::System;
use rankscope_core::ranking::Hit;
use rankscope_core::remote::{
    RECALL_DEPTH, RECALL_QUERIES, Reference, can_rank_exactly, recall_of,
};
use rankscope_messages::Response;

/// Compares with the benchmark's gallery if that fits in memory, else with the engine's exact
/// search.
pub(super) async fn measure_recall(
    session: &Session,
    system_id: &str,
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let remote = RemoteCorpus::of(session, system, context).await?;
    let remote = remote.ok_or_else(|| EngineError::NoGallery(system.title.clone()))?;
    let stored = session.queries(system, context).await?;
    let rows = evenly_spread(stored.n_rows(), RECALL_QUERIES);
    let queries = rows.iter().map(|row| stored_vector(&stored, *row));
    let queries = queries.collect::<Result<Vec<_>, _>>()?;
    // Deeper, for ties with the last.
    let exact = exact(session, system, &remote, &queries, 2 * RECALL_DEPTH, context).await?;
    let recall = match exact {
        None => None,
        Some((exact, reference)) => {
            let depths = vec![RECALL_DEPTH; queries.len()];
            let found = remote.top_k_each(&queries, &depths, context).await?;
            recall_of(&found, &exact, RECALL_DEPTH, reference)
        }
    };
    context.reply(Response::Recalled { recall });
    Ok(())
}

/// `None` where no exact search is possible.
async fn exact(
    session: &Session,
    system: &System,
    remote: &RemoteCorpus<'_>,
    queries: &[Vec<f32>],
    k: usize,
    context: &Context,
) -> Result<Option<(Vec<Vec<Hit>>, Reference)>, EngineError> {
    if !system.gallery.is_empty() && !session.is_large(system) {
        let gallery = session.gallery(system, context).await?;
        context.yield_now().await?;
        return Ok(Some((gallery.top_k(queries, k, None).await?, Reference::Gallery)));
    }
    let of_engine = system.remote.as_ref().is_some_and(|remote| {
        can_rank_exactly(remote.kind, session.manifest.counts.images, system.dim)
    });
    match of_engine {
        true => remote.exact_top_k(queries, k, context).await.map(Some),
        false => Ok(None),
    }
}
