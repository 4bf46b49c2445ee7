//! Stored guides: pictures generated elsewhere for a benchmark's queries, with their vectors.

use super::{
    BenchmarkError, FileEntry, Manifest, System,
    manifest_json::{Faults, check_vectors},
    names::{duplicates, is_plain_id},
    records::lines_of_jsonl,
};
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
#[must_use]
pub fn guide_vectors_path(system: &str, engine: &str) -> String {
    format!("systems/{system}/guides-{engine}.safetensors")
}

impl StoredGuides {
    /// Of its list, relative to the benchmark.
    #[must_use]
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

impl Manifest {
    #[must_use]
    pub fn stored_guides(&self, engine: &str) -> Option<&StoredGuides> {
        self.guides.iter().find(|guides| guides.id == engine)
    }

    /// An engine's vectors in a system.
    #[must_use]
    pub fn guide_vectors(&self, system: &System, engine: &str) -> Option<&FileEntry> {
        self.file(&guide_vectors_path(&system.id, engine)).ok()
    }

    pub(super) fn check_guides(&self, faults: &mut Faults) {
        let wrong = BenchmarkError::Inconsistent;
        let ids = self.guides.iter().map(|guides| guides.id.as_str());
        faults.extend(
            duplicates(ids)
                .map(|twice| wrong(format!("guides of engine {} are listed twice", twice.name))),
        );
        for guides in &self.guides {
            let StoredGuides { id, images, .. } = guides;
            if !is_plain_id(id) {
                faults.push(wrong(format!(
                    "the engine id {id:?} cannot be a file name: use letters, digits, '-', '_' and \
                     '.', a letter or digit first"
                )));
            }
            faults.extend(self.file(&guides.path()).err());
            if *images == 0 {
                faults.push(wrong(format!("engine {id} has no guides")));
            }
            let of_system = |system| Some((system, self.guide_vectors(system, id)?));
            let vectors: Vec<(&System, &FileEntry)> =
                self.systems.iter().filter_map(of_system).collect();
            if vectors.is_empty() {
                faults.push(wrong(format!("no system has vectors of the guides of engine {id}")));
            }
            let fault = |(system, file)| check_vectors(file, *images, system).err();
            faults.extend(vectors.into_iter().filter_map(fault));
        }
    }
}
