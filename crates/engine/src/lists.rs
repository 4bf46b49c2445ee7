//! The lists of the open benchmark in the worker, which judges with them.

use super::{
    context::{Context, now_ms},
    error::EngineError,
    session::Session,
    yield_now::yield_now,
};
use rankscope_core::analysis::{Column, Dataset};
use rankscope_core::benchmark::FileEntry;
use rankscope_core::benchmark::lists::ListSource;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The longest time for which the worker answers nothing else.
const TURN_MS: f64 = 12.0;

/// Files as the session fetches them: the page has just stored them in the browser's cache.
struct Fetched<'a> {
    session: &'a Session,
    context: &'a Context,
    /// When other messages could last be handled, in milliseconds.
    turn_began: Cell<f64>,
}

impl ListSource for Fetched<'_> {
    type Error = EngineError;

    async fn bytes(&self, file: &FileEntry) -> Result<Vec<u8>, EngineError> {
        self.session.fetch(file, self.context).await
    }

    async fn pause(&self) {
        if now_ms() - self.turn_began.get() > TURN_MS {
            yield_now().await;
            self.turn_began.set(now_ms());
        }
    }
}

/// The queries and images of the benchmark, loaded for the first request that judges.
pub(super) async fn lists(
    session: &Session,
    context: &Context,
) -> Result<Arc<Dataset>, EngineError> {
    let load = || async {
        let (base_url, manifest) = (session.base_url.clone(), session.manifest.clone());
        let dataset = Dataset::load_unjudged(base_url, manifest, &fetched(session, context)).await;
        let dataset = dataset.map_err(|e| e.unify(|e| EngineError::Lists(Box::new(e))))?;
        Ok::<_, EngineError>((Arc::new(dataset), 0))
    };
    Ok(session.lists.get("", load).await?.as_ref().clone())
}

/// Loads the qrels that columns need.
pub(super) async fn load_judgements(
    dataset: &Dataset,
    columns: &[Column],
    session: &Session,
    context: &Context,
) -> Result<(), EngineError> {
    let definitions: BTreeSet<usize> = columns.iter().map(|column| column.definition).collect();
    let loaded = dataset.load_judgements_of(definitions, &fetched(session, context)).await;
    loaded.map_err(|e| e.unify(|e| EngineError::Lists(Box::new(e))))
}

fn fetched<'a>(session: &'a Session, context: &'a Context) -> Fetched<'a> {
    Fetched { session, context, turn_began: Cell::new(now_ms()) }
}
