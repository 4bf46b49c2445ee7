//! Ranks one system's gallery for all queries of the benchmark and judges the rankings here, so
//! that only values leave the worker, not hundreds of thousands of hits.

use crate::{
    context::Context, corpus::Corpus, error::EngineError, lists, query_vector::stored_vector,
    rankings::QUERIES_PER_BLOCK, session::Session,
};
use rankscope_core::analysis::{Column, Dataset, Tally, depths};
use rankscope_core::ranking::select_top_k;
use rankscope_messages::{ProgressUnit, Response};
use std::sync::Arc;

/// `columns` are measures and definitions of relevance by name.
pub(super) async fn judge_queries(
    session: &Session,
    system_id: &str,
    columns: &[(String, String)],
    context: &Context,
) -> Result<(), EngineError> {
    let system = session.system(system_id)?;
    let dataset = lists::lists(session, context).await?;
    let columns: Vec<Column> =
        columns.iter().map(|named| column(&dataset, named)).collect::<Result<_, _>>()?;
    lists::load_judgements(&dataset, &columns, session, context).await?;
    let columns = Arc::new(columns);
    let queries = session.queries(system, context).await?;
    let corpus = Corpus::of(session, system, context).await?;
    let depths = depths(&dataset, &columns);
    let mut tally = Tally::new(dataset.clone(), columns, system.id.clone()).with_candidates_apart();
    let n_queries = queries.n_rows();
    let mut first_query = 0u32;
    for first in (0..n_queries).step_by(QUERIES_PER_BLOCK) {
        context.yield_now().await?;
        let end = n_queries.min(first + QUERIES_PER_BLOCK);
        let block: Vec<Vec<f32>> = (first..end).map(|row| queries.row(row).collect()).collect();
        let depths = depths.get(first..end).unwrap_or_default();
        let depths: Vec<usize> = depths.iter().map(|depth| *depth as usize).collect();
        let rankings = corpus.top_k_each(&block, &depths, context).await?;
        tally.add(first_query, &rankings);
        first_query += u32::try_from(rankings.len()).unwrap_or(u32::MAX);
        tally.scored(corpus.n_scored(depths.iter().max().copied().unwrap_or(0)));
        context.progress(&system.id, end as u64, n_queries as u64, ProgressUnit::Queries);
    }
    for definition in 0..dataset.relevance.len() {
        let Some(candidates) = dataset.candidates(definition) else { continue };
        let mut query_row = 0u32;
        for block in candidates.chunks(QUERIES_PER_BLOCK) {
            context.yield_now().await?;
            let (first, mut rankings) = (query_row, Vec::with_capacity(block.len()));
            for rows in block {
                let vector = stored_vector(&queries, query_row)?;
                let scored = corpus.scored(&vector, rows, context).await?;
                rankings.push(select_top_k(scored, rows.len()));
                query_row += 1;
            }
            tally.add_candidates(definition, first, &rankings);
        }
    }
    context.reply(Response::Judged { values: tally.finished().to_bytes() });
    Ok(())
}

fn column(dataset: &Dataset, named: &(String, String)) -> Result<Column, EngineError> {
    let (measure, relevance) = named;
    let unknown = || EngineError::UnknownColumn(format!("{measure} {relevance}"));
    let measure = measure.parse().map_err(|_| unknown())?;
    Column::new(dataset, measure, relevance).ok_or_else(unknown)
}
