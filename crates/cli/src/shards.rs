//! Vectors into shards: normalised, rounded, checked row by row.

use super::writer::Writer;
use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use rankscope_core::benchmark::RowRange;
use rankscope_core::vectors::normalised;
use rankscope_core::vectors::{ShardDtype, Vectors, shard_from_rows};

/// The most bytes of codes in a shard.
const SHARD_BYTES: usize = 128 << 20;

/// Rows of vectors and where they come from.
pub(super) struct Rows<I> {
    /// What to call the source in messages.
    pub(super) name: String,
    /// How many rows there are.
    pub(super) n_rows: usize,
    /// Values in a row.
    pub(super) dim: usize,
    /// The rows themselves.
    pub(super) rows: I,
    /// What to call a row in messages: its file and its place there.
    pub(super) place_of: Box<dyn Fn(usize) -> String>,
}

impl<I: Iterator<Item = Result<Vec<f32>>>> Rows<I> {
    /// Writes `systems/<id>/gallery-00000.safetensors` … and returns their paths.
    pub(super) fn write_gallery(
        self,
        writer: &mut Writer,
        system: &str,
        dtype: ShardDtype,
        shard_rows: Option<usize>,
    ) -> Result<Vec<String>> {
        let most = (SHARD_BYTES / (self.dim * dtype.bytes())).max(1);
        let per_shard = shard_rows.unwrap_or(most).clamp(1, most);
        let mut paths = Vec::new();
        let mut start = 0;
        self.in_blocks(per_shard, dtype, |block| {
            let path = format!("systems/{system}/gallery-{:05}.safetensors", paths.len());
            let end = start + u32::try_from(block.n_rows())?;
            writer.add(&path, &shard_from_rows(&path, block)?, Some(RowRange { start, end }))?;
            start = end;
            paths.push(path);
            Ok(())
        })?;
        Ok(paths)
    }

    /// Writes `systems/<id>/queries.safetensors` and returns its path.
    pub(super) fn write_queries(self, writer: &mut Writer, system: &str) -> Result<String> {
        let path = format!("systems/{system}/queries.safetensors");
        let n_rows = self.n_rows.max(1);
        // One vector a query is not worth rounding further.
        self.in_blocks(n_rows, ShardDtype::F16, |block| {
            writer.add(&path, &shard_from_rows(&path, block)?, None)
        })?;
        Ok(path)
    }

    /// Normalises all rows and hands them on in blocks of `per_block`.
    fn in_blocks(
        self,
        per_block: usize,
        dtype: ShardDtype,
        mut write: impl FnMut(&Vectors) -> Result<()>,
    ) -> Result<()> {
        let Self { name, n_rows, dim, rows, place_of } = self;
        let progress = progress_bar(n_rows, &name);
        let empty = || Vectors::new(dim, dtype);
        let mut block = empty();
        let mut next_row = 0;
        for row in rows {
            let row = row?;
            if row.len() != dim {
                bail!("{}: it has {} values, and {dim} are needed", place_of(next_row), row.len());
            }
            match normalised(&row) {
                Ok(row) => block.push(row),
                Err(reason) => bail!("{}: {reason}", place_of(next_row)),
            }
            next_row += 1;
            progress.inc(1);
            if block.n_rows() == per_block {
                write(&block)?;
                block = empty();
            }
        }
        if next_row != n_rows {
            bail!("{name}: it has {next_row} rows, and {n_rows} were promised");
        }
        if block.n_rows() > 0 {
            write(&block)?;
        }
        progress.finish_and_clear();
        Ok(())
    }
}

/// Progress on standard error; hidden where that is not a terminal.
pub(super) fn progress_bar(len: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(len as u64).with_message(what.to_owned());
    match ProgressStyle::with_template("{bar:24} {pos}/{len} {msg} {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
