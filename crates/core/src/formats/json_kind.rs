//! What a JSON document is, by the shape of its values: runs, judgements and datasets have no magic
//! number.

use super::{
    FormatError, Place,
    json::{Entries, value_from_json},
};
use serde::de::IgnoredAny;
use serde_json::{Map, Value, value::RawValue};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonKind {
    /// `{query: {document: number}}`: a run, or judgements if all numbers are whole.
    Scores,
    /// The same by subset and split, as MTEB saves predictions.
    Predictions,
    /// MTEB's results of a task: means, not rankings.
    MtebResult,
    /// `{query: [document, …]}`.
    RelevantLists,
    /// `{query: {image: [relevant, not relevant, unsure]}}`, as ConQA's `mturk.json`.
    Votes,
    /// Karpathy's `dataset_*.json`: images with their sentences and split.
    Karpathy,
    CocoCaptions,
    /// Objects in images.
    CocoInstances,
    /// A run or judgements under one key: `{"qrels": {query: {document: number}}}`.
    Wrapped,
    /// A rated case of Quepid or RRE: queries, each with its ratings.
    Rated,
    /// An array of arrays, such as hits.
    Hits,
    Records,
    /// An object a line.
    Lines,
    Other,
}

pub fn json_kind(file: &str, text: &str) -> Result<JsonKind, FormatError> {
    if is_lines(text) {
        return Ok(JsonKind::Lines);
    }
    match text.trim_start().chars().next() {
        Some('[') => {
            value_from_json::<IgnoredAny>(file, text)?;
            let is_nested = first_byte_in_list(text.trim_start()) == Some(b'[');
            Ok(if is_nested { JsonKind::Hits } else { JsonKind::Records })
        }
        Some('{') => Ok(kind_of_object(&value_from_json::<Entries<&RawValue>>(file, text)?)),
        _ => {
            let reason = "not JSON: an object or an array is needed";
            Err(FormatError::new(file, Place::Line(1), reason))
        }
    }
}

/// Whether the first line is an object by itself, and another line follows.
fn is_lines(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let (Some(first), Some(_)) = (lines.next(), lines.next()) else { return false };
    first.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(first).is_ok()
}

fn kind_of_object(Entries(entries): &Entries<&RawValue>) -> JsonKind {
    let value = |key: &str| entries.iter().find(|(name, _)| name == key).map(|(_, raw)| raw.get());
    let first_of = |key: &str| value(key).and_then(first_object);
    if let Some(annotation) = first_of("annotations") {
        if annotation.contains_key("caption") {
            return JsonKind::CocoCaptions;
        }
        if annotation.contains_key("category_id") {
            return JsonKind::CocoInstances;
        }
    }
    if first_of("images").is_some_and(|image| image.contains_key("sentences")) {
        return JsonKind::Karpathy;
    }
    let is_rated = |case: &Map<String, Value>| {
        ["ratings", "relevant_documents", "queries"].iter().any(|key| case.contains_key(*key))
    };
    if ["queries", "query_groups"].iter().any(|key| first_of(key).as_ref().is_some_and(is_rated)) {
        return JsonKind::Rated;
    }
    let is_result = value("scores").is_some() && value("task_name").is_some();
    if is_result || value("mteb_dataset_name").is_some() {
        return JsonKind::MtebResult;
    }
    if value("mteb_model_meta").is_some() {
        return JsonKind::Predictions;
    }
    let begins = |with: char| {
        !entries.is_empty() && entries.iter().all(|(_, raw)| raw.get().starts_with(with))
    };
    if begins('[') {
        let first = entries.iter().find_map(|(_, raw)| first_byte_in_list(raw.get()));
        let has_score = |(_, list): &(String, &RawValue)| {
            first_object(list.get()).is_some_and(|hit| hit.contains_key("score"))
        };
        let are_scored = first == Some(b'[') || entries.iter().any(has_score);
        return if are_scored { JsonKind::Scores } else { JsonKind::RelevantLists };
    }
    if !begins('{') {
        return JsonKind::Other;
    }
    let inner = entries.iter().find_map(|(_, raw)| first_value(raw.get()));
    match inner.map(str::as_bytes) {
        Some([b'{', ..]) => match inner.and_then(first_value).map(str::as_bytes) {
            Some([b'{', ..]) => JsonKind::Predictions,
            _ => JsonKind::Wrapped,
        },
        Some([b'[', ..])
            if inner.and_then(first_byte_in_list).is_some_and(|byte| byte.is_ascii_digit()) =>
        {
            JsonKind::Votes
        }
        // A run in which no query has a document found nothing.
        None | Some([b'-' | b'0'..=b'9', ..]) => JsonKind::Scores,
        // Numbers as text, and stand-ins for missing numbers: the reader names the place.
        Some([b'n' | b't' | b'f', ..]) => JsonKind::Scores,
        Some([b'"', text @ ..]) if text.first().is_some_and(u8::is_ascii_digit) => JsonKind::Scores,
        Some(_) => JsonKind::Other,
    }
}

/// The first object of an array.
fn first_object(array: &str) -> Option<Map<String, Value>> {
    let inside = array.strip_prefix('[')?;
    serde_json::Deserializer::from_str(inside).into_iter().next()?.ok()
}

/// The first byte of the first entry of a list; `None` if it is empty.
fn first_byte_in_list(list: &str) -> Option<u8> {
    list.strip_prefix('[')?.trim_start().bytes().next().filter(|byte| *byte != b']')
}

/// An object from its first value on; `None` if it is empty.
fn first_value(object: &str) -> Option<&str> {
    let inside = object.strip_prefix('{')?;
    let mut keys = serde_json::Deserializer::from_str(inside).into_iter::<String>();
    keys.next()?.ok()?;
    let after = inside.get(keys.byte_offset()..)?.trim_start().strip_prefix(':')?;
    Some(after.trim_start())
}
