//! Captions as JSON lines, as datasets of the COCO family often have them: one object a line with
//! a caption's id, its image's id and its text, under any keys.

use super::{FormatError, Place};
use serde_json::Value;

/// The keys of the three values in a captions file.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaptionKeys {
    /// The key of the caption's id.
    pub id: String,
    /// The key of the image's id.
    pub image: String,
    /// The key of the sentence.
    pub text: String,
}

/// A caption of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptionRecord {
    /// The caption's id.
    pub id: String,
    /// The image's id.
    pub image: String,
    /// The sentence, trimmed.
    pub text: String,
}

/// Reads captions, one JSON object a line. Ids may be numbers or strings.
///
/// # Errors
/// A line that is not an object, or that lacks one of the three values.
pub fn captions_from_jsonl(
    file: &str,
    text: &str,
    keys: &CaptionKeys,
) -> Result<Vec<CaptionRecord>, FormatError> {
    let mut captions = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = Place::Line(index + 1);
        let object: Value = serde_json::from_str(line)
            .map_err(|e| FormatError::new(file, place, format!("not JSON: {e}")).because(e))?;
        let value = |key: &str| {
            object.get(key).and_then(id_from_json).ok_or_else(|| {
                FormatError::new(file, place, format!("no text or number under {key:?}"))
            })
        };
        captions.push(CaptionRecord {
            id: value(&keys.id)?,
            image: value(&keys.image)?,
            text: value(&keys.text)?.trim().to_owned(),
        });
    }
    Ok(captions)
}

/// An id as text, from a JSON number or string.
pub(super) fn id_from_json(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
