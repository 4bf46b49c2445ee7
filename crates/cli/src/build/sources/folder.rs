//! The folder that a build recipe's paths are relative to.

use crate::{reading::named_part, writing::files};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::text_from_bytes;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The other files of this module add a method for each section of a recipe.
pub(crate) struct SourceFolder(pub(crate) PathBuf);

impl SourceFolder {
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

pub(super) fn cannot_read(name: &str) -> String {
    format!("cannot read {name} (paths are relative to the recipe's source, or --source)")
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Numbered {
    /// `None` if the recipe names a single file.
    pub(super) number: Option<u64>,
    pub(super) path: PathBuf,
}

impl SourceFolder {
    /// The file at a path; or, if its name has a `*`, all files with a number in its place, in the order of
    /// the numbers (10 after 9, unlike the order of names).
    pub(super) fn numbered(&self, path: &Path) -> Result<Vec<Numbered>> {
        // `img_*.npz#clip` is the same array of each file.
        let (path, part) = named_part::split(&self.path(path));
        let whole = |path: PathBuf| named_part::joined(path, part.as_deref());
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some((before, after)) = name.split_once('*') else {
            return Ok(vec![Numbered { number: None, path: whole(path) }]);
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut by_number: BTreeMap<u64, PathBuf> = BTreeMap::new();
        for found in files::entries(folder)? {
            let name = found.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let matched = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            let Some(number) = matched else { continue };
            let number = number.parse().with_context(|| {
                format!("{}: {number:?} is not a number, which * stands for", found.display())
            })?;
            if let Some(first) = by_number.insert(number, found.clone()) {
                bail!("{} and {} have the same number {number}", first.display(), found.display());
            }
        }
        if by_number.is_empty() {
            bail!("there is no file {} with a number for *", path.display());
        }
        let numbered = |(number, path)| Numbered { number: Some(number), path: whole(path) };
        Ok(by_number.into_iter().map(numbered).collect())
    }
}
