//! Vectors of any container → numpy's `.npy`, which everything reads.

use crate::{
    reading::vectors_file::{self, FileRows},
    terminal::reporter,
    writing::{
        files::{Destination, name},
        publication,
    },
};
use anyhow::{Context, Result, bail};
use rankscope_core::analysis::words::counted;
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
};

/// Writes the vectors in `from` to `out` as float32, a row at a time.
pub(super) fn to_npy(from: &Path, out: Option<&Path>, force: bool) -> Result<()> {
    let Destination::File { path: out, force } = Destination::new(out, force)? else {
        bail!("vectors are not printed: give --out a file, such as gallery.npy")
    };
    if from.as_os_str() == "-" {
        bail!("vectors are not read from standard input: save them as a file, and give that");
    }
    let mut rows = vectors_file::open(from)?;
    let stage = publication::stage(out, force, rankscope_publish::only_files)?;
    stage
        .with_new(|new| write(&mut rows, new))
        .with_context(|| format!("cannot convert {}", name(from)))?;
    publication::publish(stage)?;
    let (n, dim) = (counted(rows.n_rows(), "row", "rows"), rows.dim());
    reporter::note(format_args!("{}: {n} of {}", out.display(), counted(dim, "value", "values")));
    Ok(())
}

fn write(rows: &mut FileRows, path: &Path) -> Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    file.write_all(&header(rows.n_rows(), rows.dim()))?;
    while let Some(row) = rows.next_row()? {
        for value in row {
            file.write_all(&value.to_le_bytes())?;
        }
    }
    Ok(file.into_inner()?.sync_all()?)
}

/// The head of version 1.0 of numpy's format: the magic, and a Python dictionary padded with spaces to
/// a multiple of 64 bytes (numpy, `lib/format.py`).
fn header(n_rows: usize, dim: usize) -> Vec<u8> {
    const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
    let mut text =
        format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({n_rows}, {dim}), }}");
    // The magic, two bytes of length, the text and a line feed.
    let length = (MAGIC.len() + 2 + text.len() + 1).next_multiple_of(64) - MAGIC.len() - 2;
    text.push_str(&" ".repeat(length - 1 - text.len()));
    text.push('\n');
    let length = u16::try_from(length).unwrap_or(u16::MAX);
    [MAGIC, &length.to_le_bytes(), text.as_bytes()].concat()
}
