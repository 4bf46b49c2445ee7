//! Text from outside on a terminal: ids, captions and names of files may hold escape sequences, which
//! would move the cursor, change colours or retitle the window.

use std::borrow::Cow;

/// The text with its control characters written out, as `\u{1b}`; line ends and tabs stay.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    written_out(text, |c| c.is_control() && !matches!(c, '\n' | '\t'))
}

/// The same within a line: line ends and tabs are written out too.
pub(crate) fn shown_in_line(text: &str) -> Cow<'_, str> {
    written_out(text, char::is_control)
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
    fn control_characters_are_written_out_and_nothing_else() {
        let text = "a\u{1b}[2Jb\u{9b}31m\u{7f}\r\n\tπ, 東京 \u{200d}";
        assert_eq!(shown(text), "a\\u{1b}[2Jb\\u{9b}31m\\u{7f}\\r\n\tπ, 東京 \u{200d}");
        assert_eq!(shown_in_line("a\n\tb"), "a\\n\\tb");
        assert!(matches!(shown("two red hearts"), Cow::Borrowed(_)));
    }
}
