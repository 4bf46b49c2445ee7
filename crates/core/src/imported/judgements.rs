//! Qrels as a definition of relevance.

use super::{Ids, ImportError, TURN_LINES, Unmatched};
use crate::benchmark::{Judgements, Relevance};
use crate::formats::{IdTable, QrelLine};
use std::collections::HashSet;

/// Judgements against a benchmark.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadJudgements {
    /// The definition of relevance. Rows beyond the corpus are images that it does not have.
    pub relevance: Relevance,
    /// How many of the benchmark's queries it judges.
    pub n_queries: usize,
    /// How many of its judgements are of those.
    pub n_judgements: usize,
    /// Queries of the benchmark that it does not judge.
    pub unjudged: Unmatched,
    /// Its queries that the benchmark does not ask.
    pub other_queries: Unmatched,
    /// Its images that the corpus does not have.
    pub other_images: Unmatched,
}

/// Qrels by the ids that they have themselves. Each id is kept once: files have millions of lines.
#[derive(Debug, Default)]
pub struct ParsedQrels {
    queries: IdTable,
    documents: IdTable,
    /// Rows in the two tables, and a grade.
    lines: Vec<(u32, u32, i32)>,
}

impl ParsedQrels {
    pub(super) fn push(&mut self, (query, document, grade): QrelLine<'_>) {
        self.lines.push((self.queries.row(query), self.documents.row(document), grade));
    }
}

/// Turns the ids of qrels into rows; `pause` is awaited every few milliseconds.
///
/// # Errors
/// None of its queries is the benchmark's.
pub async fn judgements_from_qrels(
    file: &str,
    qrels: &ParsedQrels,
    ids: &mut Ids,
    pause: &impl AsyncFn(),
) -> Result<ReadJudgements, ImportError> {
    let (mut other_queries, mut other_images) = (Unmatched::default(), Unmatched::default());
    let mut judged = HashSet::new();
    let query_rows: Vec<Option<u32>> =
        qrels.queries.ids().iter().map(|id| ids.query_row(id)).collect();
    for (row, id) in query_rows.iter().zip(qrels.queries.ids()) {
        match row {
            Some(row) => drop(judged.insert(*row)),
            None => other_queries.add(id),
        }
    }
    // Only images that are judged of the benchmark's queries count; a row is looked up once.
    let mut by_query: Vec<Vec<(u32, i32)>> = vec![Vec::new(); ids.queries().len()];
    let mut n_judgements = 0;
    let mut rows: Vec<Option<u32>> = vec![None; qrels.documents.ids().len()];
    for (n_read, (query, document, grade)) in (1usize..).zip(&qrels.lines) {
        if n_read.is_multiple_of(TURN_LINES) {
            pause().await;
        }
        let Some(query_row) = query_rows.get(*query as usize).copied().flatten() else { continue };
        let Some(place) = rows.get_mut(*document as usize) else { continue };
        let row = *place.get_or_insert_with(|| {
            let id = qrels.documents.ids().get(*document as usize).map_or("", String::as_str);
            let row = ids.image_row(id);
            if ids.is_foreign(row) {
                other_images.add(id);
            }
            row
        });
        if let Some(judged) = by_query.get_mut(query_row as usize) {
            judged.push((row, *grade));
            n_judgements += 1;
        }
    }
    if judged.is_empty() {
        return Err(ImportError::OtherQueries {
            file: file.into(),
            n_queries: other_queries.n,
            found: other_queries.first,
            expected: ids.queries().first().cloned().unwrap_or_default(),
        });
    }
    let mut of_queries = Vec::with_capacity(by_query.len());
    let mut n_in_turn = 0;
    for grades in by_query {
        n_in_turn += grades.len();
        if n_in_turn > TURN_LINES {
            pause().await;
            n_in_turn = 0;
        }
        of_queries.push(Judgements::new(grades));
    }
    let missing = (0u32..).zip(ids.queries()).filter(|(row, _)| !judged.contains(row));
    Ok(ReadJudgements {
        relevance: Relevance::of_queries(of_queries),
        n_queries: judged.len(),
        n_judgements,
        unjudged: Unmatched::of(missing.map(|(_, id)| id.as_str())),
        other_queries,
        other_images,
    })
}

impl ReadJudgements {
    /// What does not match and what is made of it, in sentences.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let unjudged = self.unjudged.said(
            "query of the benchmark is not judged and has no value",
            "queries of the benchmark are not judged and have no value",
        );
        let queries = self.other_queries.said(
            "of its queries is not the benchmark’s and is left out",
            "of its queries are not the benchmark’s and are left out",
        );
        let images = self.other_images.said(
            "of its images is not in the corpus: if it is relevant, it counts as not found",
            "of its images are not in the corpus: those that are relevant count as not found",
        );
        [unjudged, queries, images].into_iter().flatten().collect()
    }
}
