//! Two lists of ids that should be equal: the smallest change that makes the ids that differ match.
//!
//! Files of different programs name a picture `photos/000391895.jpg`, `391895.jpg` or `391895`. Ids are compared
//! as they are; where they differ, a message should say how.

use rustc_hash::FxHashMap;
use std::{borrow::Cow, fmt};

/// Ids that are compared on either side. A change that makes ids match shows in the first of them.
const MOST: usize = 100_000;

/// How ids of one thing differ, and an id without the difference.
type Change = (&'static str, for<'a> fn(&'a str) -> Cow<'a, str>);

/// In the order of their application: a folder is found only once slashes are alike.
const CHANGES: [Change; 9] = [
    ("quotes", |id| id.trim_matches(['"', '\'']).into()),
    ("Unicode form (NFC, NFD)", composed),
    (
        "case",
        |id| if id.chars().any(char::is_uppercase) { id.to_lowercase().into() } else { id.into() },
    ),
    ("slashes", |id| if id.contains('\\') { id.replace('\\', "/").into() } else { id.into() }),
    ("the folder", |id| id.rsplit_once('/').map_or(id, |(_, name)| name).into()),
    ("the ending", |id| without_ending(id).into()),
    ("`.0`", |id| without_fraction(id).into()),
    ("what comes before the number", |id| after_words(id).into()),
    ("leading zeros", |id| without_zeros(id).into()),
];

/// An id of each list that probably name the same thing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearest {
    /// Missing among the known ids.
    pub given: String,
    /// The known id that it would match.
    pub known: String,
    differ_in: Vec<&'static str>,
    /// How many of the given ids would match.
    pub n: usize,
}

impl fmt::Display for Nearest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { given, known, differ_in, .. } = self;
        write!(
            out,
            "{given:?} here may be {known:?} there; they differ in {}",
            differ_in.join(" and ")
        )
    }
}

/// The end of a message about ids that do not match: `. "a.jpg" here may be "a" there; …`, or
/// nothing.
pub fn near(nearest: Option<Nearest>) -> String {
    nearest.map(|nearest| format!(". {nearest}")).unwrap_or_default()
}

/// `None` if no change makes any ids match.
pub fn nearest<'a>(
    unmatched: impl IntoIterator<Item = &'a str>,
    known: impl IntoIterator<Item = impl AsRef<str>>,
) -> Option<Nearest> {
    let unmatched: Vec<&str> = unmatched.into_iter().take(MOST).collect();
    if unmatched.is_empty() {
        return None;
    }
    let mut known_by_key: FxHashMap<String, Option<String>> = FxHashMap::default();
    for id in known.into_iter().take(MOST) {
        let id = id.as_ref();
        // Two ids with one key are distinguished by what the key lacks.
        let of_key = known_by_key.entry(changed(id, ALL)).and_modify(|known| *known = None);
        of_key.or_insert_with(|| Some(id.to_owned()));
    }
    let mut met = unmatched.iter().filter_map(|given| {
        let known = known_by_key.get(&changed(given, ALL))?.as_ref()?;
        Some((*given, known))
    });
    let (given, known) = met.next()?;
    let changes = fewest_changes(given, known);
    let places = (0..CHANGES.len()).filter(|place| changes & (1 << place) != 0);
    Some(Nearest {
        given: given.to_owned(),
        known: known.clone(),
        differ_in: places.filter_map(|place| Some(CHANGES.get(place)?.0)).collect(),
        n: 1 + met.count(),
    })
}

/// The form of a name in which to compare it on disks that ignore Unicode's form, slashes and case.
pub fn name_on_disk(name: &str) -> String {
    composed(name).replace('\\', "/").to_lowercase()
}

/// A set of changes as bits, by their index.
type Changes = u32;

const ALL: Changes = (1 << CHANGES.len()) - 1;

fn changed(id: &str, changes: Changes) -> String {
    let chosen = CHANGES.iter().enumerate().filter(|(place, _)| changes & (1 << place) != 0);
    chosen.fold(id.to_owned(), |id, (_, (_, change))| change(&id).into_owned())
}

