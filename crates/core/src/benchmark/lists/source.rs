use super::ListError;
use crate::benchmark::FileEntry;

/// Supplies a benchmark's files, and is called back while their records are read.
pub trait ListSource {
    type Error;

    /// The source checks the bytes against the entry's size and hash.
    fn bytes(&self, file: &FileEntry) -> impl Future<Output = Result<Vec<u8>, Self::Error>>;

    /// Announces a file that will be read soon. A source on a network may fetch it meanwhile.
    fn will_read(&self, _file: &FileEntry) {}

    /// Awaited every few records. A page checks its clock here, and yields to the browser after its time slice.
    fn pause(&self) -> impl Future<Output = ()> {
        std::future::ready(())
    }

    /// Called every few thousand records of a long list.
    fn on_progress(&self, _progress: ListProgress<'_>) {}
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListProgress<'a> {
    /// Relative to the benchmark.
    pub file: &'a str,
    /// Records read so far.
    pub done: u64,
    /// Records in the file.
    pub total: u64,
}

#[derive(Debug)]
pub enum LoadError<E> {
    Source(E),
    List(ListError),
}

impl<E> LoadError<E> {
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

/// Reading a page's clock costs more than reading a record.
const RECORDS_PER_PAUSE: u64 = 16;
/// Shorter lists report none.
const RECORDS_PER_REPORT: u64 = 4096;

/// Counts records, and calls the source's `pause` and `on_progress`.
pub(super) struct Pace<'a, S> {
    source: &'a S,
    /// `None` for no progress reports.
    file: Option<&'a str>,
    done: u64,
    total: u64,
}

impl<'a, S: ListSource> Pace<'a, S> {
    /// For records in memory: no progress reports.
    pub(super) fn silent(source: &'a S) -> Self {
        Self { source, file: None, done: 0, total: 0 }
    }

    /// For a file of `total` records.
    pub(super) fn of_file(source: &'a S, file: &'a str, total: u64) -> Self {
        Self { source, file: Some(file), done: 0, total }
    }

    pub(super) async fn step(&mut self) {
        self.done += 1;
        if self.done.is_multiple_of(RECORDS_PER_PAUSE) {
            self.source.pause().await;
        }
        if let Some(file) = self.file
            && self.done.is_multiple_of(RECORDS_PER_REPORT)
        {
            let (done, total) = (self.done, self.total);
            self.source.on_progress(ListProgress { file, done, total });
        }
    }

    /// Stops at the first error.
    pub(super) async fn collect<T, E>(
        mut self,
        items: impl Iterator<Item = Result<T, E>>,
    ) -> Result<Vec<T>, E> {
        let mut all = Vec::new();
        for item in items {
            all.push(item?);
            self.step().await;
        }
        Ok(all)
    }
}
