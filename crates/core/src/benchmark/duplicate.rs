//! Names that occur twice in a list.

use rustc_hash::FxHashMap;

/// A name that occurred before; places count from 0.
pub(super) struct Duplicate<'a> {
    pub(super) name: &'a str,
    pub(super) place: usize,
    pub(super) first_place: usize,
}

/// The first name that occurred before; `None` where each is unique.
pub(super) fn first_duplicate<'a>(
    names: impl IntoIterator<Item = &'a str>,
) -> Option<Duplicate<'a>> {
    let mut place_of = FxHashMap::default();
    names.into_iter().enumerate().find_map(|(place, name)| {
        let first_place = place_of.insert(name, place)?;
        Some(Duplicate { name, place, first_place })
    })
}