/// The fewest changes after which two ids are equal, if all changes make them so.
fn fewest_changes(given: &str, known: &str) -> Changes {
    let meet = |changes: &Changes| changed(given, *changes) == changed(known, *changes);
    (1..ALL).filter(meet).min_by_key(|changes| changes.count_ones()).unwrap_or(ALL)
}

/// NFC.
#[cfg(not(target_arch = "wasm32"))]
fn composed(text: &str) -> Cow<'_, str> {
    use unicode_normalization::{UnicodeNormalization, is_nfc};
    if is_nfc(text) { text.into() } else { text.nfc().collect::<String>().into() }
}

/// The browser has the tables.
#[cfg(target_arch = "wasm32")]
fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    String::from(js_sys::JsString::from(text).normalize("NFC")).into()
}

/// Digits alone are a fraction, not an ending.
fn without_ending(name: &str) -> &str {
    let is_ending = |ending: &str| {
        (2..=5).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && ending.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    match name.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && is_ending(ending) => stem,
        _ => name,
    }
}

/// pandas writes whole numbers as decimals in a column with gaps.
fn without_fraction(id: &str) -> &str {
    let whole = id.strip_suffix(".0");
    whole
        .filter(|whole| !whole.is_empty() && whole.bytes().all(|b| b.is_ascii_digit()))
        .unwrap_or(id)
}

/// The last number of several digits: `COCO_val2014_000000391895` → `000000391895`.
fn after_words(id: &str) -> &str {
    let n_digits = id.bytes().rev().take_while(u8::is_ascii_digit).count();
    let from = id.len() - n_digits;
    let follows_a_mark =
        id.get(..from).is_some_and(|before| before.ends_with(['_', '-', '#', ':']));
    if n_digits > 0 && follows_a_mark { id.get(from..).unwrap_or(id) } else { id }
}

fn without_zeros(id: &str) -> &str {
    if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
        return id;
    }
    match id.trim_start_matches('0') {
        "" => "0",
        number => number,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use super::*;

    #[track_caller]
    fn differ(given: &str, known: &str, expected: &[&str]) {
        let nearest =
            nearest([given], ["other", known]).unwrap_or_else(|| panic!("{given} {known}"));
        assert_eq!(nearest.differ_in, expected, "{given} {known}");
        assert_eq!((nearest.given.as_str(), nearest.known.as_str()), (given, known));
    }

    #[test]
    fn the_fewest_changes_are_named() {
        differ("391895.jpg", "391895", &["the ending"]);
        differ("000000391895", "391895", &["leading zeros"]);
        differ(
            "391895",
            "COCO_val2014_000000391895.jpg",
            &["the ending", "what comes before the number", "leading zeros"],
        );
        differ("photos/a.jpg", "a.jpg", &["the folder"]);
        differ("photos\\a.jpg", "photos/a.jpg", &["slashes"]);
        differ("IMG_0001.JPG", "IMG_0001.jpg", &["case"]);
        differ("Ocan\u{303}a", "Oca\u{f1}a", &["Unicode form (NFC, NFD)"]);
        differ("17.0", "17", &["`.0`"]);
        differ("\"q1\"", "q1", &["quotes"]);
        differ("0.0", "000", &["`.0`", "leading zeros"]);
    }

    #[test]
    fn ids_that_only_resemble_several_others_have_no_nearest() {
        assert_eq!(nearest(["a.jpg"], ["x/a.png", "y/a.png"]), None);
        assert_eq!(nearest(["d1"], ["d2", "d11"]), None);
        assert_eq!(nearest([], ["a"]), None);
    }

    #[test]
    fn all_that_would_meet_are_counted() {
        let found = nearest(["1.jpg", "2.jpg", "x"], ["1", "2", "3"]).unwrap();
        assert_eq!(found.n, 2);
        assert_eq!(
            found.to_string(),
            "\"1.jpg\" here may be \"1\" there; they differ in the ending"
        );
    }
}
