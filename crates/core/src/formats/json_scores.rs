//! Runs and judgements as `{query: {document: number}}`, which ranx, pytrec_eval and BEIR's tools write,
//! and MTEB's predictions, which nest the same under subset and split.

use super::{
    FormatError, IdTable, Place, Qrel, QueryRun, RankedRun, RunEntry,
    grade::grade_from_number,
    ids::grouped,
    json::{Entries, Id, refusal, value_from_json},
};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;
use std::fmt;

/// The one key of MTEB's predictions without rankings.
const MODEL_KEY: &str = "mteb_model_meta";

#[derive(Debug, Default)]
pub struct JsonScores {
    queries: Vec<QueryRun>,
    /// Whether every number is written without a fraction, as grades are.
    pub is_whole: bool,
}

impl JsonScores {
    /// Ranks each query by score.
    pub fn into_run(self) -> RankedRun {
        RankedRun::of(self.queries)
    }

    /// `documents` is the table that the reader filled. Refuses a number that is not a whole 32-bit
    /// number.
    pub fn into_qrels(self, file: &str, documents: &IdTable) -> Result<Vec<Qrel>, FormatError> {
        let mut qrels = Vec::new();
        for QueryRun { query, documents: scored } in self.queries {
            for (row, score) in scored {
                let id = documents.ids().get(row as usize).map_or("", String::as_str);
                let grade = grade_from_number(score).map_err(|fault| {
                    let reason = format!("query {query}, document {id}: {fault}: is it a run?");
                    FormatError::new(file, Place::File, reason)
                })?;
                qrels.push(Qrel { query: query.clone(), document: id.to_owned(), grade });
            }
        }
        Ok(qrels)
    }
}

/// Reads `{query: {document: number}}`; new document ids are added to `documents`.
pub fn scores_from_json(
    file: &str,
    text: &str,
    documents: &mut IdTable,
) -> Result<JsonScores, FormatError> {
    let mut reader = JsonScoresReader::new(file, text, documents);
    while reader.step(text.len())? {}
    Ok(reader.finish())
}

/// The rankings of one subset and split in MTEB's predictions: `part` is `subset/split` or either of
/// them, and may be omitted if there is only one.
pub fn part_of_predictions<'a>(
    file: &str,
    text: &'a str,
    part: Option<&str>,
) -> Result<&'a str, FormatError> {
    let Entries(subsets) = value_from_json::<Entries<&RawValue>>(file, text)?;
    let mut parts: Vec<(String, &str)> = Vec::new();
    for (subset, splits) in subsets.into_iter().filter(|(subset, _)| subset != MODEL_KEY) {
        let Entries(splits) = value_from_json::<Entries<&RawValue>>(file, splits.get())?;
        parts.extend(
            splits.into_iter().map(|(split, scores)| (format!("{subset}/{split}"), scores.get())),
        );
    }
    let is_wanted = |name: &str| {
        part.is_none_or(|part| {
            name == part || name.split_once('/').is_some_and(|(a, b)| a == part || b == part)
        })
    };
    let names = || parts.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    let mut found = parts.iter().filter(|(name, _)| is_wanted(name));
    let wrong = |reason: String| Err(FormatError::new(file, Place::File, reason));
    match (found.next(), found.next()) {
        (Some((_, scores)), None) => Ok(scores),
        (None, _) if parts.is_empty() => wrong("it has no predictions".into()),
        (None, _) => {
            let part = part.unwrap_or_default();
            wrong(format!("it has no predictions of {part:?}, only {}", names()))
        }
        (Some((first, _)), Some(_)) => {
            wrong(format!("it has predictions of {}: name one, as in {file}#{first}", names()))
        }
    }
}

/// [`scores_from_json`] in steps, for callers that yield in between.
pub struct JsonScoresReader<'a> {
    file: &'a str,
    text: &'a str,
    /// The offset in bytes of what comes next, and its line.
    at: usize,
    line: usize,
    is_begun: bool,
    is_done: bool,
    documents: &'a mut IdTable,
    queries: IdTable,
    scores: JsonScores,
}

impl<'a> JsonScoresReader<'a> {
    pub fn new(file: &'a str, text: &'a str, documents: &'a mut IdTable) -> Self {
        Self {
            file,
            text,
            at: 0,
            line: 1,
            is_begun: false,
            is_done: false,
            documents,
            queries: IdTable::default(),
            scores: JsonScores { queries: Vec::new(), is_whole: true },
        }
    }

    /// Reads about `n_bytes` more; false when done.
    pub fn step(&mut self, n_bytes: usize) -> Result<bool, FormatError> {
        let end = self.at.saturating_add(n_bytes.max(1));
        while !self.is_done && self.at < end {
            self.query()?;
        }
        Ok(!self.is_done)
    }

    pub fn finish(self) -> JsonScores {
        let JsonScores { queries, is_whole } = self.scores;
        // Without a single number, nothing distinguishes a run from judgements.
        let is_whole = is_whole && queries.iter().any(|query| !query.documents.is_empty());
        JsonScores { queries, is_whole }
    }

    fn query(&mut self) -> Result<(), FormatError> {
        let open = if self.is_begun { ',' } else { '{' };
        if self.is_begun && self.passes('}') {
            return self.end();
        }
        if !self.passes(open) {
            return Err(self.wrong(format!("{open:?} or the end of the object is missing")));
        }
        // The object may be empty.
        if !std::mem::replace(&mut self.is_begun, true) && self.passes('}') {
            return self.end();
        }
        let Id(query) = self.value()?;
        let row = self.queries.row(&query) as usize;
        if row < self.scores.queries.len() {
            return Err(self.wrong(format!("query {query} is listed twice")));
        }
        if !self.passes(':') {
            return Err(self.wrong(format!("':' is missing after query {query}")));
        }
        let Scored(scored) = self.value()?;
        let mut documents = Vec::with_capacity(scored.len());
        for (document, Score { value, is_whole }) in scored {
            self.scores.is_whole &= is_whole;
            documents.push((self.documents.row(&document), value));
        }
        self.scores.queries.push(QueryRun { query, documents });
        Ok(())
    }

