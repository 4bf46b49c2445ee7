//! Files with a number in their names: `img_emb_0.npy`, `img_emb_1.npy` …

use super::folder::SourceFolder;
use crate::{files, named_part};
use anyhow::{Context, Result, bail};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// A file and the number in its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Numbered {
    /// `None` if the recipe names a single file.
    pub(super) number: Option<u64>,
    pub(super) path: PathBuf,
}

impl SourceFolder {
    /// The file of a path; or, if its name has a `*`, all files with a number in its place, in the
    /// order of the numbers (10 after 9, unlike the order of the names).
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
                format!("{}: {number:?} is no number, and * means one", found.display())
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
