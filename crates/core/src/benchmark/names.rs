use rustc_hash::FxHashMap;

/// Whether a path stays inside the benchmark's folder, on disk and as the end of a URL, which reads `\\` as
/// `/`, and `%2e` in a segment of dots as a dot.
pub fn is_inside(path: &str) -> bool {
    let is_name = |part: &str| {
        let part = part.to_ascii_lowercase().replace("%2e", ".");
        !matches!(part.as_str(), "" | "." | "..")
    };
    !path.contains('\\') && path.split('/').all(is_name)
}

/// Whether an id can be a file or folder name and a part of a link: letters, digits, `-`, `_` and `.`, a
/// letter or digit first.
pub fn is_plain_id(id: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    id.starts_with(|c: char| c.is_ascii_alphanumeric()) && id.chars().all(plain)
}

/// A name that occurred before; places count from 0.
pub(super) struct Duplicate<'a> {
    pub(super) name: &'a str,
    pub(super) place: usize,
    pub(super) first_place: usize,
}

/// Each name that occurred before.
pub(super) fn duplicates<'a>(
    names: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = Duplicate<'a>> {
    let mut first_place_of = FxHashMap::default();
    names.into_iter().enumerate().filter_map(move |(place, name)| {
        let first_place = *first_place_of.entry(name).or_insert(place);
        (first_place != place).then_some(Duplicate { name, place, first_place })
    })
}

/// `None` if each name is unique.
pub(super) fn first_duplicate<'a>(
    names: impl IntoIterator<Item = &'a str>,
) -> Option<Duplicate<'a>> {
    duplicates(names).next()
}
