//! Writes vectors as shards: normalised, rounded, and checked row by row.

use crate::{build::benchmark_writer::BenchmarkWriter, terminal::reporter::progress_bar};
use anyhow::{Result, bail};
use rankscope_core::benchmark::{RowRange, signs_path};
use rankscope_core::search::{large::SIGN_SEED, scan::SignCodes};
use rankscope_core::vectors::{ShardDtype, Vectors, normalised, shard_from_rows};
use std::{cell::Cell, ops::Range, rc::Rc};

/// The most bytes of codes in a shard.
const SHARD_BYTES: usize = 128 << 20;

/// Vectors `[n_rows, dim]` that are read or made a row at a time.
pub struct Rows<I> {
    /// The source, for messages.
    pub(crate) name: String,
    pub(crate) n_rows: usize,
    pub(crate) dim: usize,
    /// Not yet normalised.
    pub(crate) rows: I,
    /// File and row of a row, for messages.
    pub(crate) place_of: Box<dyn Fn(usize) -> String>,
}

/// Rows from memory. Messages call them `name`, and a row `name, row 7`.
pub fn rows_from_vectors(
    name: String,
    dim: usize,
    vectors: Vec<Vec<f32>>,
) -> Rows<impl Iterator<Item = Result<Vec<f32>>>> {
    let of_row = name.clone();
    Rows {
        name,
        n_rows: vectors.len(),
        dim,
        rows: vectors.into_iter().map(Ok),
        place_of: Box::new(move |row| format!("{of_row}, row {row}")),
    }
}

type AnyRows = Rows<Box<dyn Iterator<Item = Result<Vec<f32>>>>>;

impl<I: Iterator<Item = Result<Vec<f32>>> + 'static> Rows<I> {
    /// The same rows, whose shortest length and longest are in `seen` once they have been read.
    pub(crate) fn seeing_lengths(self, seen: &Rc<Cell<Range<f64>>>) -> AnyRows {
        let seen = Rc::clone(seen);
        self.mapped(0, move |row| {
            let (length, Range { start, end }) = (length_of(row), seen.take());
            seen.set(start.min(length)..end.max(length));
        })
    }

    /// The vectors with another value at the end, made from their length. If it makes all of a gallery as
    /// long as the longest, and is 0 for queries, the cosine orders them as the dot product does.
    pub(crate) fn with_a_dimension(self, value: impl Fn(f64) -> f64 + 'static) -> AnyRows {
        #[expect(clippy::cast_possible_truncation, reason = "vectors are of float32")]
        self.mapped(1, move |row| row.push(value(length_of(row)) as f32))
    }

    fn mapped(self, more: usize, change: impl Fn(&mut Vec<f32>) + 'static) -> AnyRows {
        let Self { name, n_rows, dim, rows, place_of } = self;
        let changed = move |row: Result<Vec<f32>>| {
            let mut row = row?;
            change(&mut row);
            Ok(row)
        };
        Rows { name, n_rows, dim: dim + more, rows: Box::new(rows.map(changed)), place_of }
    }
}

fn length_of(row: &[f32]) -> f64 {
    row.iter().map(|value| f64::from(*value).powi(2)).sum::<f64>().sqrt()
}

impl<I: Iterator<Item = Result<Vec<f32>>>> Rows<I> {
    /// Refuses rows that are not of the space of `other`, which has this dim.
    pub(crate) fn check_dim(&self, dim: usize, other: &str) -> Result<()> {
        if self.dim != dim {
            bail!(
                "{} has vectors of dim {}, and {other} of dim {dim}: both must be of the same space",
                self.name,
                self.dim
            );
        }
        Ok(())
    }

    /// Writes `systems/<id>/gallery-00000.safetensors` …, with their signs if the benchmark has them, and
    /// returns the shards' paths. A shard has `shard_rows` rows, or as many as fit into 128 MiB.
    pub fn write_gallery(
        self,
        writer: &mut BenchmarkWriter,
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
            let shard = shard_from_rows(&path, block)?;
            writer.add(&path, &shard, Some(RowRange { start, end }))?;
            if writer.has_codes {
                writer.add(&signs_path(&path), &signs_of(block), None)?;
            }
            start = end;
            paths.push(path);
            Ok(())
        })?;
        Ok(paths)
    }

    /// Returns the file's path.
    pub fn write_queries(self, writer: &mut BenchmarkWriter, system: &str) -> Result<String> {
        self.write_texts(writer, format!("systems/{system}/queries.safetensors"))
    }

    /// Writes vectors of texts as one file. Returns its path.
    pub(crate) fn write_texts(self, writer: &mut BenchmarkWriter, path: String) -> Result<String> {
        let n_rows = self.n_rows.max(1);
        // There are too few texts for smaller codes to save anything.
        self.in_blocks(n_rows, ShardDtype::F16, |block| {
            writer.add(&path, &shard_from_rows(&path, block)?, None)
        })?;
        Ok(path)
    }

    /// Normalises all rows and passes them to `write` in blocks of `per_block`.
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
                bail!("{}: it has {} values, not {dim}", place_of(next_row), row.len());
            }
            match normalised(&row) {
                Ok(row) => block.push(row),
                Err(reason) => bail!(
                    "{}: {reason}: encode it again, or leave out the row and its id",
                    place_of(next_row)
                ),
            }
            next_row += 1;
            progress.inc(1);
            if block.n_rows() == per_block {
                write(&block)?;
                block = empty();
            }
        }
        if next_row != n_rows {
            bail!("{name}: it has {next_row} rows, not {n_rows}");
        }
        if block.n_rows() > 0 {
            write(&block)?;
        }
        progress.finish_and_clear();
        Ok(())
    }
}

/// The bytes of the file with the signs of a shard.
pub(crate) fn signs_of(vectors: &Vectors) -> Vec<u8> {
    SignCodes::new(vectors, SIGN_SEED).to_bytes()
}
