//! Text from a server is shown on terminals and on the page.

/// Whether a character affects the text around it instead of being shown: control characters, line and paragraph
/// separators, and direction marks, which can show a text in another order than it is written.
#[must_use]
pub fn is_invisible_command(c: char) -> bool {
    let is_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || is_direction || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Without such characters.
pub(super) fn told(text: &str) -> String {
    text.chars().filter(|c| !is_invisible_command(*c)).collect()
}
