//! Where the bytes of lists come from.

use super::ListError;
use crate::benchmark::FileEntry;

/// Where the files of a benchmark come from, and what happens between reading their records.
pub trait ListSource {
    /// Why a file cannot be had.
    type Error;

    /// The bytes of a file. The source checks them against the entry's size and hash.
    ///
    /// # Errors
    /// The file is missing, or is not the one that the manifest describes.
    fn bytes(&self, file: &FileEntry) -> impl Future<Output = Result<Vec<u8>, Self::Error>>;

    /// Awaited every few records. A page looks at its clock here and, when its time is up, lets
    /// the browser respond.
    fn pause(&self) -> impl Future<Output = ()> {
        std::future::ready(())
    }

    /// Called every few thousand records of a long list.
    fn on_progress(&self, _progress: ListProgress<'_>) {}
}

/// How much of a list has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListProgress<'a> {
    /// The file, relative to the benchmark.
    pub file: &'a str,
    /// Records that were read.
    pub done: u64,
    /// Records in the file.
    pub total: u64,
}

/// Why lists were not loaded.
#[derive(Debug)]
pub enum LoadError<E> {
    /// The source failed.
    Source(E),
    /// A list is wrong.
    List(ListError),
}

impl<E> LoadError<E> {
    /// One error for both, in the source's own type.
    pub fn unify(self, from_list: impl FnOnce(ListError) -> E) -> E {
        match self {
            Self::Source(error) => error,
            Self::List(error) => from_list(error),
        }
    }
}

impl<E, L: Into<ListError>> From<L> for LoadError<E> {
    fn from(error: L) -> Self {
        Self::List(error.into())
    }
}
