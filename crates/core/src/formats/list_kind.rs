//! Tells runs from judgements by the first line or the shape of the JSON, since file names do not. Other
//! files get advice.

use super::{
    FormatError, Place,
    json_kind::{JsonKind, json_kind},
    listed_table::{TableKind, table_kind},
    text::numbered_lines,
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
    match (line.split_whitespace().count(), line.split('\t').count()) {
        // A header of three names is BEIR's, whose reader can yield.
        (3, 3) => return Ok(ListKind::BeirQrels),
        (4 | 6, _) if !line.contains(',') && !is_header(line) => {}
        _ if let Some(kind) = table_kind(file, text) => return Ok(kind.into()),
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
        JsonKind::Records | JsonKind::Lines | JsonKind::Other
            if let Some(kind) = table_kind(file, text) =>
        {
            return Ok(kind.into());
        }
        JsonKind::MtebResult => {
            "MTEB's task results, which are means, not rankings: use its predictions \
             (`prediction_folder` of mteb.evaluate)"
        }
        JsonKind::Karpathy => {
            "a Karpathy split: open its pictures and captions with `rankscope view photos FILE.json`, or \
             use it in a recipe"
        }
        JsonKind::CocoCaptions => {
            "COCO's captions: open them with their pictures with `rankscope view photos FILE.json`, or \
             use them in a recipe"
        }
        JsonKind::CocoInstances => "COCO's instances, which recipes read as coco_instances",
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

/// The end of a message: `: …`, or nothing if the line looks like nothing known.
pub(super) fn advice_for(line: &str) -> String {
    known_as(line).map(|advice| format!(": {advice}")).unwrap_or_default()
}

fn known_as(line: &str) -> Option<String> {
    if line.trim_start().starts_with('#') {
        return Some("runs and qrels cannot have comments: remove them".into());
    }
    if let Some(mark) = line.chars().find(|c| c.is_whitespace() && !c.is_ascii_whitespace()) {
        return Some(format!(
            "U+{:04X} is white space and separates fields: replace it in the ids, for example by _",
            u32::from(mark)
        ));
    }
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_whole = |field: &str| field.parse::<i64>().is_ok();
    let is_number = |field: &str| {
        field.trim_start_matches(['-', '+', '.']).starts_with(|c: char| c.is_ascii_digit())
    };
    match fields.as_slice() {
        [_, qid, ..] if qid.starts_with("qid:") => Some(
            "this looks like training data of LETOR or SVMlight, grade first: write `query 0 document \
             grade`"
                .into(),
        ),
        [_, _, rank] if is_whole(rank) => Some(
            "three columns are MS MARCO's run (query, document, rank), which needs a score, `awk '{print \
             $1, \"Q0\", $2, $3, -$3, \"run\"}'`; or judgements, which need `query 0 document grade`, `awk \
             '{print $1, 0, $2, $3}'`"
                .into(),
        ),
        [_, _, _, rank, score] if is_whole(rank) && is_number(score) => {
            Some("the run's name, the last field, is missing: add any word".into())
        }
        [_, _, _, rank, score, _, _, ..] if is_whole(rank) && is_number(score) => {
            Some("the run's name, the last field, is one word: remove its white space".into())
        }
        _ if line.contains(',') => Some(
            "this looks like a table: it is read if its header names query_id, doc_id and relevance or \
             score"
                .into(),
        ),
        _ => None,
    }
}

/// Whether a line names columns, which runs and qrels do not have.
pub(super) fn is_header(line: &str) -> bool {
    let fields = line.split_whitespace();
    let names =
        ["query", "qid", "doc", "score", "rank", "relevance", "grade", "iter", "image", "topic"];
    let is_name = |field: &str| {
        let field = field.to_ascii_lowercase();
        names.iter().any(|name| field.contains(name))
    };
    fields.filter(|field| is_name(field)).count() >= 2
}
