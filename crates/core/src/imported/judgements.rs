use super::{Ids, ImportError, TURN_LINES, Unmatched, ids::ImageRows};
use crate::benchmark::{Judgements, Relevance};
use crate::formats::{FormatError, IdTable, Place, QrelLine};
use std::collections::HashSet;
use std::fmt::Write;

#[derive(Debug, Clone, PartialEq)]
pub struct MatchedJudgements {
    /// Rows beyond the corpus are images that are not in it.
    pub relevance: Relevance,
    /// Of the benchmark, which the file judges.
    pub n_queries: usize,
    /// Of these queries.
    pub n_judgements: usize,
    /// Of the benchmark, which the file does not judge.
    pub unjudged_queries: Unmatched,
    /// Of the file, which are not in the benchmark.
    pub unknown_queries: Unmatched,
    /// Of the file, which are not in the corpus.
    pub unknown_images: Unmatched,
}

/// Qrels with the file's ids, each stored once, since files have millions of lines.
#[derive(Debug, Default)]
pub struct ParsedQrels {
    queries: IdTable,
    documents: IdTable,
    /// `(row in queries, row in documents, grade)`
    lines: Vec<(u32, u32, i32)>,
}

impl ParsedQrels {
    pub(super) fn push(&mut self, (query, document, grade): QrelLine<'_>) {
        self.lines.push((self.queries.row(query), self.documents.row(document), grade));
    }

    pub(super) fn queries(&self) -> &[String] {
        self.queries.ids()
    }

    pub(super) fn documents(&self) -> &[String] {
        self.documents.ids()
    }

    /// As TREC's lines.
    pub(super) fn trec(&self) -> String {
        let mut text = String::new();
        for (query, document, grade) in &self.lines {
            let query = self.queries.ids().get(*query as usize);
            let document = self.documents.ids().get(*document as usize);
            if let (Some(query), Some(document)) = (query, document) {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "{query} 0 {document} {grade}");
            }
        }
        text
    }
}

/// Replaces ids by rows; `pause` is awaited every few milliseconds.
pub async fn judgements_from_qrels(
    file: &str,
    qrels: &ParsedQrels,
    ids: &mut Ids,
    pause: &impl AsyncFn(),
) -> Result<MatchedJudgements, ImportError> {
    let mut unknown_queries = Unmatched::default();
    let mut judged = HashSet::new();
    let query_rows: Vec<Option<u32>> =
        qrels.queries.ids().iter().map(|id| ids.query_row(id)).collect();
    for (row, id) in query_rows.iter().zip(qrels.queries.ids()) {
        match row {
            Some(row) => drop(judged.insert(*row)),
            None => unknown_queries.add(id),
        }
    }
    if qrels.lines.is_empty() {
        return Err(FormatError::new(file, Place::File, "it has no judgements").into());
    }
    ids.compare_queries(file, &mut unknown_queries, qrels.queries.ids().len())?;
    // Only images judged for the benchmark's queries count.
    let mut by_query: Vec<Vec<(u32, i32)>> = vec![Vec::new(); ids.queries().len()];
    let mut n_judgements = 0;
    let mut images = ImageRows::new(&qrels.documents);
    for (n_read, (query, document, grade)) in (1usize..).zip(&qrels.lines) {
        if n_read.is_multiple_of(TURN_LINES) {
            pause().await;
        }
        let Some(query_row) = query_rows.get(*query as usize).copied().flatten() else { continue };
        let Some(row) = images.row(*document, ids) else { continue };
        if let Some(judged) = by_query.get_mut(query_row as usize) {
            judged.push((row, *grade));
            n_judgements += 1;
        }
    }
    let unknown_images = images.unknown(file, ids)?;
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
    Ok(MatchedJudgements {
        relevance: Relevance::of_queries(of_queries),
        n_queries: judged.len(),
        n_judgements,
        unjudged_queries: ids.queries_without(&judged),
        unknown_queries,
        unknown_images,
    })
}

impl MatchedJudgements {
    /// What does not match and how it is treated, in sentences.
    pub fn notes(&self) -> Vec<String> {
        let unjudged = self.unjudged_queries.sentence(
            "query of the benchmark is not judged and has no value",
            "queries of the benchmark are not judged and have no value",
        );
        let images = self.unknown_images.sentence(
            "of its images is not in the corpus: if it is relevant, it counts as not found",
            "of its images are not in the corpus: those that are relevant count as not found",
        );
        [unjudged, self.unknown_queries.left_out(), images].into_iter().flatten().collect()
    }
}
