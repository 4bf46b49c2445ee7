//! Orders given images by a system's scores, for every query of the benchmark.

use crate::{
    context::Context,
    corpus::Corpus,
    error::EngineError,
    query_vector::stored_vector,
    rankings::{QUERIES_PER_BLOCK, Rankings},
    session::Session,
};
use rankscope_core::ranking::select_top_k;
use rankscope_messages::{ProgressUnit, Response};

/// `rows` has one list of image rows for each query.
pub(super) async fn rerank_queries(
    session: &Session,
    system_id: &str,
    rows: &[Vec<u32>],
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let queries = session.queries(system, context).await?;
    let corpus = Corpus::of(session, system, context).await?;
    let n_queries = rows.len().min(queries.n_rows());
    if n_queries == 0 {
        Rankings::none().reply_in_parts(context);
    }
    let mut first_query = 0u32;
    for block in rows.get(..n_queries).unwrap_or_default().chunks(QUERIES_PER_BLOCK) {
        context.yield_now().await?;
        let mut rankings = Vec::with_capacity(block.len());
        let mut query_row = first_query;
        for rows in block {
            let vector = stored_vector(&queries, query_row)?;
            rankings.push(select_top_k(corpus.scored(&vector, rows, context).await?, rows.len()));
            query_row += 1;
        }
        let last = query_row as usize == n_queries;
        // `None`, since every given image is scored.
        context.reply(Response::Rankings { first_query, rankings, n_candidates: None, last });
        first_query = query_row;
        let (done, total) = (u64::from(first_query), n_queries as u64);
        context.progress(&system.id, done, total, ProgressUnit::Queries);
    }
    Ok(())
}
