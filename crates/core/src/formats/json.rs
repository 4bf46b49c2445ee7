//! Shared parts of the JSON readers: ids as numbers or text, objects that keep their order and
//! refuse duplicate keys, and errors with the line.

use super::{FormatError, Place, id_list::fault_of_id};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error, MapAccess, SeqAccess, Visitor},
};
use std::{collections::HashSet, fmt, marker::PhantomData};

/// Parses a whole file.
pub(super) fn value_from_json<'a, T: Deserialize<'a>>(
    file: &str,
    text: &'a str,
) -> Result<T, FormatError> {
    serde_json::from_str(text).map_err(|e| refusal(file, e.line().max(1), e))
}

/// Parses one value a line, returned with its line number; skips empty lines.
pub(super) fn lines_from_jsonl<T: DeserializeOwned>(
    file: &str,
    text: &str,
) -> Result<Vec<(usize, T)>, FormatError> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            let value = serde_json::from_str(line).map_err(|e| refusal(file, number, e))?;
            Ok((number, value))
        })
        .collect()
}

fn refusal(file: &str, line: usize, source: serde_json::Error) -> FormatError {
    let reason = if source.is_data() { source.to_string() } else { format!("not JSON: {source}") };
    FormatError::new(file, Place::Line(line), reason).because(source)
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
                    let value = object
                        .next_value()
                        .map_err(|e| A::Error::custom(format!("under {key}: {e}")))?;
                    entries.push((key, value));
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_any(Object(PhantomData))
    }
}
