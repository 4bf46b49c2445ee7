//! Which column of a table is what, by its name: for guesses where nobody said it.

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
/// Those of them that name the image where the id may be the caption's own.
const OF_IMAGE: [&str; 7] =
    ["image_id", "image", "image_path", "path", "file_name", "filename", "file"];
const CAPTIONS: [&str; 4] = ["caption", "text", "title", "description"];
const ADDRESSES: [&str; 4] = ["url", "uri", "image_url", "link"];

const QUERY_IDS: [&str; 6] = ["id", "query_id", "qid", "_id", "caption_id", "key"];
const QUERY_TEXTS: [&str; 8] =
    ["text", "query", "caption", "question", "sentence", "prompt", "title", "description"];

/// The columns of a table of images.
#[derive(Debug, PartialEq, Eq)]
pub struct ImageColumns<'a> {
    /// What names the images.
    pub id: &'a str,
    /// What is said of them.
    pub caption: Option<&'a str>,
    /// Where they are.
    pub uri: Option<&'a str>,
}

/// The columns of a table of queries.
#[derive(Debug, PartialEq, Eq)]
pub struct QueryColumns<'a> {
    /// What names the queries.
    pub id: Option<&'a str>,
    /// Their texts.
    pub text: &'a str,
}

/// The columns among these names; `None` if none has ids.
#[must_use]
pub fn image_columns(names: &[String]) -> Option<ImageColumns<'_>> {
    let id = first(names, &IDS)?;
    Some(ImageColumns { id, caption: first(names, &CAPTIONS), uri: first(names, &ADDRESSES) })
}

/// The columns of captions among these names: what names the image, the likeliest first, and the
/// text; `None` if either is missing.
#[must_use]
pub fn caption_columns(names: &[String]) -> Option<(Vec<&str>, &str)> {
    let text = first(names, &CAPTIONS)?;
    let mut images: Vec<&str> = first(names, &OF_IMAGE).into_iter().collect();
    images.extend(first(names, &IDS).filter(|id| !images.contains(id)));
    (!images.is_empty()).then_some((images, text))
}

/// The columns of queries among these names; `None` if none has texts.
#[must_use]
pub fn query_columns(names: &[String]) -> Option<QueryColumns<'_>> {
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
        let found = ImageColumns { id: "image_id", caption: Some("Text"), uri: None };
        assert_eq!(image_columns(&names), Some(found));
        assert_eq!(image_columns(&["vector".to_owned()]), None);
        let names = ["Query", "embedding"].map(str::to_owned);
        assert_eq!(query_columns(&names), Some(QueryColumns { id: None, text: "Query" }));
    }
}
