//! A system's gallery as a task sees it: in memory, or too large for that and in files.

use super::{
    error::EngineError,
    protocol::{Progress, ProgressUnit},
    session::Session,
    tasks::{Ways, give_way},
};
use crate::transfer::KeptFile;
use rankscope_core::benchmark::System;
use rankscope_core::ranking::Hit;
use rankscope_core::{
    search::large::{Effort, LargeSearch, LargeShard},
    vectors::score,
};
use rankscope_gpu::search::Gallery;
use std::rc::Rc;

/// A shard of a gallery that is in files.
pub(super) type Shard = LargeShard<KeptFile>;

/// Rows of a large corpus that are scored for a query, at least, and for every hit.
const CANDIDATES: usize = 4_000;
const CANDIDATES_A_HIT: usize = 4;

/// A gallery, wherever it is.
pub(super) enum Corpus<'a> {
    InMemory(Rc<Gallery>),
    /// Its shards are asked for when they are needed.
    InFiles {
        session: &'a Session,
        system: &'a System,
    },
}

/// How many of the `n_rows` rows of a large corpus that may be found are scored for the `k` best.
pub(super) fn effort(k: usize, n_rows: usize, all_rows: bool) -> Effort {
    let n = CANDIDATES.max(CANDIDATES_A_HIT * k);
    if all_rows { Effort::AllRows } else { Effort::Candidates(n.min(n_rows)) }
}

/// Of how many rows the vectors are looked at; `None` where it is all that may be found.
pub(super) fn n_candidates(effort: Effort, n_rows: usize) -> Option<usize> {
    match effort {
        Effort::Candidates(n) if n < n_rows => Some(n),
        Effort::Candidates(_) | Effort::AllRows => None,
    }
}

/// Takes a search through all shards of a gallery in files.
async fn through_files(
    session: &Session,
    system: &System,
    mut search: LargeSearch,
    ways: &Ways<'_>,
    after_shard: impl Fn(&LargeSearch),
) -> Result<Vec<Vec<Hit>>, EngineError> {
    for index in 0..system.gallery.len() {
        give_way(ways).await?;
        search.add_shard(&*session.shard(system, index, ways).await?)?;
        after_shard(&search);
    }
    Ok(search.best())
}

impl Corpus<'_> {
    /// The `k` best rows for each query.
    pub(super) async fn top_k(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        ways: &Ways<'_>,
    ) -> Result<Vec<Vec<Hit>>, EngineError> {
        match self {
            Self::InMemory(gallery) => Ok(gallery.top_k(queries, k, None).await?),
            Self::InFiles { session, system } => {
                let effort = effort(k, session.n_rows(), false);
                let search = LargeSearch::new(queries.to_vec(), k, effort, None);
                through_files(session, system, search, ways, |_| {}).await
            }
        }
    }

    /// The same with every row scored, also where the gallery is in files: slow there, so progress
    /// is told.
    pub(super) async fn top_k_of_all_rows(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        ways: &Ways<'_>,
    ) -> Result<Vec<Vec<Hit>>, EngineError> {
        match self {
            Self::InMemory(_) => self.top_k(queries, k, ways).await,
            Self::InFiles { session, system } => {
                let search = LargeSearch::new(queries.to_vec(), k, Effort::AllRows, None);
                let tell = |search: &LargeSearch| {
                    (ways.progress)(Progress {
                        what: system.id.clone(),
                        done: search.n_rows() as u64,
                        total: session.n_rows() as u64,
                        unit: ProgressUnit::Rows,
                    });
                };
                through_files(session, system, search, ways, tell).await
            }
        }
    }

    /// How many rows are scored for the `k` best of a query; `None` of a gallery in memory.
    pub(super) fn n_scored(&self, k: usize) -> Option<usize> {
        match self {
            Self::InMemory(_) => None,
            Self::InFiles { session, .. } => match effort(k, session.n_rows(), false) {
                Effort::Candidates(n) => Some(n),
                Effort::AllRows => None,
            },
        }
    }

    /// The `k` best rows for each query as the codes alone have them, of a gallery in memory.
    pub(super) async fn top_k_by_codes(
        &self,
        queries: &[Vec<f32>],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, EngineError> {
        match self {
            Self::InMemory(gallery) => Ok(gallery.top_k_by_codes(queries, k).await?),
            Self::InFiles { system, .. } => Err(EngineError::NotInMemory(system.title.clone())),
        }
    }

    /// The stored vector `[dim]` of a row.
    pub(super) async fn vector(&self, row: u32, ways: &Ways<'_>) -> Result<Vec<f32>, EngineError> {
        let found = match self {
            Self::InMemory(gallery) => gallery.vector(row),
            Self::InFiles { session, system } => {
                let holds = |index: &usize| session.rows_of_shard(system, *index).contains(&row);
                match (0..system.gallery.len()).find(holds) {
                    Some(index) => session.shard(system, index, ways).await?.vector(row)?,
                    None => None,
                }
            }
        };
        found.ok_or(EngineError::NoSuchImage(row))
    }

    /// Hits of these rows with their scores for a query, in any order.
    pub(super) async fn scored(
        &self,
        query: &[f32],
        rows: &[u32],
        ways: &Ways<'_>,
    ) -> Result<Vec<Hit>, EngineError> {
        let mut hits = Vec::with_capacity(rows.len());
        match self {
            Self::InMemory(gallery) => hits.extend(rows.iter().map(|row| {
                let score = gallery.score(query, *row);
                Hit { row_in_corpus: *row, score }
            })),
            Self::InFiles { session, system } => {
                for index in 0..system.gallery.len() {
                    let of_shard = session.rows_of_shard(system, index);
                    let mut rows = rows.iter().filter(|row| of_shard.contains(row)).peekable();
                    if rows.peek().is_none() {
                        continue;
                    }
                    let shard = session.shard(system, index, ways).await?;
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
