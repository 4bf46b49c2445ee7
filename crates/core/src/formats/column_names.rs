//! Which column of a table is what, by the names that people and programs use: where nobody said it.
//! Case, spaces, `-` and `_` do not count.

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
/// Columns of picture files and of sentences about them.
const PICTURES: [&str; 9] = [
    "file_name",
    "filename",
    "filepath",
    "file_path",
    "image_name",
    "image_path",
    "image",
    "path",
    "file",
];
const SENTENCES: [&str; 9] = [
    "caption",
    "captions",
    "sentence",
    "sentences",
    "raw",
    "comment",
    "text",
    "title",
    "description",
];
const CAPTIONS: [&str; 4] = ["caption", "text", "title", "description"];
const ADDRESSES: [&str; 4] = ["url", "uri", "image_url", "link"];

/// Columns of pairs, with what is said of each.
const PAIR_QUERIES: [&str; 8] =
    ["query_id", "qid", "q_id", "topic_id", "topic", "query", "query_text", "query_string"];
const PAIR_DOCUMENTS: [&str; 14] = [
    // PyTerrier's docid counts rows, and docno is the id.
    "docno",
    "corpus_id",
    "doc_id",
    "document_id",
    "image_id",
    "docid",
    "doc",
    "document",
    "image",
    "file_name",
    "filename",
    "pid",
    "passage_id",
    "item_id",
];
const GRADES: [&str; 9] = [
    "relevance",
    "relevance_score",
    "grade",
    "rating",
    "label",
    "rel",
    "judgment",
    "judgement",
    "qrel",
];
const SCORES: [&str; 4] = ["score", "similarity", "sim", "cosine"];
const RANKS: [&str; 3] = ["rank", "position", "pos"];

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

/// The column that names picture files and those of captions among these names, by index: one that is
/// called so, or several that are numbered, `caption_0`, `caption_1`. `None` if either is missing.
pub(super) fn picture_and_captions(names: &[String]) -> Option<(usize, Vec<usize>)> {
    let place = |wanted: &str| names.iter().position(|name| name == wanted);
    let picture = place(first(names, &PICTURES)?)?;
    let numbered = |(place, name): (usize, &String)| {
        let name = plain(name);
        let number = name.strip_prefix("caption").or_else(|| name.strip_prefix("sentence"))?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then_some(place)
    };
    let numbered: Vec<usize> = names.iter().enumerate().filter_map(numbered).collect();
    if !numbered.is_empty() {
        return Some((picture, numbered));
    }
    Some((picture, vec![place(first(names, &SENTENCES)?)?]))
}

/// The columns of queries among these names; `None` if none has texts.
#[must_use]
pub fn query_columns(names: &[String]) -> Option<QueryColumns<'_>> {
    let text = first(names, &QUERY_TEXTS)?;
    Some(QueryColumns { id: first(names, &QUERY_IDS), text })
}

/// The columns of a table of runs or judgements.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PairColumns<'a> {
    pub(super) query: &'a str,
    pub(super) document: &'a str,
    pub(super) grade: Option<&'a str>,
    pub(super) score: Option<&'a str>,
    pub(super) rank: Option<&'a str>,
}

/// The columns of pairs among these names; `None` if they do not name query and document.
pub(super) fn pair_columns(names: &[String]) -> Option<PairColumns<'_>> {
    Some(PairColumns {
        query: first(names, &PAIR_QUERIES)?,
        document: first(names, &PAIR_DOCUMENTS)?,
        grade: first(names, &GRADES),
        score: first(names, &SCORES),
        rank: first(names, &RANKS),
    })
}

/// The likeliest of the known names that is there.
fn first<'a>(names: &'a [String], known: &[&str]) -> Option<&'a str> {
    let is = |known: &&str| names.iter().find(|name| plain(name) == plain(known));
    known.iter().find_map(is).map(String::as_str)
}

/// A name without what programs write differently.
fn plain(name: &str) -> String {
    let marks = [' ', '-', '_'];
    name.chars().filter(|c| !marks.contains(c)).map(|c| c.to_ascii_lowercase()).collect()
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
