//! Exact rankings of a collection, to which its index is compared: by the engine if it can, or from all vectors,
//! read back.

use super::{
    call::Transport, collection::Collection, dialect::Filter, dialects::dialect_of,
    error::RemoteError,
};
use crate::benchmark::{Remote, RemoteKind};
use crate::ranking::Hit;
use crate::search::CpuGallery;
use crate::vectors::{ShardDtype, Vectors};

/// About 100 MB of JSON.
pub const MAX_READ_BACK_VALUES: u64 = 1 << 23;

/// Whether a corpus of `n_rows` vectors of `dim` values can be ranked exactly.
pub fn can_rank_exactly(kind: RemoteKind, n_rows: u32, dim: u32) -> bool {
    dialect_of(kind).ranks_exactly() || u64::from(n_rows) * u64::from(dim) <= MAX_READ_BACK_VALUES
}

impl Collection {
    /// Ranked exactly by the engine itself.
    pub async fn exact_top_k(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        transport: &impl Transport,
    ) -> Result<Vec<Vec<Hit>>, RemoteError> {
        self.ranked(queries, &vec![k; queries.len()], &Filter::All, true, transport).await
    }

    /// Ranked by the vectors of all rows, which are read back; `progress` gets the number of rows that arrived.
    pub async fn read_back_top_k(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        transport: &impl Transport,
        progress: &dyn Fn(u32),
    ) -> Result<Vec<Vec<Hit>>, RemoteError> {
        let n = u64::from(self.n_rows()) * self.dim() as u64;
        if n > MAX_READ_BACK_VALUES {
            let Remote { collection, .. } = self.remote().clone();
            return Err(RemoteError::TooLarge { collection, n, most: MAX_READ_BACK_VALUES });
        }
        let mut vectors = Vectors::new(self.dim(), ShardDtype::F32);
        let mut done = 0;
        let rows: Vec<u32> = (0..self.n_rows()).collect();
        for some in rows.chunks(2_000) {
            for vector in self.vectors(some, transport).await? {
                vectors.push(vector);
                done += 1;
            }
            progress(done);
        }
        Ok(CpuGallery::new(vectors).top_k(queries, k, None))
    }
}
