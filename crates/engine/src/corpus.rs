//! A system's gallery as a task sees it: in memory, on disk if it does not fit, or in a search
//! engine.

use super::{context::Context, error::EngineError, remote::RemoteCorpus, session::Session};
use rankscope_core::benchmark::System;
use rankscope_core::ranking::Hit;
use rankscope_core::search::Gallery;
use rankscope_core::{
    search::large::{Effort, LargeSearch},
    vectors::score,
};
use rankscope_messages::ProgressUnit;
use std::rc::Rc;

/// Rows of a gallery on disk that are scored for a query: at least this many …
const MIN_CANDIDATES: usize = 4_000;
/// … and this many for each hit.
const CANDIDATES_PER_HIT: usize = 4;

pub(super) enum Corpus<'a> {
    InMemory(Rc<Gallery>),
    /// Shards are loaded on demand.
    OnDisk {
        session: &'a Session,
        system: &'a System,
    },
    /// In a search engine.
    Elsewhere(RemoteCorpus<'a>),
}

/// How many rows of a gallery on disk are scored to find the `k` best of `n_rows`.
pub(super) fn effort(k: usize, n_rows: usize, all_rows: bool) -> Effort {
    let n = MIN_CANDIDATES.max(CANDIDATES_PER_HIT.saturating_mul(k));
    if all_rows { Effort::AllRows } else { Effort::Candidates(n.min(n_rows)) }
}

/// How many rows are scored; `None` if all `n_rows` are.
pub(super) fn n_candidates(effort: Effort, n_rows: usize) -> Option<usize> {
    match effort {
        Effort::Candidates(n) if n < n_rows => Some(n),
        Effort::Candidates(_) | Effort::AllRows => None,
    }
}

async fn search_shards(
    session: &Session,
    system: &System,
    mut search: LargeSearch,
    context: &Context,
    after_shard: impl Fn(&LargeSearch),
) -> Result<Vec<Vec<Hit>>, EngineError> {
    for index in 0..system.gallery.len() {
        context.yield_now().await?;
        search.add_shard(&*session.shard(system, index, context).await?)?;
        after_shard(&search);
    }
    Ok(search.best())
}

impl<'a> Corpus<'a> {
    /// The gallery of a system, loaded if it fits in memory; or its opened collection.
    pub(super) async fn of(
        session: &'a Session,
        system: &'a System,
        context: &Context,
    ) -> Result<Self, EngineError> {
        if let Some(remote) = RemoteCorpus::of(session, system, context).await? {
            return Ok(Self::Elsewhere(remote));
        }
        if session.is_large(system) {
            return Ok(Self::OnDisk { session, system });
        }
        Ok(Self::InMemory(session.gallery(system, context).await?))
    }

    /// The `ks` best rows for each query.
    pub(super) async fn top_k_each(
        &self,
        queries: &[Vec<f32>],
        ks: &[usize],
        context: &Context,
    ) -> Result<Vec<Vec<Hit>>, EngineError> {
        match self {
            Self::InMemory(gallery) => Ok(gallery.top_k_each(queries, ks).await?),
            Self::Elsewhere(remote) => remote.top_k_each(queries, ks, context).await,
            Self::OnDisk { session, system } => {
                // One pass over the shards at the largest k, then cut.
                let k = ks.iter().max().copied().unwrap_or(0);
                let effort = effort(k, session.n_rows(), false);
                let search = LargeSearch::new(queries.to_vec(), k, effort, None);
                let mut lists = search_shards(session, system, search, context, |_| {}).await?;
                lists.iter_mut().zip(ks).for_each(|(hits, k)| hits.truncate(*k));
                Ok(lists)
            }
        }
    }

    /// The `k` best rows for each query, with every row scored. Slow on disk, so it reports
    /// progress.
    pub(super) async fn top_k_of_all_rows(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        context: &Context,
    ) -> Result<Vec<Vec<Hit>>, EngineError> {
        match self {
            Self::InMemory(gallery) => Ok(gallery.top_k(queries, k, None).await?),
            Self::Elsewhere(remote) => Ok(remote.exact_top_k(queries, k, context).await?.0),
            Self::OnDisk { session, system } => {
                let search = LargeSearch::new(queries.to_vec(), k, Effort::AllRows, None);
                let report = |search: &LargeSearch| {
                    let (done, total) = (search.n_rows() as u64, session.n_rows() as u64);
                    context.progress(&system.id, done, total, ProgressUnit::Rows);
                };
                search_shards(session, system, search, context, report).await
            }
        }
    }

