//! One file for each kind of request. A task gets the [`Session`] and the [`Context`] of its
//! request, and replies through the context.

mod check_encoder;
mod classify_topics;
mod find_texts;
mod guide;
mod holdings;
mod judge_queries;
mod measure_recall;
mod name_images;
mod neighbours;
mod prepare;
mod rank_queries;
mod rank_texts;
mod rank_whole;
mod rerank_queries;
mod search;

use super::{context::Context, error::EngineError, session::Session};
use rank_queries::RankedBy;
use rankscope_messages::Request;

/// Runs a request; replies are sent as they become ready.
pub(super) async fn run(
    session: &Session,
    request: &Request,
    context: &Context,
) -> Result<(), EngineError> {
    match request {
        Request::Search { system, query, k, rerank, all_rows, among } => {
            let scope = search::scope(session, *all_rows, among.as_ref())?;
            search::search(session, system, query, *k, rerank.as_ref(), scope, context).await
        }
        Request::Prepare { system, is_text } => {
            prepare::prepare(session, system, *is_text, context).await
        }
        Request::RankQueries { system, depths } => {
            rank_queries::rank_queries(session, system, depths, RankedBy::Score, context).await
        }
        Request::JudgeQueries { system, columns } => {
            judge_queries::judge_queries(session, system, columns, context).await
        }
        Request::RankQueriesByCodes { system, depths } => {
            rank_queries::rank_queries(session, system, depths, RankedBy::Codes, context).await
        }
        Request::RankWhole { system, queries, depths } => {
            rank_whole::rank_whole(session, system, queries, depths, context).await
        }
        Request::RerankQueries { system, rows } => {
            rerank_queries::rerank_queries(session, system, rows, context).await
        }
        Request::FindTexts { system, query, k } => {
            find_texts::find_texts(session, system, query, *k, context).await
        }
        Request::FindQueries { system, query, k } => {
            find_texts::find_queries(session, system, query, *k, context).await
        }
        Request::RankTexts { system, images, depths } => {
            rank_texts::rank_texts(session, system, images, depths, context).await
        }
        Request::Neighbours { system, rows, k, among } => {
            neighbours::neighbours(session, system, rows, *k, among.as_ref(), context).await
        }
        Request::ClassifyTopics { system, topics } => {
            classify_topics::classify_topics(session, system, topics, context).await
        }
        Request::Guide { system, guide, k } => {
            guide::guide(session, system, guide, *k, context).await
        }
        Request::MeasureRecall { system } => {
            measure_recall::measure_recall(session, system, context).await
        }
        Request::NameImages { system, rows } => {
            name_images::name_images(session, system, rows, context).await
        }
        Request::CheckEncoder { encoder } => {
            check_encoder::check_encoder(session, encoder, context).await
        }
        Request::Holdings => {
            holdings::holdings(session, context);
            Ok(())
        }
    }
}
