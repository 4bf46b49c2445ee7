//! Opens a file of vectors, whatever its container: recognised by the first bytes, and read a row at a
//! time, with any row in reach.

use crate::reading::named_part;
use anyhow::{Context, Result, anyhow, bail};
use rankscope_core::formats::{
    FileKind, HEAD_BYTES, MatrixRows, NumberKind, file_kind, rows_from_fbin, rows_from_npy,
    rows_from_npz, rows_from_safetensors,
};
use rankscope_parquet::{ParquetVectors, names_from_parquet};
use std::{
    fs::File,
    io::{BufReader, BufWriter, Read, Seek, SeekFrom, Take, Write},
    panic::{self, AssertUnwindSafe},
    path::Path,
};

/// Bytes read at a time: a few rows, since the next rows may be elsewhere.
const BUFFER: usize = 1 << 16;

pub(crate) type FileRows = MatrixRows<Take<BufReader<File>>>;

/// What a file is, and its size in bytes.
pub(crate) fn kind_of(path: &Path) -> Result<(FileKind, u64)> {
    let cannot_read = || format!("cannot read {}", path.display());
    let file = File::open(path).with_context(cannot_read)?;
    let n_bytes = file.metadata().with_context(cannot_read)?.len();
    let mut head = Vec::new();
    (&file).take(HEAD_BYTES as u64).read_to_end(&mut head).with_context(cannot_read)?;
    Ok((file_kind(&head, n_bytes), n_bytes))
}

/// Opens `.npy`, `.npz`, `.safetensors`, Parquet or `.fbin`; `FILE#NAME` names an array, a tensor or a
/// column. An array of an `.npz` and a column of Parquet are first copied into a temporary file without a
/// name, which is gone with the program. Refuses to guess between several vectors.
pub(crate) fn open(path: &Path) -> Result<FileRows> {
    let (file, part) = named_part::split(path);
    let part = part.as_deref();
    let name = file.display().to_string();
    let (kind, n_bytes) = kind_of(&file)?;
    let reader = || -> Result<BufReader<File>> {
        let opened = File::open(&file).with_context(|| format!("cannot read {name}"))?;
        Ok(BufReader::with_capacity(BUFFER, opened))
    };
    let whole = || Ok::<_, anyhow::Error>(reader()?.take(u64::MAX));
    if let (FileKind::Npy | FileKind::Fbin, Some(part)) = (kind, part) {
        bail!("{name} is {} and has one matrix: leave #{part} out", kind.words());
    }
    Ok(match kind {
        FileKind::Npy => rows_from_npy(&name, whole()?)?,
        FileKind::Fbin => rows_from_fbin(&name, whole()?, n_bytes)?,
        FileKind::Safetensors => rows_from_safetensors(&name, reader()?, n_bytes, part)?,
        FileKind::Npz => {
            let mut spool = Spool::new(&path.display().to_string())?;
            rows_from_npz(&name, reader()?, part, |mut rows| -> Result<()> {
                while let Some(row) = rows.next_row()? {
                    match rows.last_doubles() {
                        Some(doubles) => spool.push_doubles(&doubles)?,
                        None => spool.push(&row)?,
                    }
                }
                Ok(())
            })?;
            spool.finish()?
        }
        FileKind::Parquet => of_parquet(&file, part)?,
        other => bail!("{name}: {}", other.no_vectors()),
    })
}

/// The names of a Parquet file's columns; none for files of other kinds.
pub(crate) fn column_names(path: &Path) -> Result<Vec<String>> {
    let (file, _) = named_part::split(path);
    if kind_of(&file)?.0 != FileKind::Parquet {
        return Ok(Vec::new());
    }
    let name = file.display().to_string();
    let opened = File::open(&file).with_context(|| format!("cannot read {name}"))?;
    Ok(names_from_parquet(&name, opened)?)
}

fn of_parquet(path: &Path, column: Option<&str>) -> Result<FileRows> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    let mut spool = Spool::new(&name)?;
    parquet_read(&name, || {
        let mut rows = ParquetVectors::open(&name, file, column)?;
        while let Some(row) = rows.next_row()? {
            spool.push(&row)?;
        }
        Ok(())
    })?;
    spool.finish()
}

/// Reads Parquet, whose crate panics on some damaged files.
pub(crate) fn parquet_read<T>(name: &str, read: impl FnOnce() -> Result<T>) -> Result<T> {
    panic::catch_unwind(AssertUnwindSafe(read))
        .map_err(|_| anyhow!("{name} is damaged: its Parquet cannot be read"))?
}

/// Rows as float32, or all as float64, in a file without a name, in any order.
struct Spool {
    name: String,
    file: BufWriter<File>,
    n_rows: u64,
    dim: usize,
    number: NumberKind,
}

impl Spool {
    fn new(name: &str) -> Result<Self> {
        let file = tempfile::tempfile().context("cannot make a temporary file")?;
        let number = NumberKind::F32;
        Ok(Self { name: name.to_owned(), file: BufWriter::new(file), n_rows: 0, dim: 0, number })
    }

    /// The source has made sure that all rows are of equal length.
    fn push(&mut self, row: &[f32]) -> Result<()> {
        self.write(row.len(), row.iter().map(|value| value.to_le_bytes()))
    }

    fn push_doubles(&mut self, row: &[f64]) -> Result<()> {
        self.number = NumberKind::F64;
        self.write(row.len(), row.iter().map(|value| value.to_le_bytes()))
    }

    fn write<const N: usize>(
        &mut self,
        dim: usize,
        values: impl Iterator<Item = [u8; N]>,
    ) -> Result<()> {
        self.dim = dim;
        self.n_rows += 1;
        for value in values {
            self.file.write_all(&value).with_context(|| {
                format!(
                    "cannot copy the rows of {} into a temporary file: set TMPDIR to a folder with \
                     more room",
                    self.name
                )
            })?;
        }
        Ok(())
    }

    fn finish(self) -> Result<FileRows> {
        let Self { name, file, n_rows, dim, number } = self;
        if n_rows == 0 {
            bail!("{name} has no rows");
        }
        let mut file = file.into_inner().context("cannot write a temporary file")?;
        file.seek(SeekFrom::Start(0)).context("cannot read a temporary file")?;
        let reader = BufReader::with_capacity(BUFFER, file).take(u64::MAX);
        Ok(MatrixRows::new(&name, reader, [n_rows, dim as u64], number)?)
    }
}
