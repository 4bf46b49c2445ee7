//! What does not match, counted.

use crate::digits::in_groups;

/// How many ids do not match, and the first of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unmatched {
    /// How many.
    pub n: usize,
    /// The first; empty where there is none.
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

    /// A sentence about them, such as `3 of … (the first is q7)`; `None` where all match.
    pub(super) fn said(&self, one: &str, many: &str) -> Option<String> {
        let Self { n, first } = self;
        match n {
            0 => None,
            1 => Some(format!("1 {one} ({first}).")),
            n => Some(format!("{} {many} (the first is {first}).", in_groups(*n as u64))),
        }
    }
}
