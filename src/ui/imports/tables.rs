//! Recognises tables of models and measures, which are for Agreement.

use super::dropped::Dropped;
use gloo::file::futures::read_as_bytes;
use rankscope_core::formats::{
    JsonKind, json_kind, list_kind, looks_like_published, text_from_bytes,
};
use rankscope_core::visit::MAX_TABLE_BYTES;
use rankscope_messages::Failure;

/// A path with the file's text.
pub type NamedText = (String, String);

/// The texts of those that are tables, and the other files.
pub async fn tables_among(files: Vec<Dropped>) -> (Vec<NamedText>, Vec<Dropped>) {
    let (mut tables, mut others) = (Vec::new(), Vec::new());
    for dropped in files {
        let is_small = dropped.file.size() <= MAX_TABLE_BYTES;
        // What cannot be read is told by who reads all of it.
        let text = if is_small { text_of(&dropped).await.ok() } else { None };
        match text.filter(is_table) {
            Some(table) => tables.push(table),
            None => others.push(dropped),
        }
    }
    (tables, others)
}

fn is_table((path, text): &NamedText) -> bool {
    let is_result = matches!(json_kind(path, text), Ok(JsonKind::MtebResult));
    list_kind(path, text).is_err() && (is_result || looks_like_published(path, text))
}

pub async fn text_of(Dropped { path, file }: &Dropped) -> Result<NamedText, Failure> {
    let unreadable = |detail: String| Failure {
        title: "The table cannot be read".into(),
        detail,
        advice: "Choose a text file: CSV, Markdown, LaTeX or JSON.".into(),
    };
    let bytes = read_as_bytes(file).await;
    let bytes = bytes.map_err(|e| unreadable(format!("{path}: {e}")))?;
    let text = text_from_bytes(path, &bytes).map_err(|e| unreadable(e.to_string()))?;
    Ok((path.clone(), text.into_owned()))
}
