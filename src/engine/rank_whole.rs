//! Some of the benchmark's queries against all rows of a gallery, wherever it is: what candidates
//! are held to.

use super::{
    error::EngineError,
    protocol::Response,
    session::Session,
    tasks::{Ways, on_download, respond_with_none, vector_of_query},
};

/// The rankings of chosen queries, each `depths` long, by one reading of the whole gallery.
pub(super) async fn rank_whole(
    session: &Session,
    system_id: &str,
    query_rows: &[u32],
    depths: &[u32],
    ways: &Ways<'_>,
) -> Result<(), EngineError> {
    if query_rows.is_empty() {
        respond_with_none(ways);
        return Ok(());
    }
    let system = session.system(system_id)?;
    let stored = session.queries(system, ways.is_cancelled, &on_download(ways)).await?;
    let vectors = query_rows.iter().map(|row| vector_of_query(&stored, *row));
    let vectors = vectors.collect::<Result<Vec<Vec<f32>>, _>>()?;
    let deepest = depths.iter().max().map_or(0, |depth| *depth as usize);
    let corpus = session.corpus(system, ways).await?;
    let rankings = corpus.top_k_of_all_rows(&vectors, deepest, ways).await?;
    let n_last = query_rows.len() - 1;
    let asked = query_rows.iter().zip(depths).zip(rankings).enumerate();
    for (place, ((first_query, depth), mut hits)) in asked {
        hits.truncate(*depth as usize);
        (ways.respond)(Response::Rankings {
            first_query: *first_query,
            rankings: vec![hits],
            n_candidates: None,
            last: place == n_last,
        });
    }
    Ok(())
}
