//! `queries.jsonl`, `images/*.jsonl` and `captions.jsonl`.

use super::BenchmarkError;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::BTreeMap;

/// Its position in `queries.jsonl` is its row in every system's stored query vectors.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    pub id: String,
    pub text: String,
    /// `test`, `val` …; may be empty.
    #[serde(default)]
    pub split: String,
    /// Properties that break down results.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facets: BTreeMap<String, String>,
}

pub fn queries_from_jsonl(file: &str, text: &str) -> Result<Vec<Query>, BenchmarkError> {
    queries_of_jsonl(file, text).collect()
}

/// Query by query, for callers that yield in between.
pub fn queries_of_jsonl(
    file: &str,
    text: &str,
) -> impl Iterator<Item = Result<Query, BenchmarkError>> {
    lines_of_jsonl(file, text)
}

/// The fold under a protocol with folds: `1` to `5` for COCO 1K.
pub const FOLD_FACET: &str = "fold";

/// Lines are in corpus order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    pub id: String,
    /// A URL, or a path relative to the benchmark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// The full picture, if `uri` is a small copy: an address, or the path of its file where the benchmark was
    /// built ([`is_address`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
    /// The id of the Fieldbook scene, if the picture is a drawing of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// Shown if the picture cannot be loaded.
    #[serde(default)]
    pub caption: String,
    /// From the picture's creators.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Whom to credit.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub attribution: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub license: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facets: BTreeMap<String, String>,
}

/// Whether a page can link to an original: an address is absolute, or relative to the benchmark's folder and
/// marked so (`./`, `../` or `/` first). Otherwise it is a path.
pub fn is_address(original: &str) -> bool {
    ["https://", "http://", "./", "../", "/"].iter().any(|start| original.starts_with(start))
}

/// A line of `captions.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caption {
    pub id: String,
    /// The id of the image it was written for.
    pub image: String,
    pub text: String,
}

pub fn images_from_jsonl(file: &str, text: &str) -> Result<Vec<Image>, BenchmarkError> {
    images_of_jsonl(file, text).collect()
}

/// [`images_from_jsonl`] image by image, for callers that yield in between.
pub fn images_of_jsonl(
    file: &str,
    text: &str,
) -> impl Iterator<Item = Result<Image, BenchmarkError>> {
    lines_of_jsonl(file, text)
}

pub fn captions_of_jsonl(
    file: &str,
    text: &str,
) -> impl Iterator<Item = Result<Caption, BenchmarkError>> {
    lines_of_jsonl(file, text)
}

/// Skips empty lines; errors name the line.
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
