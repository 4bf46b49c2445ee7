//! Votes of a visit beside those that a browser has.

/// The votes of a visit to append to those that are here: none if they are all here already, the rest if
/// those that are here are their beginning, and else all of them. No vote is lost, and opening a visit
/// twice adds nothing the second time.
#[must_use]
pub fn to_append<'v, T: PartialEq>(here: &[T], visit: &'v [T]) -> &'v [T] {
    let is_here = visit.is_empty() || here.windows(visit.len()).any(|part| part == visit);
    match visit.strip_prefix(here) {
        _ if is_here => &[],
        Some(rest) => rest,
        None => visit,
    }
}
