use crate::{
    digits::in_groups,
    matching::{self, Nearest},
};

/// Ids that are kept to find how they differ.
pub(super) const SAMPLE: usize = 1000;

/// A count of ids that do not match, with the first of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unmatched {
    pub n: usize,
    ids: Vec<String>,
    /// How one of them differs from an id that it may stand for.
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

    /// Empty if there is none.
    #[must_use]
    pub fn first(&self) -> &str {
        self.ids.first().map_or("", String::as_str)
    }

    /// Finds how they differ from known ids.
    pub(super) fn compare(&mut self, known: impl Iterator<Item = impl AsRef<str>>) {
        self.nearest = matching::nearest(self.ids.iter().map(String::as_str), known);
    }

    /// A sentence such as `3 of … (the first is q7).`; `None` if all match.
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
