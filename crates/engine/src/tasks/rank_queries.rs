//! Ranks one system's gallery for all queries of the benchmark, block by block.

use crate::{
    context::Context,
    corpus::Corpus,
    error::EngineError,
    rankings::{QUERIES_PER_BLOCK, Rankings},
    session::Session,
};
use rankscope_messages::ProgressUnit;

#[derive(Clone, Copy)]
pub(super) enum RankedBy {
    /// The same on every device.
    Score,
    /// By the int8 codes alone.
    Codes,
}

/// `depths` are the lengths of the rankings, by query.
pub(super) async fn rank_queries(
    session: &Session,
    system_id: &str,
    depths: &[u32],
    ranked_by: RankedBy,
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let queries = session.queries(system, context).await?;
    let corpus = Corpus::of(session, system, context).await?;
    let n_queries = queries.n_rows();
    if n_queries == 0 {
        Rankings::none().reply_in_parts(context);
    }
    for first in (0..n_queries).step_by(QUERIES_PER_BLOCK) {
        context.yield_now().await?;
        let end = n_queries.min(first + QUERIES_PER_BLOCK);
        let block: Vec<Vec<f32>> = (first..end).map(|row| queries.row(row).collect()).collect();
        let depths = depths.get(first..end).unwrap_or_default();
        let depths: Vec<usize> = depths.iter().map(|depth| *depth as usize).collect();
        let deepest = depths.iter().max().copied().unwrap_or(0);
        let rankings = match ranked_by {
            RankedBy::Score => corpus.top_k_each(&block, &depths, context).await?,
            RankedBy::Codes => {
                let mut rankings = corpus.top_k_by_codes(&block, deepest).await?;
                rankings.iter_mut().zip(&depths).for_each(|(hits, depth)| hits.truncate(*depth));
                rankings
            }
        };
        #[expect(clippy::cast_possible_truncation, reason = "the manifest counts queries in u32")]
        let first_query = first as u32;
        let n_candidates = match ranked_by {
            RankedBy::Score => corpus.n_scored(deepest),
            RankedBy::Codes => None,
        };
        let last = end == n_queries;
        Rankings { first_query, rankings, n_candidates, last }.reply_in_parts(context);
        context.progress(&system.id, end as u64, n_queries as u64, ProgressUnit::Queries);
    }
    Ok(())
}
