//! Names that occur twice in a list.

use rustc_hash::FxHashMap;

/// A name that occurred before; places count from 0.
pub(super) struct Duplicate<'a> {
    pub(super) name: &'a str,
    pub(super) place: usize,
    pub(super) first_place: usize,
}

/// Each name that occurred before, in order.
pub(super) fn duplicates<'a>(
    names: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = Duplicate<'a>> {
    let mut first_place_of = FxHashMap::default();
    names.into_iter().enumerate().filter_map(move |(place, name)| {
        let first_place = *first_place_of.entry(name).or_insert(place);
        (first_place != place).then_some(Duplicate { name, place, first_place })
    })
}

/// The first name that occurred before; `None` where each is unique.
pub(super) fn first_duplicate<'a>(
    names: impl IntoIterator<Item = &'a str>,
) -> Option<Duplicate<'a>> {
    duplicates(names).next()
}
