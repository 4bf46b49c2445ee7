//! The files of a round, as JSON: the sheets that people fill in, and the key to them. What a file claims is
//! checked when it is read.

use super::Scale;
use crate::formats::{FormatError, Members, Place};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::io::Cursor;

/// The largest file of a round that is read.
pub const MAX_ROUND_BYTES: u64 = 64 << 20;
/// The most pictures on a sheet: more than a person judges.
pub const MAX_ITEMS: usize = 10_000;
/// The most characters of a note, and of a name.
const MAX_NOTE: usize = 2_000;
const MAX_NAME: usize = 200;
/// The most characters of guidelines.
pub(super) const MAX_GUIDELINES: usize = 20_000;

/// A work list for one person. A page or a person fills in `person` and each item's `answer`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// What who judges is told, in the words of who made the round.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub guidelines: String,
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
    /// Not such a file, with its line; or one that claims what no sheet has: a picture twice, a number beyond
    /// the round's, an answer that its scale lacks, a text or a list that is too long.
    pub fn from_json(file: &str, text: &str) -> Result<Self, FormatError> {
        let sheet: Self = from_json(file, text, "no sheet of a round")?;
        let fault = sheet.fault().map(|fault| FormatError::new(file, Place::File, fault));
        fault.map_or(Ok(sheet), Err)
    }

    /// As `rankscope round` writes it and joins it.
    pub fn to_json(&self) -> String {
        pretty(self)
    }

    pub(super) fn fault(&self) -> Option<String> {
        let Self { sheet, sheets, items, .. } = self;
        if !(1..=*sheets).contains(sheet) {
            return Some(format!("it is sheet {sheet} of {sheets}"));
        }
        if items.is_empty() {
            return Some("it has no pictures".into());
        }
        if items.len() > MAX_ITEMS {
            let n = items.len();
            return Some(format!("it has {n} pictures, and a sheet has at most {MAX_ITEMS}"));
        }
        let too_long = |what: &str, text: &str, most: usize| {
            let n = text.chars().count();
            (n > most).then(|| format!("its {what} has {n} characters, more than {most}"))
        };
        let long = too_long("person", &self.person, MAX_NAME)
            .or_else(|| too_long("guidelines", &self.guidelines, MAX_GUIDELINES));
        if long.is_some() {
            return long;
        }
        let mut seen = HashSet::new();
        for SheetItem { query, image, note, .. } in items {
            if !seen.insert((query, image)) {
                return Some(format!("it has image {image} for query {query} twice"));
            }
            let what = format!("note on image {image} for query {query}");
            let long = too_long(&what, note, MAX_NOTE);
            if long.is_some() {
                return long;
            }
        }
        self.unknown_answer()
    }

    /// What is wrong with the first answer that the scale lacks.
    pub(super) fn unknown_answer(&self) -> Option<String> {
        let mut answered = self.items.iter().filter_map(|item| Some((item, item.answer.as_ref()?)));
        let (item, answer) =
            answered.find(|(_, answer)| self.answers.vote(answer.as_str()).is_none())?;
        let known: Vec<&str> = self.answers.answers().iter().map(|(name, _)| *name).collect();
        Some(format!(
            "the answer {answer:?} to image {} for query {} is none of {}",
            item.image,
            item.query,
            known.join(", ")
        ))
    }
}

impl RoundKey {
    /// # Errors
    /// Not such a file; the error gives the line.
    pub fn from_json(file: &str, text: &str) -> Result<Self, FormatError> {
        from_json(file, text, "no key of a round")
    }

    pub fn to_json(&self) -> String {
        pretty(self)
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

/// The files of a round that came back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Returned {
    /// With the name of its file.
    pub key: Option<(String, RoundKey)>,
    /// Each with the name of its file.
    pub sheets: Vec<(String, Sheet)>,
}

impl Returned {
    /// Takes a sheet or the key.
    ///
    /// # Errors
    /// Neither; or a second key.
    pub fn add(&mut self, file: &str, text: &str) -> Result<(), FormatError> {
        if !RoundKey::is_one(text) {
            self.sheets.push((file.to_owned(), Sheet::from_json(file, text)?));
            return Ok(());
        }
        let key = RoundKey::from_json(file, text)?;
        if let Some((earlier, _)) = &self.key {
            let reason = format!("it and {earlier} are keys of rounds: join each round by itself");
            return Err(FormatError::new(file, Place::File, reason));
        }
        self.key = Some((file.to_owned(), key));
        Ok(())
    }
}

/// Sheets and key of a zip archive, such as [`super::Round::zip`] makes, by name and text; other files in it are
/// left out.
///
/// # Errors
/// No such archive, one without JSON, and files that together are too large.
pub fn round_files_of_zip(
    file: &str,
    archive: &[u8],
) -> Result<Vec<(String, String)>, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::File, reason);
    let mut members = Members::open(file, Cursor::new(archive))?;
    // macOS adds a folder of its own with a file for each.
    let is_wanted = |path: &String| path.ends_with(".json") && !path.starts_with("__MACOSX/");
    let (mut files, mut left) = (Vec::new(), MAX_ROUND_BYTES);
    for path in members.names().into_iter().filter(is_wanted) {
        let bytes = members.bytes(&path, left)?;
        left = left.saturating_sub(bytes.len() as u64);
        let text = String::from_utf8(bytes)
            .map_err(|e| wrong(format!("{path} is not a text: {e}")).because(e))?;
        let name = path.rsplit('/').next().unwrap_or(&path);
        files.push((name.to_owned(), text));
    }
    if files.is_empty() {
        return Err(wrong("it has no sheet of a round and no key.json".into()));
    }
    Ok(files)
}

pub(super) fn from_json<T: DeserializeOwned>(
    file: &str,
    text: &str,
    what: &str,
) -> Result<T, FormatError> {
    if text.len() as u64 > MAX_ROUND_BYTES {
        let n = text.len();
        let reason = format!("it has {n} bytes, and a file of a round at most {MAX_ROUND_BYTES}");
        return Err(FormatError::new(file, Place::File, reason));
    }
    serde_json::from_str(text).map_err(|error| {
        FormatError::new(file, Place::Line(error.line()), format!("{what}: {error}"))
    })
}

fn pretty(value: &impl Serialize) -> String {
    // Only maps with odd keys cannot be written.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}
