//! Ids that do not match, counted.

use crate::{
    digits::in_groups,
    matching::{self, Nearest},
};

/// Ids that are kept to find out what they differ in.
pub(super) const SAMPLE: usize = 1000;

/// The number of ids that do not match, and the first of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unmatched {
    /// The number of ids.
    pub n: usize,
    /// The first of them.
    ids: Vec<String>,
    /// What one of them differs in from an id that it may stand for.
    pub nearest: Option<Nearest>,
}

impl Unmatched {
    pub(super) fn add(&mut self, id: &str) {
        if self.ids.len() < SAMPLE {
            self.ids.push(id.to_owned());
        }
        self.n += 1;
    }

    pub(super) fn of<'a>(ids: impl Iterator<Item = &'a str>) -> Self {
        let mut unmatched = Self::default();
        ids.for_each(|id| unmatched.add(id));
        unmatched
    }

    /// The first id; empty if there is none.
    #[must_use]
    pub fn first(&self) -> &str {
        self.ids.first().map_or("", String::as_str)
    }

    /// Finds out what they differ in from ids that are known.
    pub(super) fn compare(&mut self, known: impl Iterator<Item = impl AsRef<str>>) {
        self.nearest = matching::nearest(self.ids.iter().map(String::as_str), known);
    }

    /// A sentence about them, such as `3 of … (the first is q7).`; `None` if all match.
    pub(super) fn sentence(&self, one: &str, many: &str) -> Option<String> {
        let first = self.first();
        let counted = match self.n {
            0 => return None,
            1 => format!("1 {one} ({first})."),
            n => format!("{} {many} (the first is {first}).", in_groups(n as u64)),
        };
        Some(match &self.nearest {
            Some(nearest) => format!("{counted} {nearest}."),
            None => counted,
        })
    }
}
