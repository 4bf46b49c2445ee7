//! TREC runs: `query Q0 document rank score tag`, fields apart by white space.

use super::{FormatError, Place, id_list::fault_of_id};
use std::{collections::HashMap, fmt::Write};

/// A document that a system found for a query.
#[derive(Debug, Clone, PartialEq)]
pub struct RunEntry {
    /// The query's id.
    pub query: String,
    /// The document's (here: the image's) id.
    pub document: String,
    /// What the system gave it: larger is better. Never NaN.
    pub score: f64,
    /// The name of the run.
    pub tag: String,
}

/// Reads a TREC run, in the order of the file. As in `trec_eval`, the second field and the
/// rank are ignored: the scores order the documents.
///
/// # Errors
/// A line without six fields, a score that is not a number, or a document that a query
/// lists twice, by line.
pub fn run_from_trec(file: &str, text: &str) -> Result<Vec<RunEntry>, FormatError> {
    let mut first_line_of: HashMap<(&str, &str), usize> = HashMap::new();
    let mut run = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |reason: String| FormatError::new(file, Place::Line(number), reason);
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [query, _, document, _, score, tag] = fields[..] else {
            let n_fields = fields.len();
            return Err(wrong(format!(
                "{n_fields} fields where `query Q0 document rank score tag` has 6"
            )));
        };
        let not_a_number = || format!("the score {score:?} is not a number");
        let value: f64 = score.parse().map_err(|e| wrong(not_a_number()).because(e))?;
        if value.is_nan() {
            return Err(wrong(not_a_number()));
        }
        if let Some(first) = first_line_of.insert((query, document), number) {
            return Err(wrong(format!(
                "query {query} lists document {document} on line {first} already"
            )));
        }
        let (query, document, tag) = (query.into(), document.into(), tag.into());
        run.push(RunEntry { query, document, score: value, tag });
    }
    Ok(run)
}

/// Writes a TREC run in the given order; the ranks of each query count from 1 in that order.
///
/// # Errors
/// An id or tag that is empty or has white space in it, or a score that is NaN, by row.
pub fn trec_from_run(file: &str, run: &[RunEntry]) -> Result<String, FormatError> {
    let mut n_of: HashMap<&str, usize> = HashMap::new();
    let mut text = String::new();
    for (row, RunEntry { query, document, score, tag }) in run.iter().enumerate() {
        let wrong = |reason: String| FormatError::new(file, Place::Row(row), reason);
        if let Some(fault) = [query, document, tag].into_iter().find_map(|id| fault_of_id(id)) {
            return Err(wrong(fault));
        }
        if score.is_nan() {
            return Err(wrong(format!("document {document} of query {query} has the score NaN")));
        }
        let rank = n_of.entry(query).or_default();
        *rank += 1;
        // Debug gives the shortest digits that read back as the same number, and an exponent
        // where Display would write hundreds of zeros. Writing to a String cannot fail.
        let _ = writeln!(text, "{query} Q0 {document} {rank} {score:?} {tag}");
    }
    Ok(text)
}
