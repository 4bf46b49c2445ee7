//! Judgements by machine annotators: only what some system retrieved is judged.

use std::collections::BTreeSet;

use rankscope_core::formats::{Qrel, RunEntry};

/// Pool depth: the number of documents of each system that are judged, as in ECCV Caption.
pub const POOL_DEPTH: usize = 5;

/// Pooled qrels: the first `k` documents of each run for every query, with their grade in
/// `truth`, or 0 if they are not relevant there. Documents outside the pool are not listed. Runs
/// are ordered by score, ties as in the run; queries and documents by id.
pub fn verified(truth: &[Qrel], runs: &[&[RunEntry]], k: usize) -> Vec<Qrel> {
    let mut pooled: BTreeSet<(&str, &str)> = BTreeSet::new();
    for run in runs {
        let mut entries: Vec<&RunEntry> = run.iter().collect();
        // Stable, so that ties keep the order of the run.
        entries.sort_by(|a, b| a.query.cmp(&b.query).then(b.score.total_cmp(&a.score)));
        for of_query in entries.chunk_by(|a, b| a.query == b.query) {
            let found = of_query.iter().take(k);
            pooled.extend(found.map(|entry| (entry.query.as_str(), entry.document.as_str())));
        }
    }
    let grades: std::collections::BTreeMap<(&str, &str), i32> = truth
        .iter()
        .map(|qrel| ((qrel.query.as_str(), qrel.document.as_str()), qrel.grade))
        .collect();
    pooled
        .into_iter()
        .map(|pair| Qrel {
            query: pair.0.to_owned(),
            document: pair.1.to_owned(),
            grade: grades.get(&pair).copied().unwrap_or(0),
        })
        .collect()
}
