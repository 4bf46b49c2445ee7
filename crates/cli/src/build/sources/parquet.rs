//! Reads columns of a Parquet file.

use anyhow::{Context, Result, anyhow};
use rankscope_core::formats::FieldTable;
use rankscope_parquet::{columns_from_parquet, names_from_parquet, values_from_parquet};
use std::{
    fs::File,
    panic::{self, AssertUnwindSafe},
    path::Path,
};

/// The values of each column; `None` for a row without one.
type Columns = Vec<Vec<Option<String>>>;

/// The file's name for messages, and the columns of these names.
pub(super) fn columns(path: &Path, names: &[&str]) -> Result<(String, Columns)> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| super::folder::cannot_read(&name))?;
    // The Parquet crate panics on some damaged files.
    let read = panic::catch_unwind(AssertUnwindSafe(|| columns_from_parquet(&name, file, names)));
    let columns = read.map_err(|_| anyhow!("{name} is damaged: its Parquet cannot be read"))??;
    Ok((name, columns))
}

/// The file's name for messages, the columns of these names that it has, with fractions and dates,
/// and the names of all.
pub(super) fn field_columns(path: &Path, names: &[&str]) -> Result<FieldTable> {
    let name = path.display().to_string();
    let open = || File::open(path).with_context(|| super::folder::cannot_read(&name));
    let (first, second) = (open()?, open()?);
    let read = AssertUnwindSafe(|| -> Result<FieldTable> {
        let all = names_from_parquet(&name, first)?;
        let own: Vec<&str> =
            names.iter().copied().filter(|name| all.iter().any(|own| own == name)).collect();
        let columns = values_from_parquet(&name, second, &own)?;
        let n_rows = columns.first().map_or(0, Vec::len);
        let columns = own.iter().map(|name| (*name).to_owned()).zip(columns).collect();
        Ok(FieldTable { columns, names: all, n_rows })
    });
    // The Parquet crate panics on some damaged files.
    panic::catch_unwind(read)
        .map_err(|_| anyhow!("{name} is damaged: its Parquet cannot be read"))?
}
