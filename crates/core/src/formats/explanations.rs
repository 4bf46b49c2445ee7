//! What experts say of a query, or of a picture as an answer to it: JSON lines.
//!
//! ```json
//! {"query":"12","text":"Only the adult has the white collar.","by":"an ornithologist"}
//! {"query":"12","image":"2358704","text":"A juvenile: the collar is grey."}
//! ```

use super::{
    FormatError, Place,
    column_names::{ExplanationColumns, explanation_columns},
    json::{Id, lines_from_jsonl},
    named_columns::names_from_text,
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// The most characters of an explanation: a page of print.
pub const MOST_CHARACTERS: usize = 10_000;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Explanation {
    pub query: String,
    /// `None` for what is said of the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    pub text: String,
    /// Who says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

impl Explanation {
    /// Why it cannot be shown, if so.
    fn fault(&self) -> Option<String> {
        let n = self.text.chars().count();
        match n {
            _ if self.text.trim().is_empty() => Some("the explanation is empty".into()),
            _ if n > MOST_CHARACTERS => Some(format!(
                "the explanation has {n} characters, and {MOST_CHARACTERS} are the most: shorten it"
            )),
            _ => None,
        }
    }

    fn of_what(&self) -> String {
        let by = self.by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
        match &self.image {
            Some(image) => format!("query {} and image {image}{by}", self.query),
            None => format!("query {}{by}", self.query),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    query: Id,
    image: Option<Id>,
    text: String,
    by: Option<String>,
}

/// Reads explanations with their line numbers. Refuses what [`checked_explanations`] refuses.
pub fn explanations_from_jsonl(
    file: &str,
    text: &str,
) -> Result<Vec<(usize, Explanation)>, FormatError> {
    let lines = lines_from_jsonl::<Line>(file, text)?.into_iter().map(|(number, line)| {
        let Line { query: Id(query), image, text, by } = line;
        (number, Explanation { query, image: image.map(|Id(image)| image), text, by })
    });
    let read: Vec<(usize, Explanation)> = lines.collect();
    checked_explanations(file, read.iter().map(|(number, own)| (Place::Line(*number), own)))?;
    Ok(read)
}

/// Refuses empty and overlong texts, and a second one by the same person of the same pair.
pub fn checked_explanations<'a>(
    file: &str,
    explanations: impl Iterator<Item = (Place, &'a Explanation)>,
) -> Result<(), FormatError> {
    let mut seen = HashSet::new();
    for (place, own) in explanations {
        let wrong = |reason: String| Err(FormatError::new(file, place, reason));
        if let Some(fault) = own.fault() {
            return wrong(fault);
        }
        if !seen.insert((&own.query, &own.image, &own.by)) {
            return wrong(format!("{} has an explanation already", own.of_what()));
        }
    }
    Ok(())
}

/// The lines that [`explanations_from_jsonl`] reads.
pub fn jsonl_from_explanations(explanations: &[Explanation]) -> Result<String, serde_json::Error> {
    let mut text = String::new();
    for own in explanations {
        text.push_str(&serde_json::to_string(own)?);
        text.push('\n');
    }
    Ok(text)
}

/// The columns of a table of explanations, by their names; `None` for another table.
pub fn columns_of_explanations(text: &str) -> Option<ExplanationColumns> {
    explanation_columns(&names_from_text(text))
}
