//! What is particular to each language.
#![allow(clippy::unwrap_used)]

use rankscope_languages::Language;
use rankscope_languages::Language::{Arabic, English, German, Spanish};

#[test]
fn tags_of_browsers_are_understood() {
    for (tag, language) in [
        ("de", German),
        ("de-AT", German),
        ("ES_mx", Spanish),
        ("ar-EG", Arabic),
        ("en-GB", English),
    ] {
        assert_eq!(Language::from_tag(tag), Some(language));
    }
    for tag in ["", "den", "fr-CA", "zh-Hant"] {
        assert_eq!(Language::from_tag(tag), None, "{tag}");
    }
}

/// The values of `Intl.PluralRules`, by the categories in CLDR's order.
#[test]
fn plural_forms_are_those_of_unicode() {
    for language in [English, German, Spanish] {
        let forms = [0, 1, 2, 5, 11, 101].map(|n| language.form(n));
        assert_eq!(forms, [1, 0, 1, 1, 1, 1], "{language:?}");
    }
    let numbers = [0, 1, 2, 3, 10, 11, 99, 100, 102, 103, 110, 111, 200, 1_003];
    assert_eq!(numbers.map(|n| Arabic.form(n)), [0, 1, 2, 3, 3, 4, 4, 5, 5, 3, 3, 4, 5, 3]);
    for language in Language::ALL {
        assert!((0..300).all(|n| language.form(n) < language.n_forms()));
    }
}

/// The values of `Intl.NumberFormat`, but for Arabic's digits.
#[test]
fn numbers_have_the_separators_of_the_language() {
    for (english, german, spanish) in [
        ("0.85", "0,85", "0,85"),
        ("-.5", "-,5", "-,5"),
        ("1,234", "1.234", "1234"),
        ("12,345", "12.345", "12.345"),
        ("1,234,567.25", "1.234.567,25", "1.234.567,25"),
        ("0.77 … 0.96", "0,77 … 0,96", "0,77 … 0,96"),
        ("3.2%", "3,2\u{a0}%", "3,2\u{a0}%"),
        ("n/a", "n/a", "n/a"),
        ("Fig. 3, left", "Fig. 3, left", "Fig. 3, left"),
    ] {
        assert_eq!(German.number(english), german);
        assert_eq!(Spanish.number(english), spanish);
        assert_eq!(English.number(english), english);
        assert_eq!(Arabic.number(english), english);
    }
    assert_eq!(German.count(1_234_567), "1.234.567");
    assert_eq!(Spanish.count(9_999), "9999");
    assert_eq!(English.count(20_000), "20,000");
}