    /// How many rows of a gallery on disk are scored to find the `k` best; `None` for others.
    pub(super) fn n_scored(&self, k: usize) -> Option<usize> {
        match self {
            Self::InMemory(_) | Self::Elsewhere(_) => None,
            Self::OnDisk { session, .. } => match effort(k, session.n_rows(), false) {
                Effort::Candidates(n) => Some(n),
                Effort::AllRows => None,
            },
        }
    }

    /// By the int8 codes alone. Needs a gallery in memory.
    pub(super) async fn top_k_by_codes(
        &self,
        queries: &[Vec<f32>],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, EngineError> {
        match self {
            Self::InMemory(gallery) => Ok(gallery.top_k_by_codes(queries, k).await?),
            Self::OnDisk { system, .. } => Err(EngineError::NotInMemory(system.title.clone())),
            Self::Elsewhere(remote) => Err(EngineError::NoGallery(remote.title().into())),
        }
    }

    /// The stored vector `[dim]` of a row.
    pub(super) async fn vector(
        &self,
        row: u32,
        context: &Context,
    ) -> Result<Vec<f32>, EngineError> {
        let found = match self {
            Self::InMemory(gallery) => gallery.vector(row),
            Self::OnDisk { session, system } if session.is_in_parts(system) => {
                match session.checked_rows(system, &[row], context).await {
                    Err(error) if session.gives_up_parts(&error) => {
                        return Box::pin(self.vector(row, context)).await;
                    }
                    found => found?.pop().map(|(_, vector)| vector),
                }
            }
            Self::Elsewhere(remote) => remote.vectors(&[row], context).await?.pop(),
            Self::OnDisk { session, system } => match session.shard_of_row(system, row) {
                Some(index) => session.shard(system, index, context).await?.vector(row)?,
                None => None,
            },
        };
        found.ok_or(EngineError::NoSuchImage(row))
    }

    /// The given rows with their scores for a query, in any order.
    pub(super) async fn scored(
        &self,
        query: &[f32],
        rows: &[u32],
        context: &Context,
    ) -> Result<Vec<Hit>, EngineError> {
        let mut hits = Vec::with_capacity(rows.len());
        match self {
            Self::InMemory(gallery) => hits.extend(rows.iter().map(|row| {
                let score = gallery.score(query, *row);
                Hit { row_in_corpus: *row, score }
            })),
            Self::OnDisk { session, system } if session.is_in_parts(system) => {
                match session.checked_rows(system, rows, context).await {
                    Err(error) if session.gives_up_parts(&error) => {
                        return Box::pin(self.scored(query, rows, context)).await;
                    }
                    found => hits.extend(found?.into_iter().map(|(row, vector)| {
                        let score = score(query, vector.into_iter());
                        Hit { row_in_corpus: row, score }
                    })),
                }
            }
            Self::Elsewhere(remote) => {
                for (row, vector) in rows.iter().zip(remote.vectors(rows, context).await?) {
                    let score = score(query, vector.into_iter());
                    hits.push(Hit { row_in_corpus: *row, score });
                }
            }
            Self::OnDisk { session, system } => {
                for index in 0..system.gallery.len() {
                    let of_shard = session.rows_of_shard(system, index);
                    let mut rows = rows.iter().filter(|row| of_shard.contains(row)).peekable();
                    if rows.peek().is_none() {
                        continue;
                    }
                    let shard = session.shard(system, index, context).await?;
                    for row in rows {
                        let vector = shard.vector(*row)?.ok_or(EngineError::NoSuchImage(*row))?;
                        let score = score(query, vector.into_iter());
                        hits.push(Hit { row_in_corpus: *row, score });
                    }
                }
            }
        }
        Ok(hits)
    }
}
