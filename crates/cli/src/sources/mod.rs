//! What a recipe points to, read and checked against each other; one file for each section
//! of the recipe, and one for each layout that several of them read.

mod candidates;
mod captions;
mod classes;
mod folds;
mod images;
mod metadata;
mod mirflickr;
mod numbered;
mod parquet;
mod queries;
mod relevance;
mod vectors;

pub(super) use captions::captions_of;
pub(super) use images::Corpus;
pub(super) use queries::facets_of;

use anyhow::{Context, Result, bail};
use rankscope_core::formats::{ids_from_lines, ids_from_npy, inflated, text_from_bytes};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The folder that a recipe's paths are relative to.
pub(super) struct Sources(pub(super) PathBuf);

impl Sources {
    /// A path of the recipe, as it is shown in messages.
    pub(super) fn path(&self, path: &Path) -> PathBuf {
        self.0.join(path)
    }

    /// A file's name for messages, and its bytes.
    fn bytes(&self, path: &Path) -> Result<(String, Vec<u8>)> {
        let path = self.path(path);
        let name = path.display().to_string();
        let bytes = fs::read(&path).with_context(|| cannot_read(&name))?;
        Ok((name, bytes))
    }

    /// A file's name for messages, and its text, which may be gzip.
    fn text(&self, path: &Path) -> Result<(String, String)> {
        let (name, bytes) = self.bytes(path)?;
        let text = text_from_bytes(&name, &bytes)?.into_owned();
        Ok((name, text))
    }

    /// Ids, none twice: one a line, or whole numbers as `.npy`.
    fn ids(&self, path: &Path) -> Result<Vec<String>> {
        let (name, bytes) = self.bytes(path)?;
        let ids = if path.extension().is_some_and(|extension| extension == "npy") {
            ids_from_npy(&name, &inflated(&name, &bytes)?)?
        } else {
            ids_from_lines(&name, &text_from_bytes(&name, &bytes)?)?
        };
        if ids.is_empty() {
            bail!("{name} is empty: one id a line is needed");
        }
        Ok(ids)
    }
}

fn cannot_read(name: &str) -> String {
    format!("cannot read {name} (paths are relative to the recipe's source, or --source)")
}
