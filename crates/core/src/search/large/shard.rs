//! One shard of a large corpus.

use crate::search::scan::SignCodes;
use crate::{
    formats::FormatError,
    vectors::{ReadAt, ShardDtype, ShardFile},
};

/// The seed of the rotation before signs are taken: the same for all shards of a corpus.
pub const SIGN_SEED: u64 = 1;

/// Rows that are in memory at once while they are coded.
const ROWS_PER_BLOCK: usize = 4_096;

/// Some consecutive rows of a corpus: signs in memory, vectors in a file.
#[derive(Debug)]
pub struct LargeShard<R> {
    pub(super) first_row: u32,
    pub(super) stored: ShardFile<R>,
    pub(super) signs: SignCodes,
}

impl<R: ReadAt> LargeShard<R> {
    /// A shard whose signs were kept; `first_row` is its first row in the corpus. Gives the
    /// shard's file back where they are not its signs, or are damaged: for those that
    /// `were_checked` since, only the first is looked at.
    ///
    /// # Errors
    /// The file.
    pub fn with_kept_signs(
        first_row: u32,
        stored: ShardFile<R>,
        signs: &impl ReadAt,
        were_checked: bool,
    ) -> Result<Self, ShardFile<R>> {
        let (n_rows, dim) = (stored.n_rows(), stored.dim());
        match SignCodes::from_kept(n_rows, dim, SIGN_SEED, signs, were_checked) {
            Some(signs) => Ok(Self { first_row, stored, signs }),
            None => Err(stored),
        }
    }

    /// Takes the signs of a shard. `on_rows` is told how many rows are done, and says whether to
    /// go on; it may let others work in between.
    ///
    /// # Errors
    /// What cannot be read, or rows that cannot be vectors. `None` where it was told to stop.
    pub async fn coded(
        first_row: u32,
        stored: ShardFile<R>,
        mut on_rows: impl AsyncFnMut(usize) -> bool,
    ) -> Result<Option<Self>, FormatError> {
        let mut signs = SignCodes::with_room(stored.n_rows(), stored.dim(), SIGN_SEED);
        for first in (0..stored.n_rows()).step_by(ROWS_PER_BLOCK) {
            signs.append(&stored.rows(first, ROWS_PER_BLOCK)?);
            if !on_rows(stored.n_rows().min(first + ROWS_PER_BLOCK)).await {
                return Ok(None);
            }
        }
        Ok(Some(Self { first_row, stored, signs }))
    }

    /// Hands the signs on, to be kept: a file from its start to its end.
    ///
    /// # Errors
    /// Those of `put`.
    pub fn keep_signs<E>(&self, put: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        self.signs.keep(put)
    }

    /// Rows of the shard.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.stored.n_rows()
    }

    /// Values in a vector.
    #[must_use]
    pub fn dim(&self) -> usize {
        self.stored.dim()
    }

    /// How the vectors are kept in the file.
    #[must_use]
    pub fn dtype(&self) -> ShardDtype {
        self.stored.dtype()
    }

    /// Bytes that it takes in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.signs.bytes() + self.stored.bytes()
    }

    /// The stored vector `[dim]` of a row of the corpus; `None` where it is in another shard.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn vector(&self, row_in_corpus: u32) -> Result<Option<Vec<f32>>, FormatError> {
        let row = row_in_corpus.checked_sub(self.first_row).map(|row| row as usize);
        let Some(row) = row.filter(|row| *row < self.n_rows()) else { return Ok(None) };
        Ok(Some(self.stored.rows(row, 1)?.row(0).collect()))
    }
}
