//! The files of a round, as JSON: the sheets that people fill in, and the key to them.

use super::Scale;
use crate::formats::{FormatError, Place};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A work list for one person. A page or a person fills in `person` and each item's `answer`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    pub kind: SheetKind,
    /// The id of the round.
    pub round: String,
    /// The id of the benchmark.
    pub benchmark: String,
    /// From 1.
    pub sheet: usize,
    pub sheets: usize,
    pub answers: Scale,
    /// Who answered; empty in a new sheet.
    #[serde(default)]
    pub person: String,
    /// Controls are among them and look like the others.
    pub items: Vec<SheetItem>,
}

/// A picture for a query.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetItem {
    /// The query's id.
    pub query: String,
    pub text: String,
    /// The image's id.
    pub image: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// One of [`Scale::answers`]; `None` where nobody has answered.
    pub answer: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Milliseconds that the answer took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}

/// What the sheets do not say: which items are controls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundKey {
    pub kind: KeyKind,
    /// The id of the round.
    pub round: String,
    /// The id of the benchmark.
    pub benchmark: String,
    pub answers: Scale,
    pub seed: u64,
    pub per_picture: usize,
    /// The items of each sheet: query and image.
    pub sheets: Vec<Vec<(String, String)>>,
    /// Query, image, and whether it is relevant.
    pub controls: Vec<(String, String, bool)>,
}

/// Written into a file so that other JSON is recognised as such.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SheetKind {
    #[default]
    #[serde(rename = "rankscope sheet")]
    Sheet,
}

/// The same of a key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeyKind {
    #[default]
    #[serde(rename = "rankscope round")]
    Key,
}

impl Sheet {
    /// # Errors
    /// Not such a file; the error gives the line.
    pub fn from_json(file: &str, text: &str) -> Result<Self, FormatError> {
        from_json(file, text, "no sheet of a round")
    }
}

impl RoundKey {
    /// # Errors
    /// Not such a file; the error gives the line.
    pub fn from_json(file: &str, text: &str) -> Result<Self, FormatError> {
        from_json(file, text, "no key of a round")
    }

    /// Whether a text is meant as one.
    pub fn is_one(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Named {
            #[serde(rename = "kind")]
            _kind: KeyKind,
        }
        serde_json::from_str::<Named>(text).is_ok()
    }
}

fn from_json<T: DeserializeOwned>(file: &str, text: &str, what: &str) -> Result<T, FormatError> {
    serde_json::from_str(text).map_err(|error| {
        FormatError::new(file, Place::Line(error.line()), format!("{what}: {error}"))
    })
}
