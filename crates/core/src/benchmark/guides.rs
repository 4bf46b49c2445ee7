//! Stored guides: pictures generated elsewhere for a benchmark's queries, with their vectors.

use super::{BenchmarkError, records::lines_of_jsonl};
use serde::{Deserialize, Deserializer, Serialize};

/// One engine: an entry of the manifest's `guides`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredGuides {
    /// Used in links and commands.
    pub id: String,
    pub title: String,
    /// How the pictures were made, in one or two sentences.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub license: String,
    /// Lines of its list, and rows of its vectors in every system.
    pub images: u32,
}

/// A line of an engine's list; line r has row r of the engine's vectors.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuideImage {
    /// The id of the query.
    #[serde(deserialize_with = "text")]
    pub query: String,
    /// A number or name; unique for a query and an engine.
    #[serde(deserialize_with = "text")]
    pub guide: String,
    /// A URL, or a path relative to the benchmark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// The id of the Fieldbook scene, if the picture is a drawing of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<String>,
    /// Pixels a side, or a name such as `medium`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_text")]
    pub size: Option<String>,
}

pub fn guides_of_jsonl(
    file: &str,
    text: &str,
) -> impl Iterator<Item = Result<GuideImage, BenchmarkError>> {
    lines_of_jsonl(file, text)
}

/// The path of an engine's vectors in a system, `[guides, dim]` in the order of the engine's list.
pub fn guide_vectors_path(system: &str, engine: &str) -> String {
    format!("systems/{system}/guides-{engine}.safetensors")
}

impl StoredGuides {
    /// Of its list, relative to the benchmark.
    pub fn path(&self) -> String {
        format!("guides/{}/images.jsonl.gz", self.id)
    }
}

/// Becomes text.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a whole number")]
enum TextOrNumber {
    Text(String),
    Number(u64),
}

impl From<TextOrNumber> for String {
    fn from(written: TextOrNumber) -> Self {
        match written {
            TextOrNumber::Text(text) => text,
            TextOrNumber::Number(number) => number.to_string(),
        }
    }
}

fn text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    TextOrNumber::deserialize(from).map(String::from)
}

fn optional_text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<TextOrNumber>::deserialize(from)?.map(String::from))
}
