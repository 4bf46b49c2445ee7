//! A system's gallery as a task sees it: in memory, or too large for that and in files.

use super::{
    error::EngineError,
    tasks::{Ways, give_way},
};
use crate::ranking::Hit;
use crate::search::{
    Gallery,
    large::{Effort, LargeShard, SoFar},
    score,
};
use crate::transfer::KeptFile;
use std::rc::Rc;

/// A shard of a gallery that is in files.
pub(super) type Shard = LargeShard<KeptFile>;

/// Rows of a large corpus that are scored for a query, at least, and for every hit.
const CANDIDATES: usize = 4_000;
const CANDIDATES_A_HIT: usize = 4;

/// All of a gallery.
pub(super) enum Corpus {
    InMemory(Rc<Gallery>),
    InFiles(Vec<Rc<Shard>>),
}

/// How many rows of a large corpus are scored for the `k` best.
pub(super) fn effort(k: usize, all_rows: bool) -> Effort {
    if all_rows {
        Effort::AllRows
    } else {
        Effort::Candidates(CANDIDATES.max(CANDIDATES_A_HIT * k))
    }
}

impl Corpus {
    /// The `k` best rows for each query.
    pub(super) async fn top_k(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        ways: &Ways<'_>,
    ) -> Result<Vec<Vec<Hit>>, EngineError> {
        match self {
            Self::InMemory(gallery) => Ok(gallery.top_k(queries, k, None).await?),
            Self::InFiles(shards) => {
                let mut search = SoFar::new(queries.to_vec(), k, effort(k, false), None);
                for shard in shards {
                    give_way(ways).await?;
                    search.take(shard)?;
                }
                Ok(search.best())
            }
        }
    }

    /// The stored vector `[dim]` of a row.
    pub(super) fn vector(&self, row: u32) -> Result<Vec<f32>, EngineError> {
        let found = match self {
            Self::InMemory(gallery) => gallery.vector(row),
            Self::InFiles(shards) => {
                let mut found = None;
                for shard in shards {
                    found = found.or(shard.vector(row)?);
                }
                found
            }
        };
        found.ok_or(EngineError::NoSuchImage(row))
    }

    /// Hits of these rows, in their order, with their scores for a query.
    pub(super) fn scored(&self, query: &[f32], rows: &[u32]) -> Result<Vec<Hit>, EngineError> {
        let score = |row: &u32| {
            let score = match self {
                Self::InMemory(gallery) => gallery.score(query, *row),
                Self::InFiles(_) => score(query, self.vector(*row)?.into_iter()),
            };
            Ok(Hit { row_in_corpus: *row, score })
        };
        rows.iter().map(score).collect()
    }
}
