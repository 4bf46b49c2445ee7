//! Tables with named columns, whichever way they are written: Parquet, comma- or tab-separated values,
//! JSON lines or an array of JSON objects.

use super::{
    folder::{SourceFolder, cannot_read},
    parquet,
};
use crate::vectors_file::kind_of;
use anyhow::{Context, Result, bail};
use rankscope_core::formats::{
    FileKind, NamedColumns, Place, columns_from_text, fault_of_id, text_from_bytes,
};
use std::{fs, path::Path};

/// The columns of a table that were asked for.
pub(super) struct Table {
    /// The file's name for messages.
    pub(super) name: String,
    /// The values of each column; `None` for a row without one.
    pub(super) columns: Vec<Vec<Option<String>>>,
    places: Vec<Place>,
}

impl Table {
    /// Reads these columns of a file.
    ///
    /// # Errors
    /// A file that is no table, or a missing column.
    pub(super) fn read(path: &Path, names: &[&str]) -> Result<Self> {
        let name = path.display().to_string();
        let (kind, _) = kind_of(path).with_context(|| cannot_read(&name))?;
        if kind == FileKind::Parquet {
            let (name, columns) = parquet::columns(path, names)?;
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

    /// The file and the place of a row, for messages.
    pub(super) fn at(&self, row: usize) -> String {
        let place = self.places.get(row).copied().unwrap_or(Place::File);
        format!("{}{place}", self.name)
    }

    pub(super) fn n_rows(&self) -> usize {
        self.places.len()
    }

    /// A value; `None` where the row or the column has none.
    pub(super) fn value(&self, column: usize, row: usize) -> Option<&str> {
        self.columns.get(column)?.get(row)?.as_deref()
    }

    /// A value that must be there; `what` is what it is called in messages.
    pub(super) fn needed(&self, column: usize, row: usize, what: &str) -> Result<&str> {
        let value = self.value(column, row);
        value.with_context(|| format!("{}: it has no {what}", self.at(row)))
    }

    /// A value that must be an id.
    pub(super) fn id(&self, column: usize, row: usize) -> Result<String> {
        let id = self.needed(column, row, "id")?;
        match fault_of_id(id) {
            None => Ok(id.to_owned()),
            Some(fault) => bail!("{}: {fault}", self.at(row)),
        }
    }
}

impl SourceFolder {
    /// These columns of a file of the recipe.
    pub(super) fn table(&self, path: &Path, names: &[&str]) -> Result<Table> {
        Table::read(&self.path(path), names)
    }
}
