//! Text from outside on a terminal: ids, captions and names of files may hold escape sequences, which
//! would move the cursor, change colours or retitle the window, and marks of direction, which would show
//! the rest of the line in another order.

use rankscope_core::remote::is_invisible_command;
use std::borrow::Cow;

/// The text with such characters written out, as `\u{1b}`; line ends and tabs stay.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    written_out(text, |c| is_invisible_command(c) && !matches!(c, '\n' | '\t'))
}

/// The same within a line: line ends and tabs are written out too.
pub(crate) fn shown_in_line(text: &str) -> Cow<'_, str> {
    written_out(text, is_invisible_command)
}

fn written_out(text: &str, is_harmful: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_harmful) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_harmful(c) {
            safe.extend(c.escape_default());
        } else {
            safe.push(c);
        }
    }
    safe.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_marks_of_direction_are_written_out_and_nothing_else() {
        let text = "a\u{1b}[2Jb\u{9b}31m\u{7f}\r\n\tπ, 東京 \u{200d}";
        assert_eq!(shown(text), "a\\u{1b}[2Jb\\u{9b}31m\\u{7f}\\r\n\tπ, 東京 \u{200d}");
        assert_eq!(shown_in_line("a\n\tb"), "a\\n\\tb");
        // The marks of direction of Unicode's UAX 9, and both separators of lines.
        for mark in "\u{200e}\u{200f}\u{61c}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{2028}\u{2029}".chars() {
            assert_eq!(shown(&format!("a{mark}b")), format!("a\\u{{{:x}}}b", u32::from(mark)));
        }
        assert!(matches!(shown("two red hearts"), Cow::Borrowed(_)));
    }
}
