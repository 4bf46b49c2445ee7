//! TREC runs: `query Q0 document rank score tag`, separated by white space.

use super::{
    FormatError, IdTable, Place,
    ids::fault_of_id,
    list_advice::{advice_for, is_header},
    run_order::{Contradiction, Disorder, LineOrder},
};
use std::{cmp::Ordering, collections::HashMap, fmt::Write};

/// Converts a number of bytes into lines.
const BYTES_PER_LINE: usize = 50;

/// White space that `split_ascii_whitespace` does not split at.
const VERTICAL_TAB: u8 = 0x0b;

#[derive(Debug, Clone, PartialEq)]
pub struct RunEntry {
    pub query: String,
    /// Here the image's id.
    pub document: String,
    /// Higher is better. Never NaN.
    pub score: f64,
    pub tag: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct QueryRun {
    pub query: String,
    /// `(row of the document, score)`, score descending; ties in the order of the file.
    pub documents: Vec<(u32, f64)>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RankedRun {
    /// In order of first appearance.
    pub queries: Vec<QueryRun>,
    /// The first line whose place or rank contradicts its score.
    pub disorder: Option<Disorder>,
}

impl RankedRun {
    /// Ranks each query by score.
    pub(super) fn of(mut queries: Vec<QueryRun>) -> Self {
        for run in &mut queries {
            rank_by_score(&mut run.documents);
        }
        Self { queries, disorder: None }
    }
}

struct RunLine<'a> {
    number: usize,
    query: &'a str,
    document: &'a str,
    rank: &'a str,
    score: f64,
    tag: &'a str,
}

/// Reads a run in the order of the file. As in `trec_eval`, scores order the documents; the second field
/// and the rank are ignored. Refuses a score that is not a number, and a duplicate document of a query.
pub fn run_from_trec(file: &str, text: &str) -> Result<Vec<RunEntry>, FormatError> {
    let mut run = Vec::new();
    for line in lines(file, text, 1) {
        let RunLine { query, document, score, tag, .. } = line?;
        let (query, document, tag) = (query.into(), document.into(), tag.into());
        run.push(RunEntry { query, document, score, tag });
    }
    // Checks for duplicates on rows, which are cheaper to sort than pairs are to hash.
    query_runs_from_trec(file, text, &mut IdTable::default())?;
    Ok(run)
}

/// Reads a run by query and ranks each by score; new document ids are added to `documents`. A line takes 16
/// bytes, and its fields are not copied.
pub fn query_runs_from_trec(
    file: &str,
    text: &str,
    documents: &mut IdTable,
) -> Result<RankedRun, FormatError> {
    let mut reader = QueryRunReader::new(file, text, documents);
    while reader.step(text.len())? {}
    Ok(reader.finish())
}

/// [`query_runs_from_trec`] in steps, for callers that yield in between.
#[derive(Debug)]
pub struct QueryRunReader<'a> {
    file: &'a str,
    text: &'a str,
    /// In bytes.
    at: usize,
    next_line: usize,
    documents: &'a mut IdTable,
    queries: IdTable,
    runs: Vec<QueryRun>,
    /// For each of the runs.
    orders: Vec<LineOrder>,
    disorder: Option<Disorder>,
    /// Runs that were checked for duplicates and ranked.
    n_checked: usize,
}

impl<'a> QueryRunReader<'a> {
    pub fn new(file: &'a str, text: &'a str, documents: &'a mut IdTable) -> Self {
        Self {
            file,
            text,
            at: 0,
            next_line: 1,
            documents,
            queries: IdTable::default(),
            runs: Vec::new(),
            orders: Vec::new(),
            disorder: None,
            n_checked: 0,
        }
    }

    /// Reads about `n_bytes` of lines or, once all are read, checks and ranks about as many; false when done.
    pub fn step(&mut self, n_bytes: usize) -> Result<bool, FormatError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if rest.is_empty() {
            self.check(n_bytes)?;
            return Ok(self.n_checked < self.runs.len());
        }
        let part = whole_lines(rest, n_bytes);
        self.read(part)?;
        self.at += part.len();
        if part.len() < rest.len() {
            self.next_line += part.bytes().filter(|byte| *byte == b'\n').count();
        }
        Ok(true)
    }

    /// The run, once [`Self::step`] has returned false.
    pub fn finish(self) -> RankedRun {
        let disorder = self.disorder.or_else(|| unordered(&self.runs, self.text));
        RankedRun { queries: self.runs, disorder }
    }

    fn read(&mut self, part: &'a str) -> Result<(), FormatError> {
        let Self { file, next_line, documents, queries, runs, orders, disorder, .. } = self;
        let mut current: Option<(&str, usize)> = None;
        for line in lines(file, part, *next_line) {
            let line = line?;
            // The lines of a query are nearly always consecutive.
            let place = match current {
                Some((query, place)) if query == line.query => place,
                _ => queries.row(line.query) as usize,
            };
            current = Some((line.query, place));
            if place == runs.len() {
                runs.push(QueryRun { query: line.query.to_owned(), documents: Vec::new() });
                orders.push(LineOrder::default());
            }
            // One warning names the first line, so the others need no look.
            if disorder.is_none()
                && let Some(order) = orders.get_mut(place)
                && let Some(contradicted_by) = order.take(line.score, line.rank)
            {
                let query = line.query.to_owned();
                *disorder = Some(Disorder { line: line.number, query, contradicted_by });
            }
            let row = documents.row(line.document);
            if let Some(run) = runs.get_mut(place) {
                run.documents.push((row, line.score));
            }
        }
        Ok(())
    }

    fn check(&mut self, n_bytes: usize) -> Result<(), FormatError> {
        let mut n_left = n_bytes / BYTES_PER_LINE;
        while let Some(run) = self.runs.get_mut(self.n_checked) {
            if has_duplicate(run) {
                return Err(duplicate_error(self.file, self.text));
            }
            rank_by_score(&mut run.documents);
            self.n_checked += 1;
            n_left = n_left.saturating_sub(run.documents.len());
            if n_left == 0 {
                break;
            }
        }
        Ok(())
    }
}

