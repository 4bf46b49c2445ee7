//! Names that occur twice in a list.

use rustc_hash::FxHashSet;

/// The first name that occurred before; `None` where each is unique.
pub(super) fn first_duplicate<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut seen = FxHashSet::default();
    names.into_iter().find(|name| !seen.insert(*name))
}
