//! A matrix → shards in the browser's storage, with at most one shard in memory.

use super::found::not_imported;
use super::matrix::Found;
use rankscope_core::benchmark::{FileEntry, RowRange};
use rankscope_core::formats::{FormatError, Place};
use rankscope_core::vectors::{ShardDtype, Vectors, normalised};
use rankscope_messages::Failure;
use rankscope_transfer::{TransferError, VECTORS_FOLDER, keep_vectors, shard_of};
use std::ops::Range;

/// The most bytes of values in a shard of a gallery.
const SHARD_BYTES: usize = 8 << 20;
/// The most bytes that are read at once; the page responds in between.
const READ_BYTES: u64 = 1 << 20;
/// Vectors are stored as a build stores them unless its recipe says otherwise.
const DTYPE: ShardDtype = ShardDtype::F16;

pub(super) struct Writing<'a> {
    pub(super) base_url: &'a str,
    pub(super) is_stopped: &'a dyn Fn() -> bool,
    /// Gets the file, the bytes of it that are done, and its bytes.
    pub(super) on_progress: &'a dyn Fn(&str, u64, u64),
    /// Shards that were not stored before.
    pub(super) new: Vec<FileEntry>,
    /// The shortest and the longest length so far, of the vectors as they are in their file.
    pub(super) lengths: Range<f64>,
}

pub(super) enum NotWritten {
    Stopped,
    Failed(Failure),
}

impl Writing<'_> {
    /// Writes all rows, in this order if there is one: as shards with their rows, or as one shard.
    pub(super) async fn write(
        &mut self,
        found: &Found,
        order: Option<&[u32]>,
        is_gallery: bool,
    ) -> Result<Vec<FileEntry>, NotWritten> {
        let n_rows = found.place.n_rows;
        let most = (SHARD_BYTES / (found.place.dim * DTYPE.bytes())).max(1);
        let most = if is_gallery { most } else { n_rows.max(1) };
        let mut shards = Vec::new();
        let mut start = 0;
        while start < n_rows {
            let end = n_rows.min(start + most);
            let vectors = self.rows(found, order, start, end).await?;
            let rows = u32::try_from(start).ok().zip(u32::try_from(end).ok());
            let rows = rows.map(|(start, end)| RowRange { start, end }).filter(|_| is_gallery);
            shards.push(self.keep(found, &vectors, rows).await?);
            start = end;
        }
        Ok(shards)
    }

    /// The rows `start..end` of the benchmark, normalised and rounded.
    async fn rows(
        &mut self,
        found: &Found,
        order: Option<&[u32]>,
        start: usize,
        end: usize,
    ) -> Result<Vectors, NotWritten> {
        let Found { matrix, place, .. } = found;
        let name = matrix.name();
        let failed = |e: FormatError| NotWritten::Failed(not_imported(&matrix.file, e.to_string()));
        let at = |row: usize| match order {
            Some(order) => order.get(row).map(|place| *place as usize),
            None => Some(row),
        };
        let most = usize::try_from(READ_BYTES / place.row_bytes()).unwrap_or(1).max(1);
        let mut vectors = Vectors::new(place.dim, DTYPE);
        let mut row = start;
        while row < end {
            if (self.is_stopped)() {
                return Err(NotWritten::Stopped);
            }
            let none =
                || failed(FormatError::new(&name, Place::File, "it has fewer ids than rows"));
            let first = at(row).ok_or_else(none)?;
            // As many as follow each other in the file too.
            let follow = |n: &usize| *n < most && row + n < end && at(row + n) == Some(first + n);
            let n = (1..).find(|n| !follow(n)).unwrap_or(1);
            let read = found.bytes_of(first..first + n).await.map_err(failed)?;
            for (source, values) in
                (first..).zip(place.rows_from_bytes(&name, first, &read).map_err(failed)?)
            {
                let values = values.map_err(failed)?;
                let length = values.iter().map(|own| f64::from(*own).powi(2)).sum::<f64>().sqrt();
                self.lengths = self.lengths.start.min(length)..self.lengths.end.max(length);
                let unit = normalised(&values).map_err(|reason| {
                    failed(FormatError::new(&name, Place::Row(source), reason.to_string()))
                })?;
                vectors.push(unit);
            }
            row += n;
            let bytes_of = |n_rows: usize| n_rows as u64 * place.row_bytes();
            (self.on_progress)(&name, bytes_of(row), bytes_of(place.n_rows));
        }
        Ok(vectors)
    }

    async fn keep(
        &mut self,
        found: &Found,
        vectors: &Vectors,
        rows: Option<RowRange>,
    ) -> Result<FileEntry, NotWritten> {
        let file = &found.matrix.file;
        let shard = shard_of(VECTORS_FOLDER, &found.matrix.name(), vectors, rows);
        let (entry, blob) =
            shard.map_err(|e| NotWritten::Failed(not_imported(file, e.to_string())))?;
        match keep_vectors(self.base_url, &entry, &blob).await {
            Ok(is_new) => {
                if is_new {
                    self.new.push(entry.clone());
                }
                Ok(entry)
            }
            Err(e) => Err(NotWritten::Failed(not_stored(file, &e))),
        }
    }
}

pub(super) fn not_stored(file: &str, error: &TransferError) -> Failure {
    let Failure { detail, advice, .. } = Failure::from(error);
    Failure { title: format!("{file} was not imported"), detail, advice }
}
