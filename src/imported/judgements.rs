//! Qrels as a definition of relevance.

use super::{Ids, ImportError, Unmatched};
use crate::benchmark::Relevance;
use crate::formats::Qrel;
use std::collections::{HashMap, HashSet};

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

/// Turns the ids of qrels into rows.
///
/// # Errors
/// None of its queries is the benchmark's.
pub fn judgements_from_qrels(
    file: &str,
    qrels: &[Qrel],
    ids: &mut Ids,
) -> Result<ReadJudgements, ImportError> {
    let (mut judged, mut others) = (HashSet::new(), HashSet::new());
    let (mut other_queries, mut other_images) = (Unmatched::default(), Unmatched::default());
    // Only what is judged of the benchmark's queries, with rows that are looked up once.
    let mut of_benchmark: Vec<Qrel> = Vec::new();
    let mut rows: HashMap<String, u32> = HashMap::new();
    for qrel in qrels {
        let Some(query_row) = ids.query_row(&qrel.query) else {
            if others.insert(qrel.query.as_str()) {
                other_queries.add(&qrel.query);
            }
            continue;
        };
        judged.insert(query_row);
        if !rows.contains_key(&qrel.document) {
            let row = ids.image_row(&qrel.document);
            if ids.is_foreign(row) {
                other_images.add(&qrel.document);
            }
            rows.insert(qrel.document.clone(), row);
        }
        of_benchmark.push(qrel.clone());
    }
    if judged.is_empty() {
        return Err(ImportError::OtherQueries {
            file: file.into(),
            n_queries: others.len(),
            found: other_queries.first,
            expected: ids.queries().first().cloned().unwrap_or_default(),
        });
    }
    let query_rows = (0u32..).zip(ids.queries()).map(|(row, id)| (id.clone(), row)).collect();
    let missing = (0u32..).zip(ids.queries()).filter(|(row, _)| !judged.contains(row));
    Ok(ReadJudgements {
        relevance: Relevance::from_qrels(file, &of_benchmark, &query_rows, &rows)?,
        n_queries: judged.len(),
        n_judgements: of_benchmark.len(),
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
