//! What the JSON readers share: ids as numbers or text, objects that keep their order and refuse
//! duplicate keys, and errors with the line and path.

use super::{FormatError, Place, ids::fault_of_id, text::numbered_lines};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error, MapAccess, SeqAccess, Visitor},
};
use std::{collections::HashSet, fmt, marker::PhantomData};

pub(super) fn value_from_json<'a, T: Deserialize<'a>>(
    file: &str,
    text: &'a str,
) -> Result<T, FormatError> {
    serde_json::from_str(text).map_err(|e| refusal(file, text, 0, 0, &e))
}

/// Parses one value a line; returns each with its line number.
pub(super) fn lines_from_jsonl<T: DeserializeOwned>(
    file: &str,
    text: &str,
) -> Result<Vec<(usize, T)>, FormatError> {
    let lines = numbered_lines(text);
    lines
        .map(|(number, line)| {
            let value =
                serde_json::from_str(line).map_err(|e| refusal(file, line, 0, number - 1, &e))?;
            Ok((number, value))
        })
        .collect()
}

/// Wraps an error of the JSON that begins at offset `from` of `text`, which `n_before` lines of the
/// file precede.
pub(super) fn refusal(
    file: &str,
    text: &str,
    from: usize,
    n_before: usize,
    source: &serde_json::Error,
) -> FormatError {
    let json = text.get(from..).unwrap_or_default();
    let lines = json.split_inclusive('\n').take(source.line().saturating_sub(1));
    let start: usize = from + lines.map(str::len).sum::<usize>();
    // The last byte that was read.
    let at = (start + source.column()).saturating_sub(1);
    let mut path = path_at(text, at);
    let message = source.to_string();
    // A field missing from an object does not belong to its last key.
    if message.starts_with("missing field")
        && let Some((object, _)) = path.rsplit_once('.')
    {
        path.truncate(object.len());
    }
    let place = if path.is_empty() { path } else { format!("{path}: ") };
    let (message, _) = message.rsplit_once(" at line ").unwrap_or((&message, ""));
    let reason = match not_finite(text, at) {
        Some(word) => format!(
            "{place}{word} is not valid JSON, although Python writes it: leave out entries without a \
             number"
        ),
        None if source.is_data() => format!("{place}{message}"),
        None => format!("{place}not JSON: {message}"),
    };
    // serde's message already holds all but the column, which the path replaces.
    FormatError::new(file, Place::Line(n_before + source.line().max(1)), reason)
}

/// What Python writes for numbers that JSON lacks, if one stands at an offset.
fn not_finite(text: &str, at: usize) -> Option<&'static str> {
    let words = ["NaN", "Infinity", "-Infinity"];
    let starts = [at, at.saturating_sub(1)];
    let rests = starts.into_iter().filter_map(|start| text.get(start..));
    rests.into_iter().find_map(|rest| words.into_iter().find(|word| rest.starts_with(word)))
}

/// An id, which files write as an integer or as text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Id(pub(super) String);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrText;
        impl Visitor<'_> for NumberOrText {
            type Value = Id;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an id (a whole number or text)")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Id, E> {
                Ok(Id(number.to_string()))
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<Id, E> {
                Ok(Id(number.to_string()))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Id, E> {
                match fault_of_id(text) {
                    None => Ok(Id(text.to_owned())),
                    Some(fault) => Err(E::custom(fault)),
                }
            }
        }
        deserializer.deserialize_any(NumberOrText)
    }
}

/// A list of ids without duplicates.
pub(super) struct Ids(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for Ids {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Ids;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a list of ids")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Ids, A::Error> {
                let mut seen = HashSet::new();
                let mut ids = Vec::new();
                while let Some(Id(id)) = list.next_element()? {
                    if !seen.insert(id.clone()) {
                        return Err(A::Error::custom(format!("{id} is listed twice")));
                    }
                    ids.push(id);
                }
                Ok(Ids(ids))
            }
        }
        deserializer.deserialize_any(List)
    }
}

/// The entries of an object with ids as keys, in the order of the file.
pub(super) struct Entries<T>(pub(super) Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = Entries<T>;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object with ids as keys")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Entries<T>, A::Error> {
                let mut seen = HashSet::new();
                let mut entries = Vec::new();
                while let Some(Id(key)) = object.next_key()? {
                    if !seen.insert(key.clone()) {
                        return Err(A::Error::custom(format!("duplicate key {key}")));
                    }
                    entries.push((key, object.next_value()?));
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_any(Object(PhantomData))
    }
}

/// The path at an offset in bytes; empty at the top.
pub(super) fn path_at(text: &str, offset: usize) -> String {
    let mut levels: Vec<Level> = Vec::new();
    let before = text.as_bytes().get(..offset.min(text.len())).unwrap_or_default();
    let mut at = 0;
    // The last whole string, which a colon makes a key.
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
    /// The last key read.
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
