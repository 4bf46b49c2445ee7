//! Scores of one's own, held to the pictures that are tested.

use super::{ScoredTags, SuggestionTest, TagIndex};
use crate::benchmark::{ImageIds, Topic};
use crate::formats::{FormatError, IdTable, Place, RankedRun};
use rustc_hash::FxHashMap;

/// A run as it was read. Its text tells the line of what is wrong.
#[derive(Debug, Clone, Copy)]
pub struct EntryRun<'a> {
    pub file: &'a str,
    pub text: &'a str,
    pub run: &'a RankedRun,
    /// The ids to which the run refers.
    pub documents: &'a IdTable,
}

impl EntryRun<'_> {
    /// The run's queries are topics, its documents pictures: `[topics]` of `(row in corpus, score)`, empty for a
    /// topic that the run lacks. `tested` ascends.
    ///
    /// # Errors
    /// An unknown topic or picture, a picture that is not tested, and a topic without the scores of some test
    /// pictures.
    pub fn topic_scores(
        &self,
        topics: &[Topic],
        tested: &[u32],
        ids: ImageIds<'_>,
    ) -> Result<Vec<Vec<(u32, f64)>>, FormatError> {
        let mut row_of = vec![None; self.documents.ids().len()];
        for (row, id) in (0u32..).zip((0..ids.len()).filter_map(|row| ids.get(row))) {
            let document = self.documents.row_of(&id).and_then(|own| row_of.get_mut(own as usize));
            if let Some(place) = document {
                *place = Some(row);
            }
        }
        let mut all = vec![Vec::new(); topics.len()];
        for run in &self.run.queries {
            let topic = &run.query;
            let place = topics.iter().position(|own| own.query == *topic);
            let Some(scores) = place.and_then(|place| all.get_mut(place)) else {
                let known: Vec<&str> = topics.iter().map(|own| own.query.as_str()).collect();
                let reason = format!("{topic} is none of the topics {}", known.join(", "));
                return Err(self.wrong(&[topic], reason));
            };
            for (document, score) in &run.documents {
                let id = self.documents.ids().get(*document as usize).map_or("", String::as_str);
                let row = row_of.get(*document as usize).copied().flatten();
                let row = row.ok_or_else(|| {
                    self.wrong(&[topic, id], format!("the corpus has no picture {id}"))
                })?;
                if tested.binary_search(&row).is_err() {
                    return Err(self.wrong(&[topic, id], trains(id)));
                }
                scores.push((row, *score));
            }
            if scores.len() < tested.len() {
                let mut scored: Vec<u32> = scores.iter().map(|(row, _)| *row).collect();
                scored.sort_unstable();
                let lacks = |row: &&u32| scored.binary_search(row).is_err();
                let first = tested.iter().find(lacks).and_then(|row| ids.get(*row as usize));
                let reason = format!(
                    "topic {topic} has scores of {} of the {} test pictures, and none of {}: give \
                     one of each",
                    scores.len(),
                    tested.len(),
                    first.unwrap_or_default()
                );
                return Err(FormatError::new(self.file, Place::File, reason));
            }
        }
        Ok(all)
    }

    /// The run's queries are test pictures, its documents tags that may be suggested: `(row in corpus,
    /// [(tag, score)])`. Pictures that the run lacks get no suggestion.
    ///
    /// # Errors
    /// An unknown picture, one that is not tested, and a tag that may not be suggested.
    pub fn tag_scores(
        &self,
        test: &SuggestionTest,
        index: &TagIndex,
        ids: ImageIds<'_>,
    ) -> Result<Vec<ScoredTags>, FormatError> {
        let all = (0u32..).zip((0..ids.len()).filter_map(|row| ids.get(row)));
        let row_of: FxHashMap<_, u32> = all.map(|(row, id)| (id, row)).collect();
        let tag_of: Vec<Option<u32>> = self
            .documents
            .ids()
            .iter()
            .map(|name| index.find(name).filter(|tag| test.may_suggest(*tag)))
            .collect();
        let mut pictures = Vec::new();
        for run in &self.run.queries {
            let id = &run.query;
            let row = row_of.get(id.as_str()).copied();
            let row =
                row.ok_or_else(|| self.wrong(&[id], format!("the corpus has no picture {id}")))?;
            if test.tested().binary_search(&row).is_err() {
                return Err(self.wrong(&[id], trains(id)));
            }
            let mut scores = Vec::with_capacity(run.documents.len());
            for (document, score) in &run.documents {
                let Some(tag) = tag_of.get(*document as usize).copied().flatten() else {
                    let name = self.documents.ids().get(*document as usize);
                    let name = name.map_or("", String::as_str);
                    let reason = format!("{name} is none of the tags that may be suggested");
                    return Err(self.wrong(&[id, name], reason));
                };
                scores.push((tag, *score));
            }
            pictures.push((row, scores));
        }
        Ok(pictures)
    }

    /// With the first line that has all of these words.
    fn wrong(&self, words: &[&str], reason: String) -> FormatError {
        let is_break = |c: char| c.is_whitespace() || matches!(c, ',' | '"' | ':' | '{' | '}');
        let has = |line: &str, word: &&str| line.split(is_break).any(|own| own == *word);
        let line = self.text.lines().position(|line| words.iter().all(|word| has(line, word)));
        FormatError::new(self.file, line.map_or(Place::File, |line| Place::Line(line + 1)), reason)
    }
}

fn trains(id: &str) -> String {
    format!("picture {id} is not tested: give scores of the test pictures alone")
}

/// Refuses a matrix that has not a row for each of `rows` things called so, and a column for each of `columns`.
pub fn check_entry_shape(
    file: &str,
    [n_rows, n_columns]: [usize; 2],
    rows: (usize, &str),
    columns: (usize, &str),
) -> Result<(), FormatError> {
    if (n_rows, n_columns) == (rows.0, columns.0) {
        return Ok(());
    }
    let advice = match (n_columns, n_rows) == (rows.0, columns.0) {
        true => ": save its transpose, such as numpy's scores.T",
        false => "",
    };
    let reason = format!(
        "its shape is [{n_rows}, {n_columns}], and [{}, {}] is needed: a row for each of the {}, a \
         column for each of the {}{advice}",
        rows.0, columns.0, rows.1, columns.1
    );
    Err(FormatError::new(file, Place::File, reason))
}
