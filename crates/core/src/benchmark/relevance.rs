//! Judgements in memory, by row.

use super::{BenchmarkError, RelevanceDefinition};
use crate::formats::Qrel;
use std::{collections::HashMap, hash::BuildHasher, sync::Arc};

/// The judged images of one query.
/// Grades from 1 are relevant, 0 or less is judged not relevant; other images are unjudged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Judgements {
    grades: Vec<(u32, i32)>,
}

impl Judgements {
    /// The last of several grades for one row wins.
    pub fn new(grades: impl IntoIterator<Item = (u32, i32)>) -> Self {
        let mut grades: Vec<(u32, i32)> = grades.into_iter().collect();
        // Reversed, since dedup keeps the first of each row.
        grades.reverse();
        grades.sort_by_key(|(row, _)| *row);
        grades.dedup_by_key(|(row, _)| *row);
        Self { grades }
    }

    pub const fn none() -> Self {
        Self { grades: Vec::new() }
    }

    /// Of the images for which `has` returns true.
    #[must_use]
    pub fn among(&self, has: impl Fn(u32) -> bool) -> Self {
        // Filtering keeps the order.
        Self { grades: self.grades.iter().filter(|(row, _)| has(*row)).copied().collect() }
    }

    /// `None` if the image is unjudged.
    pub fn grade(&self, row_in_corpus: u32) -> Option<i32> {
        let index = self.grades.binary_search_by_key(&row_in_corpus, |(row, _)| *row).ok()?;
        self.grades.get(index).map(|(_, grade)| *grade)
    }

    /// R: relevant images.
    pub fn n_relevant(&self) -> usize {
        self.grades.iter().filter(|(_, grade)| *grade >= 1).count()
    }

    /// `(row_in_corpus, grade)` of every judged image, by row.
    pub fn as_slice(&self) -> &[(u32, i32)] {
        &self.grades
    }
}

/// One definition of relevance: judgements by the query's row in `queries.jsonl`. Cheap to clone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Relevance {
    by_query: Arc<Vec<Judgements>>,
    ranks_only_judged: bool,
    is_complete: bool,
    /// By row, whether it is ranked at all; `None` if all rows are.
    ranked: Option<Arc<Vec<bool>>>,
}

impl Relevance {
    /// Replaces the ids of qrels by rows. Judgements of unknown queries are ignored, since published judgements often
    /// cover more queries; those of unknown images are refused.
    pub fn from_qrels<S: BuildHasher>(
        file: &str,
        qrels: &[Qrel],
        query_row_from_id: &HashMap<String, u32, S>,
        row_in_corpus_from_id: &HashMap<String, u32, S>,
    ) -> Result<Self, BenchmarkError> {
        let mut by_query = vec![Vec::new(); query_row_from_id.len()];
        for Qrel { query, document, grade } in qrels {
            let Some(&query_row) = query_row_from_id.get(query) else { continue };
            let Some(&row) = row_in_corpus_from_id.get(document) else {
                return Err(BenchmarkError::Inconsistent(format!(
                    "{file} judges image {document} for query {query}, but the corpus has no such \
                     image"
                )));
            };
            if let Some(judged) = by_query.get_mut(query_row as usize) {
                judged.push((row, *grade));
            }
        }
        Ok(Self::of_queries(by_query.into_iter().map(Judgements::new).collect()))
    }

    /// In the order of `queries.jsonl`.
    pub fn of_queries(by_query: Vec<Judgements>) -> Self {
        Self {
            by_query: Arc::new(by_query),
            ranks_only_judged: false,
            is_complete: false,
            ranked: None,
        }
    }

    /// Applies the conventions of a definition in the manifest.
    #[must_use]
    pub fn of_definition(self, definition: &RelevanceDefinition) -> Self {
        let RelevanceDefinition { only_judged, complete, .. } = definition;
        Self { ranks_only_judged: *only_judged, is_complete: *complete, ..self }
    }

    /// Ranks only these rows, by row: the others are not in this definition's gallery.
    #[must_use]
    pub fn ranking_only(self, ranked: Vec<bool>) -> Self {
        let leaves_out = ranked.contains(&false);
        Self { ranked: leaves_out.then(|| Arc::new(ranked)), ..self }
    }

    /// The rows that it leaves out of its gallery, by row; `None` if it ranks all.
    pub fn ranked(&self) -> Option<&[bool]> {
        self.ranked.as_ref().map(|ranked| ranked.as_slice())
    }

    /// How many rows it leaves out of its gallery.
    pub fn n_not_ranked(&self) -> usize {
        self.ranked().map_or(0, |ranked| ranked.iter().filter(|is| !**is).count())
    }

    /// Makes unjudged images count as judged not relevant.
    #[must_use]
    pub fn complete(self) -> Self {
        Self { is_complete: true, ..self }
    }

    /// Whether unjudged images count as judged not relevant.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Under complete judgements, 0 if the image is unjudged.
    pub fn grade(&self, query_row: u32, row_in_corpus: u32) -> Option<i32> {
        let grade = self.of_query(query_row).and_then(|judged| judged.grade(row_in_corpus));
        grade.or_else(|| self.is_complete.then_some(0))
    }

    /// R of a query.
    pub fn n_relevant(&self, query_row: u32) -> usize {
        self.of_query(query_row).map_or(0, Judgements::n_relevant)
    }

    /// Whether a query's ranking is restricted to its judged images.
    pub fn ranks_only_judged(&self) -> bool {
        self.ranks_only_judged
    }

    /// The images that each of the `n_queries` ranks, `[queries][images]`, ascending; `None` if all of the
    /// corpus are ranked.
    pub fn candidates(&self, n_queries: usize) -> Option<Vec<Vec<u32>>> {
        let of_query = |row: u32| {
            let judged = self.of_query(row).map_or(&[][..], Judgements::as_slice);
            judged.iter().map(|(row, _)| *row).collect()
        };
        self.ranks_only_judged.then(|| (0u32..).take(n_queries).map(of_query).collect())
    }

    /// By the query's row in `queries.jsonl`.
    pub fn of_query(&self, query_row: u32) -> Option<&Judgements> {
        self.by_query.get(query_row as usize)
    }

    /// R of the query with the most relevant images.
    pub fn max_n_relevant(&self) -> usize {
        self.by_query.iter().map(Judgements::n_relevant).max().unwrap_or(0)
    }
}
