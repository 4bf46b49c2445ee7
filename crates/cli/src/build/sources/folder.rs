//! The folder that a build recipe's paths are relative to.

use anyhow::{Context, Result};
use rankscope_core::formats::text_from_bytes;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The folder; the other files of this module add a method for each section of a recipe.
pub(crate) struct SourceFolder(pub(crate) PathBuf);

impl SourceFolder {
    /// A path of the recipe, as messages show it.
    pub(crate) fn path(&self, path: &Path) -> PathBuf {
        self.0.join(path)
    }

    /// A file's name for messages, and its bytes.
    pub(super) fn bytes(&self, path: &Path) -> Result<(String, Vec<u8>)> {
        let path = self.path(path);
        let name = path.display().to_string();
        let bytes = fs::read(&path).with_context(|| cannot_read(&name))?;
        Ok((name, bytes))
    }

    /// A file's name for messages, and its text, inflated if it is gzip.
    pub(crate) fn text(&self, path: &Path) -> Result<(String, String)> {
        let (name, bytes) = self.bytes(path)?;
        let text = text_from_bytes(&name, &bytes)?.into_owned();
        Ok((name, text))
    }
}

/// What to say of a file that cannot be read.
pub(super) fn cannot_read(name: &str) -> String {
    format!("cannot read {name} (paths are relative to the recipe's source, or --source)")
}
