//! The source of the lists' bytes.

use super::ListError;
use crate::benchmark::FileEntry;

/// Supplies the files of a benchmark, and is called back while their records are read.
pub trait ListSource {
    /// Why a file cannot be read.
    type Error;

    /// Reads a file. The source checks its bytes against the entry's size and hash.
    ///
    /// # Errors
    /// The file is missing, or is not the one that the manifest describes.
    fn bytes(&self, file: &FileEntry) -> impl Future<Output = Result<Vec<u8>, Self::Error>>;

    /// Told of a file that will be read soon. A source to which files come over a network may fetch it
    /// meanwhile.
    fn will_read(&self, _file: &FileEntry) {}

    /// Awaited every few records. A page checks its clock here, and yields to the browser when its
    /// time slice is over.
    fn pause(&self) -> impl Future<Output = ()> {
        std::future::ready(())
    }

    /// Called every few thousand records of a long list.
    fn on_progress(&self, _progress: ListProgress<'_>) {}
}

/// The progress of reading a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListProgress<'a> {
    /// The file, relative to the benchmark.
    pub file: &'a str,
    /// Records read so far.
    pub done: u64,
    /// Records in the file.
    pub total: u64,
}

/// Why lists were not loaded.
#[derive(Debug)]
pub enum LoadError<E> {
    /// The source failed.
    Source(E),
    /// A list is invalid.
    List(ListError),
}

impl<E> LoadError<E> {
    /// Converts both cases to the source's error type.
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
