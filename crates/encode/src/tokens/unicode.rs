//! Unicode's normalisation forms and letters.

use unicode_categories::UnicodeCategories;

#[derive(Clone, Copy)]
pub(super) enum Form {
    Nfc,
    Nfd,
    Nfkc,
    Nfkd,
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn in_form(text: &str, form: Form) -> String {
    use unicode_normalization::UnicodeNormalization;
    match form {
        Form::Nfc => text.nfc().collect(),
        Form::Nfd => text.nfd().collect(),
        Form::Nfkc => text.nfkc().collect(),
        Form::Nfkd => text.nfkd().collect(),
    }
}

/// By the browser, which has the tables: with those of letters they were a seventh of the engine.
#[cfg(target_arch = "wasm32")]
pub(super) fn in_form(text: &str, form: Form) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let form = match form {
        Form::Nfc => "NFC",
        Form::Nfd => "NFD",
        Form::Nfkc => "NFKC",
        Form::Nfkd => "NFKD",
    };
    js_sys::JsString::from(text).normalize(form).into()
}

/// Whether a character is of category L: what counts as alphabetic except letter numbers, marks and
/// circled letters. (The standard library has the tables.)
pub(super) fn is_letter(c: char) -> bool {
    let is_circled = matches!(c, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}');
    c.is_alphabetic() && !c.is_numeric() && !is_circled && !c.is_mark()
}

#[cfg(test)]
mod tests {
    use super::is_letter;
    use unicode_categories::UnicodeCategories;

    /// The crate's tables are of an earlier Unicode: we may know more of a character that they
    /// lack.
    #[test]
    fn letters_and_numbers_are_those_of_the_categories() {
        for c in (0..=u32::from(char::MAX)).filter_map(char::from_u32) {
            let is_known = c.is_letter()
                || c.is_mark()
                || c.is_number()
                || c.is_punctuation()
                || c.is_symbol()
                || c.is_separator()
                || c.is_other();
            if is_known {
                assert_eq!(is_letter(c), c.is_letter(), "{:x}", u32::from(c));
                assert_eq!(c.is_numeric(), c.is_number(), "{:x}", u32::from(c));
            }
        }
    }
}
