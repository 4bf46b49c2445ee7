//! The queries and images that runs and judgements name, where nothing else lists them.

use super::folder::SourceFolder;
use crate::list_files::{self, Pairs};
use anyhow::{Result, bail};
use std::{collections::BTreeSet, path::PathBuf};

impl SourceFolder {
    /// The ids of the images that the files name, in the natural order.
    ///
    /// # Errors
    /// A file that is neither a run nor judgements, or no id in all of them.
    pub(super) fn images_named_in(&self, files: &[PathBuf]) -> Result<Vec<String>> {
        self.ids_named_in(files, |pairs| pairs.images)
    }

    /// The same for queries.
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
