//! BEIR's layout: `corpus.jsonl` and `queries.jsonl` with `_id`, `title` and `text`, and
//! `qrels/<split>.tsv` with a header (Thakur et al., 2021, and their loader).

use super::{
    FormatError, Place, Qrel, QrelLine,
    grade::grade_from_text,
    ids::fault_of_id,
    json::{Id, lines_from_jsonl},
    text::numbered_lines,
};
use serde::{Deserialize, Serialize};
use std::{collections::HashMap, fmt::Write};

const QRELS_HEADER: &str = "query-id\tcorpus-id\tscore";

/// A line of `corpus.jsonl` or `queries.jsonl`; other fields, such as `metadata`, are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BeirRecord {
    #[serde(rename = "_id")]
    pub id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    pub text: String,
}

#[derive(Deserialize)]
struct Line {
    #[serde(rename = "_id")]
    id: Id,
    #[serde(default)]
    title: Option<String>,
    text: String,
}

/// Reads `corpus.jsonl` or `queries.jsonl`; refuses a duplicate id.
pub fn records_from_beir(file: &str, text: &str) -> Result<Vec<BeirRecord>, FormatError> {
    let mut first_line_of: HashMap<String, usize> = HashMap::new();
    let mut records = Vec::new();
    for (number, Line { id: Id(id), title, text }) in lines_from_jsonl(file, text)? {
        if let Some(first) = first_line_of.insert(id.clone(), number) {
            let reason = format!("the id {id} is on line {first} already");
            return Err(FormatError::new(file, Place::Line(number), reason));
        }
        records.push(BeirRecord { id, title: title.unwrap_or_default(), text });
    }
    Ok(records)
}

pub fn beir_from_records(file: &str, records: &[BeirRecord]) -> Result<String, FormatError> {
    let mut text = String::new();
    for (row, record) in records.iter().enumerate() {
        let line = serde_json::to_string(record).map_err(|e| {
            FormatError::new(file, Place::Row(row), "cannot be written as JSON").because(e)
        })?;
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}

/// Reads `qrels/<split>.tsv`: a header, then `query document grade`, separated by tabs.
pub fn qrels_from_beir(file: &str, text: &str) -> Result<Vec<Qrel>, FormatError> {
    lines_of_beir_qrels(file, text).map(|line| line.map(Qrel::from)).collect()
}

/// [`qrels_from_beir`] line by line, for callers that yield in between. Refuses a file without a
/// header, and a second judgement of the same pair.
pub fn lines_of_beir_qrels<'a>(
    file: &'a str,
    text: &'a str,
) -> impl Iterator<Item = Result<QrelLine<'a>, FormatError>> {
    let mut first_line_of: HashMap<(&str, &str), usize> = HashMap::new();
    let mut is_header = true;
    let is_empty = text.trim().is_empty();
    let none = || Err(FormatError::new(file, Place::File, "empty: a header is needed"));
    let lines = numbered_lines(text);
    let lines = lines.filter_map(move |(number, line)| {
        let wrong = |reason: String| FormatError::new(file, Place::Line(number), reason);
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        let [query, document, grade] = fields[..] else {
            return Some(Err(wrong(format!(
                "{} fields separated by tabs, but `query document grade` has 3",
                fields.len()
            ))));
        };
        let value = grade_from_text(grade);
        if std::mem::take(&mut is_header) {
            let is_grade = value.is_ok();
            let missing = || {
                wrong(format!(
                    "no header: put {QRELS_HEADER:?} before this line. If its numbers are ranks, as in \
                     MS MARCO's runs, it has no judgements"
                ))
            };
            return is_grade.then(|| Err(missing()));
        }
        let grade = match value {
            Ok(grade) => grade,
            Err(fault) => return Some(Err(wrong(fault))),
        };
        if let Some(fault) = fault_of_id(query).or_else(|| fault_of_id(document)) {
            return Some(Err(wrong(fault)));
        }
        if let Some(first) = first_line_of.insert((query, document), number) {
            return Some(Err(wrong(format!(
                "document {document} is judged for query {query} on line {first} already"
            ))));
        }
        Some(Ok((query, document, grade)))
    });
    is_empty.then(none).into_iter().chain(lines)
}

/// Writes `qrels/<split>.tsv` in the given order.
pub fn beir_from_qrels(qrels: &[Qrel]) -> String {
    let mut text = format!("{QRELS_HEADER}\n");
    for Qrel { query, document, grade } in qrels {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{query}\t{document}\t{grade}");
    }
    text
}
