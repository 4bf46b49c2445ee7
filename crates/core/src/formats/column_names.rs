//! Guesses what a table's columns are from the names that people and programs use. Case, spaces, `-`
//! and `_` do not count.

/// Columns that name images, the likeliest first.
const IDS: &str =
    "id image_id _id img_id imgid cocoid image image_path path file_name filename file key";
/// Those that name the image where `id` may be the caption's.
const OF_IMAGE: &str = "image_id image image_path path file_name filename file";
/// Columns of picture files.
const PICTURES: &str =
    "file_name filename filepath file_path image_name image_path image path file";
const SENTENCES: &str = "caption captions sentence sentences raw comment text title description";
const CAPTIONS: &str = "caption text title description";
const ADDRESSES: &str = "url uri image_url link";

const PAIR_QUERIES: &str = "query_id qid q_id topic_id topic query query_text query_string";
/// PyTerrier's docid counts rows, and docno is the id.
const PAIR_DOCUMENTS: &str = "docno corpus_id doc_id document_id image_id docid doc document image file_name filename \
     pid passage_id item_id";
const GRADES: &str =
    "relevance relevance_score relevant grade rating label rel judgment judgement qrel";
const SCORES: &str = "score similarity sim cosine";
const RANKS: &str = "rank position pos";

const FACET_QUERIES: &str = "query_id qid q_id topic_id query";
const FACET_IMAGES: &str = "image_id image_path image file_name filename";

const EXPLANATIONS: &str = "explanation explanations rationale";
const EXPLAINED_BY: &str = "by expert annotator person author";

const QUERY_IDS: &str = "id query_id qid _id caption_id key";
const QUERY_TEXTS: &str = "text query caption question sentence prompt title description";

#[derive(Debug, PartialEq, Eq)]
pub struct ImageColumns<'a> {
    pub id: &'a str,
    pub caption: Option<&'a str>,
    pub uri: Option<&'a str>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct QueryColumns<'a> {
    pub id: Option<&'a str>,
    pub text: &'a str,
}

/// `None` if no column has ids.
pub fn image_columns(names: &[String]) -> Option<ImageColumns<'_>> {
    let id = first(names, IDS)?;
    Some(ImageColumns { id, caption: first(names, CAPTIONS), uri: first(names, ADDRESSES) })
}

/// The columns that may name the image, the likeliest first, and the text; `None` if either is
/// missing.
pub fn caption_columns(names: &[String]) -> Option<(Vec<&str>, &str)> {
    let text = first(names, CAPTIONS)?;
    let mut images: Vec<&str> = first(names, OF_IMAGE).into_iter().collect();
    images.extend(first(names, IDS).filter(|id| !images.contains(id)));
    (!images.is_empty()).then_some((images, text))
}

/// The index of the column of picture files, and those of captions: a single one, or several numbered
/// `caption_0`, `caption_1`, …. `None` if either is missing.
pub(super) fn picture_and_captions(names: &[String]) -> Option<(usize, Vec<usize>)> {
    let place = |wanted: &str| names.iter().position(|name| name == wanted);
    let picture = place(first(names, PICTURES)?)?;
    let captions: Vec<usize> = sentence_columns(names).into_iter().filter_map(place).collect();
    (!captions.is_empty()).then_some((picture, captions))
}

/// The columns of captions: numbered ones, or the likeliest. Empty if there is none.
pub fn sentence_columns(names: &[String]) -> Vec<&str> {
    let is_numbered = |name: &str| {
        let name = plain(name);
        let number = name.strip_prefix("caption").or_else(|| name.strip_prefix("sentence"));
        number.is_some_and(|it| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let names_of = names.iter().map(String::as_str);
    let numbered: Vec<&str> = names_of.filter(|name| is_numbered(name)).collect();
    if numbered.is_empty() { first(names, SENTENCES).into_iter().collect() } else { numbered }
}

/// `None` if no column has texts.
pub fn query_columns(names: &[String]) -> Option<QueryColumns<'_>> {
    let text = first(names, QUERY_TEXTS)?;
    Some(QueryColumns { id: first(names, QUERY_IDS), text })
}

#[derive(Debug, PartialEq, Eq)]
pub struct PairColumns<'a> {
    pub query: &'a str,
    pub document: &'a str,
    pub grade: Option<&'a str>,
    pub score: Option<&'a str>,
    pub rank: Option<&'a str>,
}

