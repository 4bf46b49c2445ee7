//! A system's corpus in a search engine.

use super::{context::Context, error::EngineError, remotes::asked, session::Session};
use rankscope_core::benchmark::{Image, System};
use rankscope_core::ranking::Hit;
use rankscope_core::remote::{Collection, Reference, RemoteError};
use rankscope_core::search::RowMask;
use rankscope_messages::ProgressUnit;
use std::collections::BTreeMap;
use std::rc::Rc;

pub(super) struct RemoteCorpus<'a> {
    session: &'a Session,
    system: &'a System,
    collection: Rc<Collection>,
}

impl<'a> RemoteCorpus<'a> {
    /// `None` for a system that asks no search engine.
    pub(super) async fn of(
        session: &'a Session,
        system: &'a System,
        context: &Context,
    ) -> Result<Option<Self>, EngineError> {
        let Some(remote) = &system.remote else { return Ok(None) };
        let open = || async {
            let is_cancelled = || context.is_cancelled();
            let asked = asked(remote, &is_cancelled);
            let n_images = session.manifest.counts.images;
            let collection = Collection::open(remote, system.dim, n_images, &asked).await?;
            Ok::<_, EngineError>((collection, 0))
        };
        let collection = session.remotes.0.get(&system.id, open).await?;
        Ok(Some(Self { session, system, collection }))
    }

    pub(super) fn title(&self) -> &str {
        &self.system.title
    }

    /// The `ks` best rows for each query, by the engine's index.
    pub(super) async fn top_k_each(
        &self,
        queries: &[Vec<f32>],
        ks: &[usize],
        context: &Context,
    ) -> Result<Vec<Vec<Hit>>, EngineError> {
        let is_cancelled = || context.is_cancelled();
        let asked = asked(self.collection.remote(), &is_cancelled);
        self.held(self.collection.top_k_each(queries, ks, &asked).await)
    }

    /// The `k` best rows for a query, of a mask's if any, by the engine's index.
    pub(super) async fn top_k(
        &self,
        query: Vec<f32>,
        k: usize,
        among: Option<&RowMask>,
        context: &Context,
    ) -> Result<Vec<Hit>, EngineError> {
        let is_cancelled = || context.is_cancelled();
        let asked = asked(self.collection.remote(), &is_cancelled);
        self.held(self.collection.top_k(query, k, among, &asked).await)
    }

    /// The `k` best rows for each query, exactly: by the engine, or by its vectors, read back.
    pub(super) async fn exact_top_k(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        context: &Context,
    ) -> Result<(Vec<Vec<Hit>>, Reference), EngineError> {
        let is_cancelled = || context.is_cancelled();
        let collection = &self.collection;
        let asked = asked(collection.remote(), &is_cancelled);
        if collection.ranks_exactly() {
            let hits = self.held(collection.exact_top_k(queries, k, &asked).await)?;
            return Ok((hits, Reference::Engine));
        }
        let progress = |done: u32| {
            let total = collection.n_rows().into();
            context.progress(&self.system.id, done.into(), total, ProgressUnit::Rows);
        };
        let hits = self.held(collection.read_back_top_k(queries, k, &asked, &progress).await)?;
        Ok((hits, Reference::ReadBack))
    }

    pub(super) async fn vectors(
        &self,
        rows: &[u32],
        context: &Context,
    ) -> Result<Vec<Vec<f32>>, EngineError> {
        let is_cancelled = || context.is_cancelled();
        let asked = asked(self.collection.remote(), &is_cancelled);
        self.held(self.collection.vectors(rows, &asked).await)
    }

    /// The images of rows, as far as the engine names them.
    pub(super) async fn images(
        &self,
        rows: &[u32],
        context: &Context,
    ) -> Result<BTreeMap<u32, Image>, EngineError> {
        let is_cancelled = || context.is_cancelled();
        let asked = asked(self.collection.remote(), &is_cancelled);
        self.held(self.collection.images(rows, &asked).await)
    }

    /// After a failure the collection is opened again: the engine may hold another under its name.
    fn held<T>(&self, outcome: Result<T, RemoteError>) -> Result<T, EngineError> {
        if outcome.as_ref().is_err_and(|error| *error != RemoteError::Cancelled) {
            self.session.remotes.forget_unless(|id| id != self.system.id);
        }
        Ok(outcome?)
    }
}
