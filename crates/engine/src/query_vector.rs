use super::{
    context::{Context, now_ms},
    corpus::Corpus,
    error::EngineError,
    session::Session,
    vision_tower::rgba_of,
};
use rankscope_core::benchmark::System;
use rankscope_core::vectors::Vectors;
use rankscope_messages::SearchQuery;

/// A query's vector: stored, encoded from a text or a picture, or that of an image.
pub(super) struct QueryVector {
    pub(super) values: Vec<f32>,
    pub(super) load_ms: f64,
    /// `None` if nothing was encoded.
    pub(super) encode_ms: Option<f64>,
    pub(super) is_remembered: bool,
}

/// In a system's space.
pub(super) async fn query_vector(
    session: &Session,
    system: &System,
    query: &SearchQuery,
    context: &Context,
) -> Result<QueryVector, EngineError> {
    let started = now_ms();
    let loaded = |values| QueryVector {
        values,
        load_ms: now_ms() - started,
        encode_ms: None,
        is_remembered: false,
    };
    match query {
        SearchQuery::Stored(row) => {
            let queries = session.queries(system, context).await?;
            stored_vector(&queries, *row).map(loaded)
        }
        SearchQuery::StoredGuide { engine, row } => {
            let guides = session.guides(system, engine, context).await?;
            let vector: Vec<f32> = guides.row(*row as usize).collect();
            if vector.is_empty() {
                return Err(EngineError::NoSuchGuide { engine: engine.clone(), row: *row });
            }
            Ok(loaded(vector))
        }
        SearchQuery::Image(row) => {
            let corpus = Corpus::of(session, system, context).await?;
            corpus.vector(*row, context).await.map(loaded)
        }
        SearchQuery::Vector(bits) => {
            Ok(loaded(bits.iter().map(|bits| f32::from_bits(*bits)).collect()))
        }
        SearchQuery::Text(text) => {
            let id = system
                .encoder
                .as_ref()
                .ok_or_else(|| EngineError::NoEncoder(system.title.clone()))?;
            let encoder = session.encoder(id, context).await?;
            let load_ms = now_ms() - started;
            context.yield_now().await?;
            let before = now_ms();
            let (encoded, is_remembered) = encoder.encode(text).await?;
            let encode_ms = Some(now_ms() - before);
            Ok(QueryVector { values: encoded.vector, load_ms, encode_ms, is_remembered })
        }
        SearchQuery::Picture(picture) => {
            if session.manifest.vision_tower(system).is_none()
                && let Some(features) = session.picture_features(system, context).await?
            {
                let load_ms = now_ms() - started;
                let before = now_ms();
                let values = features.encode_picture(rgba_of(picture))?;
                let encode_ms = Some(now_ms() - before);
                return Ok(QueryVector { values, load_ms, encode_ms, is_remembered: false });
            }
            let tower = session.vision_tower(system, context).await?;
            let load_ms = now_ms() - started;
            let before = now_ms();
            let (values, is_remembered) = tower.encode(picture, context).await?;
            let encode_ms = Some(now_ms() - before);
            Ok(QueryVector { values, load_ms, encode_ms, is_remembered })
        }
    }
}

pub(super) fn stored_vector(queries: &Vectors, row: u32) -> Result<Vec<f32>, EngineError> {
    let vector: Vec<f32> = queries.row(row as usize).collect();
    if vector.is_empty() { Err(EngineError::NoSuchQuery(row)) } else { Ok(vector) }
}
