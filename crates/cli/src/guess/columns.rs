//! Which column of a table is what, by its name.

/// Columns that name images, the likeliest first.
const IDS: [&str; 10] = [
    "id",
    "image_id",
    "_id",
    "image",
    "image_path",
    "path",
    "file_name",
    "filename",
    "file",
    "key",
];
const CAPTIONS: [&str; 4] = ["caption", "text", "title", "description"];
const ADDRESSES: [&str; 4] = ["url", "uri", "image_url", "link"];

const QUERY_IDS: [&str; 6] = ["id", "query_id", "qid", "_id", "caption_id", "key"];
const QUERY_TEXTS: [&str; 8] =
    ["text", "query", "caption", "question", "sentence", "prompt", "title", "description"];

/// The columns that a recipe's `metadata` names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Columns<'a> {
    pub(super) id: &'a str,
    pub(super) caption: Option<&'a str>,
    pub(super) uri: Option<&'a str>,
}

/// The columns of a table of queries.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct QueryColumns<'a> {
    pub(super) id: Option<&'a str>,
    pub(super) text: &'a str,
}

/// The columns among these names; `None` if none has ids.
pub(super) fn columns(names: &[String]) -> Option<Columns<'_>> {
    let id = first(names, &IDS)?;
    Some(Columns { id, caption: first(names, &CAPTIONS), uri: first(names, &ADDRESSES) })
}

/// The columns of queries among these names; `None` if none has texts.
pub(super) fn query_columns(names: &[String]) -> Option<QueryColumns<'_>> {
    let text = first(names, &QUERY_TEXTS)?;
    Some(QueryColumns { id: first(names, &QUERY_IDS), text })
}

/// The likeliest of the known names that is there.
fn first<'a>(names: &'a [String], known: &[&str]) -> Option<&'a str> {
    let is = |known: &&str| names.iter().find(|name| name.eq_ignore_ascii_case(known));
    known.iter().find_map(is).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_told_by_their_names() {
        let names = ["vector", "Text", "path", "image_id"].map(str::to_owned);
        let found = Columns { id: "image_id", caption: Some("Text"), uri: None };
        assert_eq!(columns(&names), Some(found));
        assert_eq!(columns(&["vector".to_owned()]), None);
        let names = ["Query", "embedding"].map(str::to_owned);
        assert_eq!(query_columns(&names), Some(QueryColumns { id: None, text: "Query" }));
    }
}
