//! Names that the page gives, in addition to a benchmark's ids: in addresses, and to what it adds.
//!
//! They begin with `_`, and a benchmark's ids with a letter or digit, so neither is taken for the other.
//! Addresses of earlier versions have them without the mark; they keep their meaning where the benchmark
//! has no such id.

use crate::benchmark::Manifest;
use std::borrow::Cow;

/// Every other system, or every definition of relevance.
pub const ALL: &str = "_all";
/// The definition of relevance that the visitor's own judgements are.
pub const HAND_JUDGED: &str = "_mine";
/// The beginning of the ids of definitions by a rule over votes.
pub(super) const BY_VOTES: &str = "_votes-by-";

/// A name of the page as earlier versions wrote it.
fn unmarked(name: &str) -> &str {
    name.strip_prefix('_').unwrap_or(name)
}

/// Whether an address means all of the things with these ids.
pub fn names_all<'a>(named: &str, mut ids: impl Iterator<Item = &'a str>) -> bool {
    named == ALL || named == unmarked(ALL) && ids.all(|id| id != named)
}

/// The id of the definition of relevance that an address names.
pub fn definition_named<'a>(own: &Manifest, named: &'a str) -> Cow<'a, str> {
    let was_given = named == unmarked(HAND_JUDGED) || named.starts_with(unmarked(BY_VOTES));
    if was_given && own.definition(named).is_none() {
        return Cow::Owned(format!("_{named}"));
    }
    // Joined definitions have no spaces in their ids.
    if named.contains(['|', '&']) && named.contains(' ') {
        return Cow::Owned(named.replace(' ', ""));
    }
    Cow::Borrowed(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::is_plain_id;

    #[test]
    fn no_benchmark_can_have_a_name_of_the_page_as_an_id() {
        for name in [ALL, HAND_JUDGED, BY_VOTES] {
            assert!(!is_plain_id(name) && is_plain_id(unmarked(name)), "{name}");
        }
    }
}
