//! Ranks every row of a gallery, in memory or on disk, for some queries of the benchmark: the
//! reference for rankings by candidates.

use crate::{
    context::Context, corpus::Corpus, error::EngineError, query_vector::stored_vector,
    rankings::Rankings, session::Session,
};
use rankscope_messages::Response;

/// One pass over all rows; `depths` are the lengths of the rankings, by query.
pub(super) async fn rank_whole(
    session: &Session,
    system_id: &str,
    query_rows: &[u32],
    depths: &[u32],
    context: &Context,
) -> Result<(), EngineError> {
    if query_rows.is_empty() {
        Rankings::none().reply_in_parts(context);
        return Ok(());
    }
    let system = session.system(system_id)?;
    let stored = session.queries(system, context).await?;
    let vectors = query_rows.iter().map(|row| stored_vector(&stored, *row));
    let vectors = vectors.collect::<Result<Vec<Vec<f32>>, _>>()?;
    let deepest = depths.iter().max().map_or(0, |depth| *depth as usize);
    let corpus = Corpus::of(session, system, context).await?;
    let rankings = corpus.top_k_of_all_rows(&vectors, deepest, context).await?;
    let n_last = query_rows.len() - 1;
    let ranked = query_rows.iter().zip(depths).zip(rankings).enumerate();
    for (place, ((first_query, depth), mut hits)) in ranked {
        hits.truncate(*depth as usize);
        context.reply(Response::Rankings {
            first_query: *first_query,
            rankings: vec![hits],
            n_candidates: None,
            last: place == n_last,
        });
    }
    Ok(())
}
