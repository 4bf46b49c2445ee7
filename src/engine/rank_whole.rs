//! Some of the benchmark's queries against all rows of a gallery, wherever it is: what candidates
//! are held to.

use super::{
    corpus::Corpus,
    error::EngineError,
    protocol::{Progress, ProgressUnit, Response},
    session::Session,
    tasks::{Ways, give_way, on_download, vector_of_query},
};
use crate::search::large::{Effort, SoFar};

/// The rankings of chosen queries, each `depths` long, by one reading of the whole gallery.
pub(super) async fn rank_whole(
    session: &Session,
    system_id: &str,
    query_rows: &[u32],
    depths: &[u32],
    ways: &Ways<'_>,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let stored = session.queries(system, ways.is_cancelled, &on_download(ways)).await?;
    let vectors = query_rows.iter().map(|row| vector_of_query(&stored, *row));
    let vectors = vectors.collect::<Result<Vec<Vec<f32>>, _>>()?;
    let deepest = depths.iter().max().map_or(0, |depth| *depth as usize);
    let rankings = match session.corpus(system, ways).await? {
        Corpus::InMemory(gallery) => gallery.top_k(&vectors, deepest, None).await?,
        Corpus::InFiles { .. } => {
            let mut search = SoFar::new(vectors, deepest, Effort::AllRows, None);
            for index in 0..system.gallery.len() {
                give_way(ways).await?;
                search.take(&*session.shard(system, index, ways).await?)?;
                (ways.progress)(Progress {
                    what: system.id.clone(),
                    done: search.n_rows() as u64,
                    total: session.n_rows() as u64,
                    unit: ProgressUnit::Rows,
                });
            }
            search.best()
        }
    };
    let n_last = query_rows.len().saturating_sub(1);
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
