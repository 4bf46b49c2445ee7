//! The file of a run that a benchmark carries.

use anyhow::{Context, Result};
use rankscope_core::benchmark::StoredRun;
use rankscope_core::formats::{IdTable, RankedRun, RunEntry, trec_from_run};

/// The text of a run's file: the lists in order of score, scores as float32, as every reader keeps
/// them.
pub(crate) fn text(stored: &StoredRun, run: &RankedRun, documents: &IdTable) -> Result<String> {
    let mut entries = Vec::new();
    for listed in &run.queries {
        for (document, score) in &listed.documents {
            let document = documents.ids().get(*document as usize);
            entries.push(RunEntry {
                query: listed.query.clone(),
                document: document.context("a document without an id")?.clone(),
                score: shortest(*score)?,
                tag: stored.id.clone(),
            });
        }
    }
    Ok(trec_from_run(&stored.path(), &entries)?)
}

/// The score with the fewest digits that is the same float32.
fn shortest(score: f64) -> Result<f64> {
    #[expect(clippy::cast_possible_truncation, reason = "scores are stored as float32")]
    let score = score as f32;
    format!("{score:?}").parse().context("a score that is not a number")
}
