//! TREC qrels: `query 0 document grade`, fields apart by white space.

use super::{FormatError, Place};
use std::{collections::HashMap, fmt::Write};

/// A judgement: how relevant a document is to a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Qrel {
    /// The query's id.
    pub query: String,
    /// The document's (here: the image's) id.
    pub document: String,
    /// 1 or more: relevant; 0 or less: judged not relevant.
    pub grade: i32,
}

/// Reads TREC qrels. The second field is ignored, as `trec_eval` does.
///
/// # Errors
/// A line without four fields, a grade that is not a whole number, or a second judgement
/// of the same pair.
pub fn qrels_from_trec(file: &str, text: &str) -> Result<Vec<Qrel>, FormatError> {
    let mut first_line_of: HashMap<(&str, &str), usize> = HashMap::new();
    let mut qrels = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let number = index + 1;
        let wrong = |reason: String| FormatError::new(file, Place::Line(number), reason);
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [query, _, document, grade] = fields[..] else {
            let n_fields = fields.len();
            return Err(wrong(format!("{n_fields} fields where `query 0 document grade` has 4")));
        };
        let grade = grade
            .parse()
            .map_err(|e| wrong(format!("the grade {grade:?} is not a whole number")).because(e))?;
        if let Some(first) = first_line_of.insert((query, document), number) {
            return Err(wrong(format!(
                "document {document} is judged for query {query} on line {first} already"
            )));
        }
        qrels.push(Qrel { query: query.into(), document: document.into(), grade });
    }
    Ok(qrels)
}

/// Writes TREC qrels, in the given order.
#[must_use]
pub fn trec_from_qrels(qrels: &[Qrel]) -> String {
    let mut text = String::new();
    for Qrel { query, document, grade } in qrels {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{query} 0 {document} {grade}");
    }
    text
}
