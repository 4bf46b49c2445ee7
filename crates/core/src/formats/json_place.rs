//! Where in a JSON text something is, as keys and numbers of entries: `annotations[3].caption`. Files of
//! programs are often one long line, whose number says nothing.

/// The path of what is at an offset in bytes; empty at the top.
pub(super) fn path_at(text: &str, offset: usize) -> String {
    let mut levels: Vec<Level> = Vec::new();
    let before = text.as_bytes().get(..offset.min(text.len())).unwrap_or_default();
    let mut at = 0;
    // Where the last whole string is, which a colon makes a key.
    let mut string = 0..0;
    while let Some(byte) = before.get(at) {
        match byte {
            b'"' => {
                let end = end_of_string(before, at + 1);
                string = at + 1..end;
                at = end;
            }
            b'{' => levels.push(Level::Object(String::new())),
            b'[' => levels.push(Level::Array(0)),
            b'}' | b']' => drop(levels.pop()),
            b':' => {
                if let Some(Level::Object(key)) = levels.last_mut() {
                    text.get(string.clone()).unwrap_or_default().clone_into(key);
                }
            }
            b',' => match levels.last_mut() {
                Some(Level::Object(key)) => key.clear(),
                Some(Level::Array(index)) => *index += 1,
                None => {}
            },
            _ => {}
        }
        at += 1;
    }
    let mut path = String::new();
    for level in levels {
        match level {
            Level::Array(index) => path.push_str(&format!("[{index}]")),
            Level::Object(key) if key.is_empty() => {}
            Level::Object(key) => {
                path.push_str(if path.is_empty() { "" } else { "." });
                path.push_str(&key);
            }
        }
    }
    path
}

enum Level {
    /// The key that was read last.
    Object(String),
    /// The number of the entry, from 0.
    Array(usize),
}

/// The offset of the quote that ends a string.
fn end_of_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::path_at;

    #[test]
    fn keys_and_numbers_of_entries_are_named() {
        let text = r#"{"a": [1, {"b\"c": "x,y:[{"}, 2], "d": {"e": null}}"#;
        let path = |what: &str| path_at(text, text.find(what).unwrap());
        assert_eq!(path("1"), "a[0]");
        assert_eq!(path("x,y"), "a[1].b\\\"c");
        assert_eq!(path("2]"), "a[2]");
        assert_eq!(path("null"), "d.e");
        assert_eq!(path_at(text, usize::MAX), "");
        assert_eq!(path_at("[[{", 3), "[0][0]");
    }
}
