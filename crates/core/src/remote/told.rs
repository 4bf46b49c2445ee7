//! What a server tells is shown as text, on terminals and on the page.

/// Whether a character does something to the text around it in place of being shown: control characters,
/// line and paragraph separators, and the marks of direction, by which a text can be shown in another
/// order than it is written.
#[must_use]
pub fn is_invisible_command(c: char) -> bool {
    let is_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || is_direction || matches!(c, '\u{2028}' | '\u{2029}')
}

/// A text without such characters.
pub(super) fn told(text: &str) -> String {
    text.chars().filter(|c| !is_invisible_command(*c)).collect()
}
