//! Lists of ids: a line each, a JSON array, whole numbers as `.npy`, a column of a table, or what runs
//! and judgements name where nothing else lists them.

use super::{folder::SourceFolder, table::Table};
use crate::{
    reading::{
        list_files::{self, Pairs},
        named_part,
    },
    writing::files,
};
use anyhow::{Result, bail};
use rankscope_core::formats::{ids_from_npy, ids_from_text, inflated, text_from_bytes};
use std::{
    collections::{BTreeSet, HashMap},
    path::{Path, PathBuf},
};

impl SourceFolder {
    /// A list of ids, without duplicates: one id a line, a JSON array, whole numbers as `.npy`, or a
    /// column of a table as `FILE#COLUMN`.
    pub(super) fn ids(&self, path: &Path) -> Result<Vec<String>> {
        if let (file, Some(column)) = named_part::split(&self.path(path)) {
            return ids_in_column(&file, &column);
        }
        let (name, bytes) = self.bytes(path)?;
        ids_of(&name, &bytes)
    }
}

/// The same of a file that no recipe names.
pub(crate) fn ids_in_file(path: &Path) -> Result<Vec<String>> {
    match named_part::split(path) {
        (file, Some(column)) => ids_in_column(&file, &column),
        (file, None) => ids_of(&files::name(&file), &files::bytes(&file)?),
    }
}

fn ids_of(name: &str, bytes: &[u8]) -> Result<Vec<String>> {
    let ids = if name.ends_with(".npy") {
        ids_from_npy(name, &inflated(name, bytes)?)?
    } else {
        ids_from_text(name, &text_from_bytes(name, bytes)?)?
    };
    if ids.is_empty() {
        bail!("{name} is empty: it needs one id a line");
    }
    Ok(ids)
}

fn ids_in_column(path: &Path, column: &str) -> Result<Vec<String>> {
    let table = Table::read(path, &[column])?;
    let mut row_of: HashMap<String, usize> = HashMap::new();
    let mut ids = Vec::with_capacity(table.n_rows());
    for row in 0..table.n_rows() {
        let id = table.id(0, row)?;
        if let Some(first) = row_of.insert(id.clone(), row) {
            bail!("{}: the id {id} occurs twice, first at {}", table.at(row), table.at(first));
        }
        ids.push(id);
    }
    if ids.is_empty() {
        bail!("{} has no row under {column:?}", table.name);
    }
    Ok(ids)
}

impl SourceFolder {
    /// The ids of the images that the files name, in natural order. Refuses files that name none, and
    /// those that are neither runs nor judgements.
    pub(super) fn images_named_in(&self, files: &[PathBuf]) -> Result<Vec<String>> {
        self.ids_named_in(files, |pairs| pairs.images)
    }

    pub(super) fn queries_named_in(&self, files: &[PathBuf]) -> Result<Vec<String>> {
        self.ids_named_in(files, |pairs| pairs.queries)
    }

    fn ids_named_in(
        &self,
        files: &[PathBuf],
        which: fn(Pairs) -> BTreeSet<String>,
    ) -> Result<Vec<String>> {
        let mut named = BTreeSet::new();
        for file in files {
            let (pairs, _) = list_files::pairs(&self.path(file))?;
            named.extend(which(pairs));
        }
        if named.is_empty() {
            bail!("named_in = {files:?} names nothing: give runs or judgements");
        }
        let mut ids: Vec<String> = named.into_iter().collect();
        ids.sort_by(|a, b| alphanumeric_sort::compare_str(a, b).then_with(|| a.cmp(b)));
        Ok(ids)
    }
}
