use crate::search::scan::SignCodes;
use crate::{
    FormatError,
    vectors::{ReadAt, ShardDtype, ShardFile, Vectors},
};

/// The seed of the rotation before signs are taken: the same for all shards of a gallery.
pub const SIGN_SEED: u64 = 1;

/// Rows in memory at once while signs are taken.
const ROWS_PER_BLOCK: usize = 4_096;

/// Consecutive rows of a gallery: signs in memory, vectors in a file.
#[derive(Debug)]
pub struct LargeShard<R> {
    pub(super) first_row: u32,
    pub(super) stored: ShardFile<R>,
    pub(super) signs: SignCodes,
}

impl<R: ReadAt> LargeShard<R> {
    /// A shard with signs from a file that [`Self::write_signs`] wrote; `first_row` is its first
    /// row in the corpus. If they `were_checked` before, their checksum is not computed again.
    /// Returns `stored` if the file has the signs of other vectors or is damaged.
    pub fn with_signs_from(
        first_row: u32,
        stored: ShardFile<R>,
        signs: &impl ReadAt,
        were_checked: bool,
    ) -> Result<Self, ShardFile<R>> {
        let (n_rows, dim) = (stored.n_rows(), stored.dim());
        match SignCodes::read(n_rows, dim, SIGN_SEED, signs, were_checked) {
            Some(signs) => Ok(Self { first_row, stored, signs }),
            None => Err(stored),
        }
    }

    /// Takes the signs of a shard. `on_rows` gets the number of rows done and returns whether to go
    /// on; it may yield to other tasks. `None` if it stopped the work.
    pub async fn coded(
        first_row: u32,
        stored: ShardFile<R>,
        mut on_rows: impl AsyncFnMut(usize) -> bool,
    ) -> Result<Option<Self>, FormatError> {
        let mut signs = SignCodes::with_capacity(stored.n_rows(), stored.dim(), SIGN_SEED);
        for first in (0..stored.n_rows()).step_by(ROWS_PER_BLOCK) {
            signs.append(&stored.rows(first, ROWS_PER_BLOCK)?);
            if !on_rows(stored.n_rows().min(first + ROWS_PER_BLOCK)).await {
                return Ok(None);
            }
        }
        Ok(Some(Self { first_row, stored, signs }))
    }

    /// Writes the signs as a file, part by part from its start to its end.
    pub fn write_signs<E>(&self, put: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        self.signs.write(put)
    }

    /// In the corpus.
    pub fn first_row(&self) -> u32 {
        self.first_row
    }

    pub fn signs(&self) -> &SignCodes {
        &self.signs
    }

    /// The vectors of chosen rows of the corpus, which are in this shard, in the order given.
    pub fn vectors(&self, rows_in_corpus: &[u32]) -> Result<Vectors, FormatError> {
        let in_shard = |row: &u32| row.checked_sub(self.first_row);
        let rows: Vec<u32> = rows_in_corpus.iter().filter_map(in_shard).collect();
        self.stored.chosen_rows(&rows)
    }

    pub fn n_rows(&self) -> usize {
        self.stored.n_rows()
    }

    pub fn dim(&self) -> usize {
        self.stored.dim()
    }

    pub fn dtype(&self) -> ShardDtype {
        self.stored.dtype()
    }

    pub fn bytes(&self) -> usize {
        self.signs.bytes() + self.stored.bytes()
    }

    /// The stored vector `[dim]` of a row of the corpus; `None` if it is in another shard.
    pub fn vector(&self, row_in_corpus: u32) -> Result<Option<Vec<f32>>, FormatError> {
        let row = row_in_corpus.checked_sub(self.first_row).map(|row| row as usize);
        let Some(row) = row.filter(|row| *row < self.n_rows()) else { return Ok(None) };
        Ok(Some(self.stored.rows(row, 1)?.row(0).collect()))
    }
}
