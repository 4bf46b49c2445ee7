//! Tables with named columns: Parquet, comma- or tab-separated values, JSON lines, or an array of JSON
//! objects.

use super::folder::{SourceFolder, cannot_read};
use crate::reading::vectors_file::{kind_of, parquet_read};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::{
    FieldTable, FileKind, NamedColumns, Place, columns_from_text, fault_of_id, field_table,
    text_from_bytes,
};
use rankscope_parquet::{columns_from_parquet, names_from_parquet, values_from_parquet};
use std::{
    fs::{self, File},
    path::Path,
};

pub(super) struct Table {
    /// The file's name for messages.
    pub(super) name: String,
    /// The values of each column; `None` for a row without one.
    pub(super) columns: Vec<Vec<Option<String>>>,
    places: Vec<Place>,
}

impl Table {
    /// Reads these columns of a file. Refuses one that is not a table or lacks a column.
    pub(super) fn read(path: &Path, names: &[&str]) -> Result<Self> {
        let name = path.display().to_string();
        let (kind, _) = kind_of(path).with_context(|| cannot_read(&name))?;
        if kind == FileKind::Parquet {
            let (name, columns) = parquet_columns(path, names)?;
            let n_rows = columns.first().map_or(0, Vec::len);
            return Ok(Self { name, columns, places: (0..n_rows).map(Place::Row).collect() });
        }
        let is_text = matches!(
            kind,
            FileKind::Csv
                | FileKind::Tsv
                | FileKind::Json
                | FileKind::JsonLines
                | FileKind::Words
                | FileKind::Text
                | FileKind::BeirQrels
                | FileKind::Empty
        );
        if !is_text {
            bail!(
                "{name} is {}, and a table is needed: CSV or TSV with a header, JSON lines, or \
                 Parquet",
                kind.words()
            );
        }
        let bytes = fs::read(path).with_context(|| cannot_read(&name))?;
        let text = text_from_bytes(&name, &bytes)?;
        let NamedColumns { places, columns } = columns_from_text(&name, &text, names)?;
        Ok(Self { name, columns, places })
    }

    /// File and place of a row, for messages.
    pub(super) fn at(&self, row: usize) -> String {
        format!("{}{}", self.name, self.place(row))
    }

    pub(super) fn place(&self, row: usize) -> Place {
        self.places.get(row).copied().unwrap_or(Place::File)
    }

    pub(super) fn n_rows(&self) -> usize {
        self.places.len()
    }

    pub(super) fn value(&self, column: usize, row: usize) -> Option<&str> {
        self.columns.get(column)?.get(row)?.as_deref()
    }

    /// A value that must exist; messages call it `what`.
    pub(super) fn needed(&self, column: usize, row: usize, what: &str) -> Result<&str> {
        let value = self.value(column, row);
        value.with_context(|| format!("{}: it has no {what}", self.at(row)))
    }

    pub(super) fn id(&self, column: usize, row: usize) -> Result<String> {
        let id = self.needed(column, row, "id")?;
        match fault_of_id(id) {
            None => Ok(id.to_owned()),
            Some(fault) => bail!("{}: {fault}", self.at(row)),
        }
    }
}

impl SourceFolder {
    pub(super) fn table(&self, path: &Path, names: &[&str]) -> Result<Table> {
        Table::read(&self.path(path), names)
    }
}

/// The file's name for messages, and the columns of these names; `None` for a row without a value.
fn parquet_columns(path: &Path, names: &[&str]) -> Result<(String, Vec<Vec<Option<String>>>)> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| cannot_read(&name))?;
    let columns = parquet_read(&name, || Ok(columns_from_parquet(&name, file, names)?))?;
    Ok((name, columns))
}

/// The columns of these names that the file has, with fractions and dates, and the names of all.
fn parquet_fields(path: &Path, names: &[&str]) -> Result<FieldTable> {
    let name = path.display().to_string();
    let open = || File::open(path).with_context(|| cannot_read(&name));
    let (first, second) = (open()?, open()?);
    parquet_read(&name, || {
        let all = names_from_parquet(&name, first)?;
        let known: Vec<&str> =
            names.iter().copied().filter(|name| all.iter().any(|one| one == name)).collect();
        let columns = values_from_parquet(&name, second, &known)?;
        let n_rows = columns.first().map_or(0, Vec::len);
        let columns = known.iter().map(|name| (*name).to_owned()).zip(columns).collect();
        Ok(FieldTable { columns, names: all, n_rows })
    })
}

/// The columns of these names that a file has, and the names of all.
pub(super) fn field_columns(path: &Path, name: &str, columns: &[&str]) -> Result<FieldTable> {
    if kind_of(path).with_context(|| cannot_read(name))?.0 == FileKind::Parquet {
        return parquet_fields(path, columns);
    }
    let bytes = fs::read(path).with_context(|| cannot_read(name))?;
    Ok(field_table(name, &text_from_bytes(name, &bytes)?, columns)?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_damaged_file_is_refused_or_read_and_never_ends_the_program() {
        let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/metadata.parquet");
        let whole = fs::read(fixture).unwrap();
        let name = parquet_columns(Path::new(fixture), &["nothing"]).unwrap_err().to_string();
        assert!(name.contains("no column"), "{name}");
        let mut n_refused = 0;
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 0xff;
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(&damaged).unwrap();
            n_refused += usize::from(parquet_columns(file.path(), &["image_path"]).is_err());
        }
        assert!(n_refused > whole.len() / 100, "{n_refused} of {}", whole.len());
    }
}