/// Descending; ties stay in the order of the file. No score is NaN.
fn rank_by_score(documents: &mut [(u32, f64)]) {
    documents.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(Ordering::Equal));
}

/// The first lines of a text: whole ones, at least `n_bytes` long if possible.
fn whole_lines(text: &str, n_bytes: usize) -> &str {
    let from = n_bytes.max(1) - 1;
    let end = text.as_bytes().get(from..).and_then(|rest| rest.iter().position(|b| *b == b'\n'));
    end.and_then(|end| text.get(..=from + end)).unwrap_or(text)
}

/// The first line whose rank implies an order, if no score of the whole run does.
fn unordered(runs: &[QueryRun], text: &str) -> Option<Disorder> {
    let has_order = |run: &QueryRun| match (run.documents.first(), run.documents.last()) {
        // Ranked by score: all are equal if the ends are.
        (Some((_, first)), Some((_, last))) => first != last,
        _ => false,
    };
    if runs.iter().any(has_order) {
        return None;
    }
    let query = runs.iter().find(|run| run.documents.len() > 1)?.query.as_str();
    let mut lines = lines("", text, 1).flatten().filter(|line| line.query == query);
    let first = lines.next()?;
    let other = lines.find(|line| line.rank != first.rank)?;
    let contradicted_by = Contradiction::EqualScores;
    Some(Disorder { line: other.number, query: query.to_owned(), contradicted_by })
}

fn has_duplicate(run: &QueryRun) -> bool {
    let mut rows: Vec<u32> = run.documents.iter().map(|(row, _)| *row).collect();
    rows.sort_unstable();
    rows.windows(2).any(|pair| matches!(pair, [a, b] if a == b))
}

/// For a run that lists a document twice.
fn duplicate_error(file: &str, text: &str) -> FormatError {
    let mut first_line_of: HashMap<(&str, &str), usize> = HashMap::new();
    for line in lines(file, text, 1).flatten() {
        let RunLine { number, query, document, .. } = line;
        if let Some(first) = first_line_of.insert((query, document), number) {
            let reason = format!("query {query} lists document {document} on line {first} already");
            return FormatError::new(file, Place::Line(number), reason);
        }
    }
    FormatError::new(file, Place::File, "a query lists a document twice")
}

/// The place of a query, or of a document in its list, for errors found after the file was read.
pub fn place_in_run(text: &str, query: &str, document: Option<&str>) -> Place {
    let is_it = |line: &RunLine<'_>| {
        line.query == query && document.is_none_or(|document| line.document == document)
    };
    let line = lines("", text, 1).flatten().find(is_it);
    line.map_or(Place::File, |line| Place::Line(line.number))
}

/// `first` is the number of the first line.
fn lines<'a>(
    file: &'a str,
    text: &'a str,
    first: usize,
) -> impl Iterator<Item = Result<RunLine<'a>, FormatError>> {
    let is_plain = text.is_ascii() && !text.as_bytes().contains(&VERTICAL_TAB);
    (first..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim_start().is_empty())
        .map(move |(number, line)| line_from_trec(file, number, line, is_plain))
}

fn line_from_trec<'a>(
    file: &str,
    number: usize,
    line: &'a str,
    is_plain: bool,
) -> Result<RunLine<'a>, FormatError> {
    let wrong = |reason: String| FormatError::new(file, Place::Line(number), reason);
    // Nearly every file is plain ASCII, which splits several times as fast.
    let fields =
        if is_plain { six(line.split_ascii_whitespace()) } else { six(line.split_whitespace()) };
    let Some([query, _, document, rank, score, tag]) = fields else {
        let n_fields = line.split_whitespace().count();
        let advice = advice_for(line);
        return Err(wrong(format!(
            "{n_fields} fields, but `query Q0 document rank score tag` has 6{advice}"
        )));
    };
    let value = score.parse().ok().filter(|value: &f64| !value.is_nan()).ok_or_else(|| {
        let why = match is_header(line) {
            true => ": this is a header, which TREC runs do not have: remove it",
            false if score.contains(',') => ": write a decimal point in place of the comma",
            false => "",
        };
        wrong(format!("the score {score:?} is not a number{why}"))
    })?;
    Ok(RunLine { number, query, document, rank, score: value, tag })
}

fn six<'a>(mut fields: impl Iterator<Item = &'a str>) -> Option<[&'a str; 6]> {
    let mut next = || fields.next();
    let six = [next()?, next()?, next()?, next()?, next()?, next()?];
    next().is_none().then_some(six)
}

/// Ranks count from 1 in the given order. Refuses ids and tags with white space, and NaN.
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
        // Debug gives the shortest digits that parse as the same number, with an exponent where
        // Display would write hundreds of zeros. Writing to a String cannot fail.
        let _ = writeln!(text, "{query} Q0 {document} {rank} {score:?} {tag}");
    }
    Ok(text)
}
