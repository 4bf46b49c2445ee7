//! Patterns of messages, and tables of them.
#![allow(clippy::unwrap_used)]

use rankscope_languages::Language::{Arabic, English, German};
use rankscope_languages::pattern::{fits, names};
use rankscope_languages::{Table, Value, filled};

#[test]
fn values_stand_for_their_names() {
    let values = [("n", Value::Count(20_000)), ("query", Value::Text("a {n} fox"))];
    let said = |pattern| filled(pattern, English, &values);
    assert_eq!(said("{n} pictures for “{query}”"), "20,000 pictures for “a {n} fox”");
    assert_eq!(said("{n} {n?picture is|pictures are} here"), "20,000 pictures are here");
    assert_eq!(said("no such {name}, {open"), "no such {name}, {open");
    assert_eq!(filled("{n?one|many}", English, &[("n", Value::Count(1))]), "one");
}

#[test]
fn forms_are_those_of_the_language() {
    let pattern = "{n?صفر|واحد|اثنان|قليل|كثير|غير}";
    let form = |n| filled(pattern, Arabic, &[("n", Value::Count(n))]);
    assert_eq!([0, 1, 2, 7, 40, 100].map(form), ["صفر", "واحد", "اثنان", "قليل", "كثير", "غير"]);
}

/// A Hebrew query in a German sentence, and a German one in an Arabic sentence.
#[test]
fn values_of_another_direction_are_isolated() {
    let said = |language, query| filled("“{q}”: 3", language, &[("q", Value::Text(query))]);
    assert_eq!(said(German, "Fuchs"), "“Fuchs”: 3");
    assert_eq!(said(German, "שועל (1)"), "“\u{2068}שועל (1)\u{2069}”: 3");
    assert_eq!(said(Arabic, "fox (1)"), "“\u{2068}fox (1)\u{2069}”: 3");
}

#[test]
fn names_are_checked() {
    assert_eq!(names("{b} {a?x|y} {b}", English).unwrap(), ["a", "b"]);
    for wrong in ["{", "{a", "{}", "{a b}", "{A}", "{a?x}", "{a?x|y|z}"] {
        assert!(names(wrong, English).is_err(), "{wrong}");
    }
    assert!(names("{a?x|y}", Arabic).is_err());
    assert!(fits("{n} of {n?a|b} {m}", &["m", "n"]));
    assert!(!fits("{n}", &["n", "m"]));
    assert!(!fits("{nn}", &["n"]));
    assert!(!fits("{n}", &[]));
    assert!(fits("plain", &[]));
}

#[test]
fn a_table_is_refused_with_the_message_that_is_wrong() {
    let read = |english: &str, own: &str| Table::new(German, vec![(english.into(), own.into())]);
    let table = read("{n} {n?picture|pictures}", "{n} {n?Bild|Bilder}").unwrap();
    assert_eq!(table.of("{n} {n?picture|pictures}"), Some("{n} {n?Bild|Bilder}"));
    assert_eq!(table.of("another"), None);
    for (english, own, words) in [
        ("{n} hits", "Treffer", "“{n} hits” has other placeholders"),
        ("{n?hit|hits}", "{n?Treffer}", "has 1 forms, and the language has 2"),
        ("{n} hits", "{n Treffer", "never closed"),
    ] {
        let error = read(english, own).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
