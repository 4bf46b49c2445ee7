//! Patterns of messages: `{name}` stands for a value, and `{name?picture is|pictures are}` for the form
//! that goes with a number, as many forms as the language has.

use crate::Language;
use thiserror::Error;

/// What stands for a placeholder.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value<'a> {
    /// Written in groups of digits; chooses forms.
    Count(u64),
    /// Kept apart from the text around it where directions differ.
    Text(&'a str),
}

macro_rules! counts {
    ($($number:ty)+) => {
        $(impl From<&$number> for Value<'_> {
            fn from(n: &$number) -> Self {
                Self::Count(u64::try_from(*n).unwrap_or(u64::MAX))
            }
        }
        impl From<&&$number> for Value<'_> {
            fn from(n: &&$number) -> Self {
                Self::from(*n)
            }
        })+
    };
}
counts!(u8 u32 u64 usize);

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a &String> for Value<'a> {
    fn from(text: &'a &String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a &str> for Value<'a> {
    fn from(text: &'a &str) -> Self {
        Self::Text(text)
    }
}

/// First strong isolate, and its end: a value of another direction does not reorder the text around it.
const ISOLATE: char = '\u{2068}';
const ISOLATE_END: char = '\u{2069}';

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    #[error("a “{{” is never closed")]
    Open,
    #[error("“{{{0}}}” is not a placeholder: a name has small letters, digits and underscores")]
    Name(String),
    #[error("“{{{name}?…}}” has {n} forms, and the language has {n_forms}")]
    Forms { name: String, n: usize, n_forms: usize },
}

enum Piece<'a> {
    Plain(&'a str),
    Value(&'a str),
    Forms(&'a str, &'a str),
}

/// The pieces of a pattern. An open `{` is the last of them, as plain text.
fn pieces(pattern: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = pattern;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let inside = rest.strip_prefix('{').and_then(|after| after.split_once('}'));
        if let Some((inside, after)) = inside {
            rest = after;
            return Some(match inside.split_once('?') {
                Some((name, forms)) => Piece::Forms(name, forms),
                None => Piece::Value(inside),
            });
        }
        let end = rest.char_indices().skip(1).find(|(_, letter)| *letter == '{');
        let (plain, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        rest = after;
        Some(Piece::Plain(plain))
    })
}

/// The message with its values. A placeholder without a value stays as it is.
pub fn filled(pattern: &str, language: Language, values: &[(&str, Value<'_>)]) -> String {
    let value = |name: &str| values.iter().find(|(own, _)| *own == name).map(|(_, value)| *value);
    let mut text = String::with_capacity(pattern.len());
    for piece in pieces(pattern) {
        match piece {
            Piece::Plain(plain) => text.push_str(plain),
            Piece::Value(name) => match value(name) {
                Some(Value::Count(n)) => text.push_str(&language.count(n)),
                Some(Value::Text(own)) => push_isolated(&mut text, own, language),
                None => text.extend(["{", name, "}"]),
            },
            Piece::Forms(name, forms) => {
                let form = match value(name) {
                    Some(Value::Count(n)) => language.form(n),
                    _ => language.n_forms() - 1,
                };
                text.push_str(forms.split('|').nth(form).unwrap_or_default());
            }
        }
    }
    text
}

fn push_isolated(text: &mut String, value: &str, language: Language) {
    if language.is_right_to_left() || value.chars().any(is_right_to_left) {
        text.push(ISOLATE);
        text.push_str(value);
        text.push(ISOLATE_END);
    } else {
        text.push_str(value);
    }
}

/// A letter of Hebrew, Arabic or another script from right to left.
fn is_right_to_left(letter: char) -> bool {
    matches!(u32::from(letter), 0x590..=0x8ff | 0xfb1d..=0xfdff | 0xfe70..=0xfeff | 0x10800..=0x10fff | 0x1e800..=0x1efff)
}

/// The names of a pattern's placeholders, sorted and each once, if it is one of that language.
pub fn names(pattern: &str, language: Language) -> Result<Vec<&str>, PatternError> {
    let mut names = Vec::new();
    for piece in pieces(pattern) {
        let name = match piece {
            Piece::Plain(plain) if plain.contains('{') => return Err(PatternError::Open),
            Piece::Plain(_) => continue,
            Piece::Value(name) => name,
            Piece::Forms(name, forms) => {
                let (n, n_forms) = (forms.split('|').count(), language.n_forms());
                if n != n_forms {
                    return Err(PatternError::Forms { name: name.into(), n, n_forms });
                }
                name
            }
        };
        let is_name = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        if name.is_empty() || !name.bytes().all(is_name) {
            return Err(PatternError::Name(name.into()));
        }
        if let Err(place) = names.binary_search(&name) {
            names.insert(place, name);
        }
    }
    Ok(names)
}

/// Whether the values' names are those of the pattern's placeholders: asked while compiling.
pub const fn fits(pattern: &str, names: &[&str]) -> bool {
    let bytes = pattern.as_bytes();
    let (mut at, mut seen) = (0, 0u64);
    while at < bytes.len() {
        if bytes[at] == b'{' {
            let mut found = false;
            let mut index = 0;
            while index < names.len() {
                if is_at(bytes, at + 1, names[index].as_bytes()) {
                    found = true;
                    seen |= 1 << index;
                }
                index += 1;
            }
            if !found {
                return false;
            }
        }
        at += 1;
    }
    seen.count_ones() as usize == names.len()
}

const fn is_at(bytes: &[u8], at: usize, name: &[u8]) -> bool {
    let mut index = 0;
    while index < name.len() {
        if at + index >= bytes.len() || bytes[at + index] != name[index] {
            return false;
        }
        index += 1;
    }
    at + index < bytes.len() && matches!(bytes[at + index], b'}' | b'?')
}
