//! Tells runs, judgements and votes by the first line or the shape of the JSON, since file names do not.
//! Other files get advice.

use super::{
    FormatError, Place,
    facet_table::is_facet_table,
    json_kind::{JsonKind, json_kind},
    list_advice::{advice_for, is_header},
    listed_table::{TableKind, table_kind},
    text::numbered_lines,
    vote_files::are_votes,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListKind {
    /// A TREC run: [`super::query_runs_from_trec`].
    Run,
    /// TREC qrels: [`super::qrels_from_trec`].
    Qrels,
    /// BEIR's qrels: [`super::qrels_from_beir`].
    BeirQrels,
    /// A table with queries, documents and scores: [`super::run_from_table`].
    RunTable,
    /// The same with grades: [`super::qrels_from_table`].
    QrelTable,
    /// `{query: {document: number}}`: [`super::scores_from_json`]. Judgements if no number has a fraction,
    /// else a run.
    Scores,
    /// MTEB's predictions: [`super::part_of_predictions`].
    Predictions,
    /// `{query: [document, …]}`: [`super::judgements_from_json`].
    RelevantLists,
    /// People's votes: [`super::votes_from_text`].
    Votes,
    /// A table with queries or images and columns of facets: [`super::facets_from_table`].
    Facets,
}

/// Decides by the number of fields on the first line that is not empty, by the names of a table's
/// columns, or by the shape of a JSON object.
pub fn list_kind(file: &str, text: &str) -> Result<ListKind, FormatError> {
    if text.trim_start().starts_with(['{', '[']) {
        return kind_of_json(file, text);
    }
    let Some((number, line)) = numbered_lines(text).next() else {
        return Err(FormatError::new(file, Place::File, "empty"));
    };
    let is_table = line.contains(['\t', ',']);
    match (line.split_whitespace().count(), line.split('\t').count()) {
        _ if is_table && is_facet_table(text) => return Ok(ListKind::Facets),
        // A header of three names is BEIR's, whose reader can yield.
        (3, 3) => return Ok(ListKind::BeirQrels),
        (4 | 6, _) if !line.contains(',') && !is_header(line) => {}
        _ if let Some(kind) = table_kind(file, text) => return Ok(kind.into()),
        _ if are_votes(text) => return Ok(ListKind::Votes),
        _ => {}
    }
    match line.split_whitespace().count() {
        6 => Ok(ListKind::Run),
        4 => Ok(ListKind::Qrels),
        n => {
            let advice = advice_for(line);
            let reason = format!(
                "{n} fields, but a run has 6 (`query Q0 document rank score tag`) and judgements \
                 have 4 (`query 0 document grade`) or 3 separated by tabs{advice}"
            );
            Err(FormatError::new(file, Place::Line(number), reason))
        }
    }
}

impl From<TableKind> for ListKind {
    fn from(kind: TableKind) -> Self {
        match kind {
            TableKind::Run => Self::RunTable,
            TableKind::Qrels => Self::QrelTable,
        }
    }
}

fn kind_of_json(file: &str, text: &str) -> Result<ListKind, FormatError> {
    let what = match json_kind(file, text)? {
        JsonKind::Scores => return Ok(ListKind::Scores),
        JsonKind::Predictions => return Ok(ListKind::Predictions),
        JsonKind::RelevantLists => return Ok(ListKind::RelevantLists),
        JsonKind::Votes => return Ok(ListKind::Votes),
        JsonKind::Records | JsonKind::Lines | JsonKind::Other
            if let Some(kind) = table_kind(file, text) =>
        {
            return Ok(kind.into());
        }
        JsonKind::Records | JsonKind::Lines | JsonKind::Other if are_votes(text) => {
            return Ok(ListKind::Votes);
        }
        JsonKind::Records | JsonKind::Lines if is_facet_table(text) => {
            return Ok(ListKind::Facets);
        }
        JsonKind::MtebResult => {
            "MTEB's task results, which are means, not rankings: use its predictions \
             (`prediction_folder` of mteb.evaluate), or drop the results on Agreement, as a table"
        }
        JsonKind::Karpathy => {
            "a Karpathy split: open its pictures and captions with `rankscope view photos FILE.json`, \
             or use it in a recipe"
        }
        JsonKind::CocoCaptions => {
            "COCO's captions: open them with their pictures with `rankscope view photos FILE.json`, \
             or use them in a recipe"
        }
        JsonKind::CocoInstances => {
            "objects in pictures, which recipes read as classes or coco_instances"
        }
        JsonKind::Wrapped => {
            "an object around them: save only the inner object, {query: {document: number}}"
        }
        JsonKind::Rated => {
            "a rated case of Quepid or RRE: export it as CSV with the columns query, docid and rating, \
             or write {query: {document: rating}}"
        }
        JsonKind::Hits => {
            "hits by row number, as semantic_search of sentence-transformers returns them: \
             write {query id: {document id: score}}"
        }
        JsonKind::Records | JsonKind::Lines | JsonKind::Other => {
            "JSON of another shape than {query: {document: number}} (a run, or judgements with whole \
             numbers), {query: [document, …]} (what is relevant) or objects with query_id, doc_id and \
             relevance or score"
        }
    };
    let reason = format!("neither a run nor judgements, but {what}");
    Err(FormatError::new(file, Place::File, reason))
}
