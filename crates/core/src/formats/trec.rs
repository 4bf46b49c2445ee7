//! TREC qrels: `query 0 document grade`, separated by white space.

use super::{
    FormatError, Place,
    grade::grade_from_text,
    list_advice::{advice_for, is_header},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Qrel {
    pub query: String,
    pub document: String,
    /// Relevant from 1; 0 or less was judged not relevant.
    pub grade: i32,
}

/// Judgements turned round: documents ask for queries. Only documents that are relevant to a query do,
/// since the others would have no value under any measure.
pub fn turned_qrels(qrels: &[Qrel]) -> Vec<Qrel> {
    let relevant = qrels.iter().filter(|qrel| qrel.grade >= 1);
    let asking: FxHashSet<&str> = relevant.map(|qrel| qrel.document.as_str()).collect();
    let turned = |Qrel { query, document, grade }: &Qrel| Qrel {
        query: document.clone(),
        document: query.clone(),
        grade: *grade,
    };
    qrels.iter().filter(|qrel| asking.contains(qrel.document.as_str())).map(turned).collect()
}

/// Query, document, grade.
pub type QrelLine<'a> = (&'a str, &'a str, i32);

impl From<QrelLine<'_>> for Qrel {
    fn from((query, document, grade): QrelLine<'_>) -> Self {
        Self { query: query.into(), document: document.into(), grade }
    }
}

/// The second field is ignored, as in `trec_eval`.
pub fn qrels_from_trec(file: &str, text: &str) -> Result<Vec<Qrel>, FormatError> {
    lines_of_trec_qrels(file, text).map(|line| line.map(Qrel::from)).collect()
}

/// [`qrels_from_trec`] line by line, for callers that yield in between. Refuses a second judgement of a
/// pair.
pub fn lines_of_trec_qrels<'a>(
    file: &'a str,
    text: &'a str,
) -> impl Iterator<Item = Result<QrelLine<'a>, FormatError>> {
    lines_advised(file, text, advice_for)
}

/// [`lines_of_trec_qrels`] of a file that a benchmark stores. Without advice on files of other tools, which
/// keeps the engine small.
pub(crate) fn lines_of_own_qrels<'a>(
    file: &'a str,
    text: &'a str,
) -> impl Iterator<Item = Result<QrelLine<'a>, FormatError>> {
    lines_advised(file, text, |_| String::new())
}

/// `advice` ends the message about a line without four fields.
fn lines_advised<'a>(
    file: &'a str,
    text: &'a str,
    advice: fn(&str) -> String,
) -> impl Iterator<Item = Result<QrelLine<'a>, FormatError>> {
    let mut judged = JudgedPairs::default();
    judgement_lines(text).map(move |(number, line)| {
        let wrong = |reason: String| FormatError::new(file, Place::Line(number), reason);
        let mut fields = line.split_whitespace();
        let all = (fields.next(), fields.next(), fields.next(), fields.next(), fields.next());
        let (Some(query), Some(_), Some(document), Some(grade), None) = all else {
            let n_fields = line.split_whitespace().count();
            let advice = advice(line);
            let reason = format!("{n_fields} fields, but `query 0 document grade` has 4{advice}");
            return Err(wrong(reason));
        };
        let grade = grade_from_text(grade).map_err(|fault| match is_header(line) {
            true => wrong(format!("{fault}: this is a header, which TREC qrels do not have")),
            false => wrong(fault),
        })?;
        if let Some(first) = judged.add(text, number, query, document) {
            return Err(wrong(format!(
                "document {document} is judged for query {query} on line {first} already"
            )));
        }
        Ok((query, document, grade))
    })
}

/// Lines that hold a judgement, with their numbers from 1.
pub(crate) fn judgement_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim_ascii().is_empty())
}

/// The pairs so far. Most files list each query once and its documents in order, which proves without a
/// table that no pair occurs twice.
#[derive(Default)]
struct JudgedPairs<'a> {
    queries: FxHashSet<&'a str>,
    /// The previous line's.
    last: Option<(&'a str, &'a str)>,
    /// The line of each pair, from 1, once the order proved nothing.
    line_of: Option<FxHashMap<(&'a str, &'a str), usize>>,
}

impl<'a> JudgedPairs<'a> {
    /// Adds a pair; returns the earlier line that has it.
    fn add(
        &mut self,
        text: &'a str,
        number: usize,
        query: &'a str,
        document: &'a str,
    ) -> Option<usize> {
        if let Some(line_of) = &mut self.line_of {
            return line_of.insert((query, document), number);
        }
        let is_new = match self.last {
            // Shorter ids first, as numbers are in order.
            Some((of, last)) if of == query => (last.len(), last) < (document.len(), document),
            _ => self.queries.insert(query),
        };
        if is_new {
            self.last = Some((query, document));
            return None;
        }
        let mut line_of: FxHashMap<(&str, &str), usize> = FxHashMap::default();
        for (number, line) in (1..number).zip(text.lines()) {
            let mut fields = line.split_whitespace();
            if let (Some(query), _, Some(document)) = (fields.next(), fields.next(), fields.next())
            {
                line_of.insert((query, document), number);
            }
        }
        let first = line_of.insert((query, document), number);
        self.line_of = Some(line_of);
        first
    }
}

/// Keeps the given order.
pub fn trec_from_qrels(qrels: &[Qrel]) -> String {
    let mut text = String::new();
    for Qrel { query, document, grade } in qrels {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{query} 0 {document} {grade}");
    }
    text
}
