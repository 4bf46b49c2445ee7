//! The parts of a benchmark as sections of a recipe see them, and how sections name files.

use super::{
    matrices::SystemFiles,
    recipe::{path_from, quoted},
    roles::Roles,
};
use crate::list_files::Pairs;
use std::{collections::BTreeSet, path::Path};

/// The parts that were found, and the folder that paths start from.
pub(super) struct Parts<'a> {
    pub(super) roles: &'a Roles<'a>,
    pub(super) systems: &'a [SystemFiles<'a>],
    pub(super) base: &'a Path,
}

impl Parts<'_> {
    /// A path as the recipe says it.
    pub(super) fn path(&self, path: &Path) -> String {
        path_from(path, self.base)
    }

    /// A path as comments say it.
    pub(super) fn shown(&self, path: &Path) -> String {
        match path.file_name() {
            Some(name) if path == self.base => name.to_string_lossy().into_owned(),
            _ => self.path(path),
        }
    }

    /// A file's path as TOML.
    pub(super) fn toml(&self, path: &Path) -> String {
        quoted(&self.path(path))
    }

    /// Files of judgements and rankings, as a list in TOML.
    pub(super) fn lists(&self) -> String {
        let lists = self.roles.qrels.iter().chain(&self.roles.runs);
        format!("[{}]", lists.map(|(path, _)| self.toml(path)).collect::<Vec<_>>().join(", "))
    }

    /// The number of the first of `n` things that judgements and runs name by numbers: 0 or 1, if
    /// they say so.
    pub(super) fn first_number<'b>(
        &'b self,
        n: usize,
        ids: impl Fn(&'b Pairs) -> &'b BTreeSet<String>,
    ) -> Option<usize> {
        let named: BTreeSet<&String> = self.roles.pairs().flat_map(ids).collect();
        let has = |number: usize| named.contains(&number.to_string());
        match (has(0), has(n)) {
            (true, _) => Some(0),
            (false, true) => Some(1),
            (false, false) => None,
        }
    }
}
