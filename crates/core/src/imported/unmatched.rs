//! Ids that do not match, counted.

use crate::digits::in_groups;

/// The number of ids that do not match, and the first of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unmatched {
    /// The number of ids.
    pub n: usize,
    /// The first id; empty if there is none.
    pub first: String,
}

impl Unmatched {
    pub(super) fn add(&mut self, id: &str) {
        if self.n == 0 {
            self.first = id.to_owned();
        }
        self.n += 1;
    }

    pub(super) fn of<'a>(ids: impl Iterator<Item = &'a str>) -> Self {
        let mut unmatched = Self::default();
        ids.for_each(|id| unmatched.add(id));
        unmatched
    }

    /// A sentence about them, such as `3 of … (the first is q7).`; `None` if all match.
    pub(super) fn sentence(&self, one: &str, many: &str) -> Option<String> {
        let Self { n, first } = self;
        match n {
            0 => None,
            1 => Some(format!("1 {one} ({first}).")),
            n => Some(format!("{} {many} (the first is {first}).", in_groups(*n as u64))),
        }
    }
}
