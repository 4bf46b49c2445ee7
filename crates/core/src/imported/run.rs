//! A run as the rankings of a system.

use super::{Ids, ImportError, TURN_LINES, Unmatched};
use crate::formats::{IdTable, QueryRun};
use crate::ranking::Hit;
use std::collections::HashSet;

/// A run against a benchmark.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadRun {
    /// The hits of every query of the benchmark, in the order of the file; none for a query that
    /// the run lacks. Rows beyond the corpus are images that it does not have.
    pub rankings: Vec<Vec<Hit>>,
    /// How many of the benchmark's queries it has.
    pub n_queries: usize,
    /// The length of its longest ranking.
    pub longest: usize,
    /// Queries of the benchmark that it lacks.
    pub lacking: Unmatched,
    /// Its queries that the benchmark does not ask.
    pub other_queries: Unmatched,
    /// Its images that the corpus does not have.
    pub other_images: Unmatched,
}

/// Turns the ids of a run into rows. `documents` are those that its rows are of; `pause` is
/// awaited every few milliseconds.
///
/// # Errors
/// None of its queries is the benchmark's.
pub async fn rankings_from_run(
    file: &str,
    queries: &[QueryRun],
    documents: &IdTable,
    ids: &mut Ids,
    pause: &impl AsyncFn(),
) -> Result<ReadRun, ImportError> {
    let mut rankings = vec![Vec::new(); ids.queries().len()];
    let mut other_queries = Unmatched::default();
    let (n_queries, first) = (queries.len(), queries.first().map(|run| run.query.clone()));
    let mut asked = Vec::with_capacity(n_queries);
    for run in queries {
        match ids.query_row(&run.query) {
            Some(row) => asked.push((row, &run.documents)),
            None => other_queries.add(&run.query),
        }
    }
    if asked.is_empty() {
        return Err(ImportError::OtherQueries {
            file: file.into(),
            n_queries,
            found: first.unwrap_or_default(),
            expected: ids.queries().first().cloned().unwrap_or_default(),
        });
    }
    // Only documents of queries that are asked count: a row of their own is looked up once.
    let mut rows: Vec<Option<u32>> = vec![None; documents.ids().len()];
    let mut other_images = Unmatched::default();
    let mut n_in_turn = 0;
    for (query_row, listed) in &asked {
        n_in_turn += listed.len();
        if n_in_turn > TURN_LINES {
            pause().await;
            n_in_turn = 0;
        }
        let mut hits = Vec::with_capacity(listed.len());
        for (document, score) in *listed {
            let known = rows.get(*document as usize).copied().flatten();
            let row = known.unwrap_or_else(|| {
                let id = documents.ids().get(*document as usize).map_or("", String::as_str);
                let row = ids.image_row(id);
                if ids.is_foreign(row) {
                    other_images.add(id);
                }
                if let Some(place) = rows.get_mut(*document as usize) {
                    *place = Some(row);
                }
                row
            });
            // trec_eval keeps scores in float32 as well, so that the same scores are ties.
            #[expect(clippy::cast_possible_truncation, reason = "as trec_eval does")]
            hits.push(Hit { row_in_corpus: row, score: *score as f32 });
        }
        if let Some(place) = rankings.get_mut(*query_row as usize) {
            *place = hits;
        }
    }
    let found: HashSet<u32> = asked.iter().map(|(row, _)| *row).collect();
    let missing = (0u32..).zip(ids.queries()).filter(|(row, _)| !found.contains(row));
    Ok(ReadRun {
        n_queries: found.len(),
        longest: rankings.iter().map(Vec::len).max().unwrap_or(0),
        lacking: Unmatched::of(missing.map(|(_, id)| id.as_str())),
        rankings,
        other_queries,
        other_images,
    })
}

impl ReadRun {
    /// What does not match and what is made of it, in sentences.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let lacking = self.lacking.said(
            "query of the benchmark is not in it and counts as found nothing",
            "queries of the benchmark are not in it and count as found nothing",
        );
        let queries = self.other_queries.said(
            "of its queries is not the benchmark’s and is left out",
            "of its queries are not the benchmark’s and are left out",
        );
        let images = self.other_images.said(
            "of its images is not in the corpus: it keeps its ranks and is unjudged",
            "of its images are not in the corpus: they keep their ranks and are unjudged",
        );
        [lacking, queries, images].into_iter().flatten().collect()
    }
}