    fn end(&mut self) -> Result<(), FormatError> {
        self.is_done = true;
        let rest = self.text.get(self.at..).unwrap_or_default();
        if rest.trim().is_empty() {
            return Ok(());
        }
        Err(self.wrong("the object is followed by more text".into()))
    }

    /// Steps over white space and this character if it comes next.
    fn passes(&mut self, wanted: char) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let trimmed = rest.trim_start();
        let is_next = trimmed.starts_with(wanted);
        if is_next {
            self.advance(rest.len() - trimmed.len() + wanted.len_utf8());
        }
        is_next
    }

    fn value<T: for<'de> Deserialize<'de>>(&mut self) -> Result<T, FormatError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<T>();
        let value = match values.next() {
            Some(Ok(value)) => value,
            Some(Err(e)) => {
                return Err(refusal(self.file, self.text, self.at, self.line - 1, &e));
            }
            None => return Err(self.wrong("the file ends too early".into())),
        };
        let n_read = values.byte_offset();
        self.advance(n_read);
        Ok(value)
    }

    fn advance(&mut self, n_bytes: usize) {
        let passed = self.text.as_bytes().get(self.at..self.at + n_bytes).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count();
        self.at += n_bytes;
    }

    fn wrong(&self, reason: String) -> FormatError {
        FormatError::new(self.file, Place::Line(self.line), reason)
    }
}

/// Also whether the number was written without a fraction.
struct Score {
    value: f64,
    is_whole: bool,
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl de::Visitor<'_> for Number {
            type Value = Score;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a number")
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Score, E> {
                Ok(Score { value: value as f64, is_whole: true })
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Score, E> {
                Ok(Score { value: value as f64, is_whole: true })
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Score, E> {
                Ok(Score { value, is_whole: false })
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Score, E> {
                let value = text.parse().ok().filter(|value: &f64| !value.is_nan());
                let value = value.ok_or_else(|| E::custom(format!("{text:?} is not a number")))?;
                Ok(Score { value, is_whole: text.parse::<i64>().is_ok() })
            }
        }
        deserializer.deserialize_any(Number)
    }
}

/// `{document: score}`, or a list of `[document, score]` or of objects that have both.
struct Scored(Vec<(String, Score)>);

impl<'de> Deserialize<'de> for Scored {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectOrList;
        impl<'de> de::Visitor<'de> for ObjectOrList {
            type Value = Scored;
            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("{document: score}, or a list of [document, score]")
            }
            fn visit_map<A: de::MapAccess<'de>>(self, object: A) -> Result<Scored, A::Error> {
                let object = de::value::MapAccessDeserializer::new(object);
                let Entries(scored) = Entries::deserialize(object)?;
                Ok(Scored(scored))
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Scored, A::Error> {
                let mut seen = FxHashSet::default();
                let mut scored = Vec::new();
                while let Some(Hit { document: Id(document), score }) = list.next_element()? {
                    if !seen.insert(document.clone()) {
                        return Err(de::Error::custom(format!("{document} is listed twice")));
                    }
                    scored.push((document, score));
                }
                Ok(Scored(scored))
            }
        }
        deserializer.deserialize_any(ObjectOrList)
    }
}

/// `["d1", 0.9]` or `{"doc_id": "d1", "score": 0.9}`.
#[derive(Deserialize)]
struct Hit {
    #[serde(alias = "doc_id", alias = "docid", alias = "docno", alias = "pid")]
    #[serde(alias = "corpus_id", alias = "corpus-id", alias = "id", alias = "_id")]
    #[serde(alias = "image_id", alias = "image")]
    document: Id,
    #[serde(alias = "similarity", alias = "sim")]
    #[serde(alias = "relevance", alias = "rating", alias = "grade")]
    score: Score,
}

/// Writes a run as `{query: {document: score}}`, queries in order of first appearance. Scores keep a
/// fraction, as in `1.0`, which distinguishes a run from judgements. Refuses scores that are not finite.
pub fn json_from_run(file: &str, run: &[RunEntry]) -> Result<String, FormatError> {
    for (row, RunEntry { query, document, score, .. }) in run.iter().enumerate() {
        if !score.is_finite() {
            let reason = format!(
                "document {document} of query {query} has the score {score:?}, and JSON has only \
                 finite numbers"
            );
            return Err(FormatError::new(file, Place::Row(row), reason));
        }
    }
    // Debug gives the shortest digits that parse as the same number, and always a fraction.
    let entries = run
        .iter()
        .map(|entry| (entry.query.as_str(), entry.document.as_str(), format!("{:?}", entry.score)));
    Ok(object_of(entries))
}

/// Writes judgements as `{query: {document: grade}}`, in the order of [`json_from_run`].
pub fn json_from_grades(qrels: &[Qrel]) -> String {
    object_of(
        qrels
            .iter()
            .map(|qrel| (qrel.query.as_str(), qrel.document.as_str(), qrel.grade.to_string())),
    )
}

fn object_of<'a>(entries: impl Iterator<Item = (&'a str, &'a str, String)>) -> String {
    let quoted = |id: &str| serde_json::Value::from(id).to_string();
    let number = |(query, document, number)| (query, format!("{}: {number}", quoted(document)));
    let queries = grouped(entries.map(number));
    let lines: Vec<String> = queries
        .into_iter()
        .map(|(query, documents)| format!("{}: {{{}}}", quoted(query), documents.join(", ")))
        .collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}
