//! Pauses and progress reports while reading many records.

use super::{ListProgress, ListSource};

/// Records between two pauses: reading a page's clock costs more than reading a record.
const RECORDS_PER_PAUSE: u64 = 16;
/// Records between two progress reports; shorter lists report none.
const RECORDS_PER_REPORT: u64 = 4096;

/// Counts records, and calls the source's `pause` and `on_progress`.
pub(super) struct Pace<'a, S> {
    source: &'a S,
    /// The file in progress reports; `None` for no reports.
    file: Option<&'a str>,
    done: u64,
    total: u64,
}

impl<'a, S: ListSource> Pace<'a, S> {
    /// For records in memory: no progress reports.
    pub(super) fn silent(source: &'a S) -> Self {
        Self { source, file: None, done: 0, total: 0 }
    }

    /// For reading a file of `total` records.
    pub(super) fn of_file(source: &'a S, file: &'a str, total: u64) -> Self {
        Self { source, file: Some(file), done: 0, total }
    }

    /// Counts one record.
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

    /// Collects all items, or the first error.
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
