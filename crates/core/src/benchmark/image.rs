//! `images/*.jsonl` and `captions.jsonl`.

use super::BenchmarkError;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;

/// The facet of queries and images with their fold under a protocol with folds: `1` to `5` for
/// COCO 1K.
pub const FOLD_FACET: &str = "fold";

/// An image of the corpus. Lines are in corpus order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// The id that judgements use.
    pub id: String,
    /// A URL, or a path relative to the benchmark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// Where the picture is in full, if `uri` is a small copy: an address, or the path of its file
    /// where the benchmark was built. [`is_address`] tells which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
    /// The id of the Fieldbook scene, if the picture is a drawing of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// A description, shown if the picture cannot be loaded. May be empty.
    #[serde(default)]
    pub caption: String,
    /// Tags that its creators gave it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Whom to credit. May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub attribution: String,
    /// The picture's licence. May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub license: String,
    /// Properties of the image.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facets: BTreeMap<String, String>,
}

/// Whether the way to an original is an address that a page can link to: absolute, or relative to the
/// benchmark's folder and marked so (`./`, `../` or `/` first). Otherwise it is the path of a file.
#[must_use]
pub fn is_address(original: &str) -> bool {
    ["https://", "http://", "./", "../", "/"].iter().any(|start| original.starts_with(start))
}

/// A line of `captions.jsonl`: a sentence about an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caption {
    /// The caption's id.
    pub id: String,
    /// The image it was written for.
    pub image: String,
    /// The sentence.
    pub text: String,
}

/// Reads a file of `images/`.
///
/// # Errors
/// A line that is not an image; the error gives its number.
pub fn images_from_jsonl(file: &str, text: &str) -> Result<Vec<Image>, BenchmarkError> {
    images_of_jsonl(file, text).collect()
}

/// [`images_from_jsonl`] image by image, for callers that yield in between.
///
/// # Errors
/// A line that is not an image; the error gives its number.
pub fn images_of_jsonl(
    file: &str,
    text: &str,
) -> impl Iterator<Item = Result<Image, BenchmarkError>> {
    lines_of_jsonl(file, text)
}

/// Reads `captions.jsonl` caption by caption.
///
/// # Errors
/// A line that is not a caption; the error gives its number.
pub fn captions_of_jsonl(
    file: &str,
    text: &str,
) -> impl Iterator<Item = Result<Caption, BenchmarkError>> {
    lines_of_jsonl(file, text)
}

/// JSON records, one a line; skips empty lines.
pub(super) fn lines_of_jsonl<T: DeserializeOwned>(
    file: &str,
    text: &str,
) -> impl Iterator<Item = Result<T, BenchmarkError>> {
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(|(index, line)| {
        serde_json::from_str(line).map_err(|source| BenchmarkError::JsonLine {
            file: file.into(),
            line: index + 1,
            source,
        })
    })
}