/// Those of a table whose rows are a picture judged for a query: query, grade, and the picture's id if there
/// is one, also as `inat24_image_id`. `None` if the names lack query or grade.
pub fn judged_picture_columns(names: &[String]) -> Option<(&str, &str, Option<&str>)> {
    let query = first(names, PAIR_QUERIES)?;
    let grade = first(names, GRADES)?;
    let ends = |end: &str| names.iter().map(String::as_str).find(|name| plain(name).ends_with(end));
    let id = first(names, IDS).or_else(|| ends("imageid")).or_else(|| ends("filename"));
    Some((query, grade, id))
}

/// Those of runs and judgements. `None` if the names lack a query or a document.
pub fn pair_columns(names: &[String]) -> Option<PairColumns<'_>> {
    Some(PairColumns {
        query: first(names, PAIR_QUERIES)?,
        document: first(names, PAIR_DOCUMENTS)?,
        grade: first(names, GRADES),
        score: first(names, SCORES),
        rank: first(names, RANKS),
    })
}

/// What facets are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacetsOf {
    Queries,
    Images,
}

/// Of a table of facets: what they are of, the column of ids, and the others. `None` if both queries and images
/// are named, or neither, or if a table that begins with something else measures queries or images.
pub(super) fn facet_columns(names: &[String]) -> Option<(FacetsOf, &str, Vec<&str>)> {
    let (of, id) = match (first(names, FACET_QUERIES), first(names, FACET_IMAGES)) {
        (Some(id), None) => (FacetsOf::Queries, id),
        (None, Some(id)) => (FacetsOf::Images, id),
        _ => return None,
    };
    if matches!(plain(id).as_str(), "query" | "image")
        && names.first().is_some_and(|name| name != id)
    {
        return None;
    }
    // A pair under other names, or a vote, is no facet.
    if first(names, PAIR_DOCUMENTS).is_some_and(|document| document != id) {
        return None;
    }
    let others = names.iter().map(String::as_str).filter(|name| *name != id && !name.is_empty());
    Some((of, id, others.collect()))
}

/// The names of the columns of a table of explanations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplanationColumns {
    pub query: String,
    /// `None` if queries alone are explained.
    pub image: Option<String>,
    pub text: String,
    pub by: Option<String>,
}

/// `None` without a column of queries, or of explanations.
pub(super) fn explanation_columns(names: &[String]) -> Option<ExplanationColumns> {
    let owned = |known: &str| first(names, known).map(str::to_owned);
    Some(ExplanationColumns {
        query: owned(FACET_QUERIES)?,
        image: owned(FACET_IMAGES),
        text: owned(EXPLANATIONS)?,
        by: owned(EXPLAINED_BY),
    })
}

/// The first of the known names among `names`.
fn first<'a>(names: &'a [String], known: &str) -> Option<&'a str> {
    let is = |known: &str| names.iter().find(|name| plain(name) == plain(known));
    known.split(' ').find_map(is).map(String::as_str)
}

fn plain(name: &str) -> String {
    let marks = [' ', '-', '_'];
    name.chars().filter(|c| !marks.contains(c)).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_recognised_by_name() {
        let names = ["vector", "Text", "path", "image_id"].map(str::to_owned);
        let found = ImageColumns { id: "image_id", caption: Some("Text"), uri: None };
        assert_eq!(image_columns(&names), Some(found));
        assert_eq!(image_columns(&["vector".to_owned()]), None);
        let names = ["Query", "embedding"].map(str::to_owned);
        assert_eq!(query_columns(&names), Some(QueryColumns { id: None, text: "Query" }));
    }
}
