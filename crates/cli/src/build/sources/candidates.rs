//! Candidates: the only images that are ranked for a query.

use super::{folder::SourceFolder, placed_qrels::PlacedQrels};
use anyhow::{Result, bail};
use rankscope_core::formats::{Qrel, run_from_trec};
use std::{collections::HashMap, path::Path};

impl SourceFolder {
    /// A judgement for each candidate, 0 if there was none. Other judgements are dropped, since no
    /// ranking of candidates can find them (INQUIRE-Rerank counts N⁺ among its hundred candidates).
    pub(super) fn among_candidates(&self, path: &Path, judged: PlacedQrels) -> Result<PlacedQrels> {
        let (name, text) = self.text(path)?;
        let candidates = run_from_trec(&name, &text)?;
        if candidates.is_empty() {
            bail!("{name} has no candidates: it must be a TREC run, a line for each");
        }
        let grade_of: HashMap<(&str, &str), i32> = judged
            .qrels
            .iter()
            .map(|qrel| ((qrel.query.as_str(), qrel.document.as_str()), qrel.grade))
            .collect();
        let qrels = candidates.into_iter().map(|entry| {
            let grade = grade_of.get(&(entry.query.as_str(), entry.document.as_str()));
            Qrel {
                grade: grade.copied().unwrap_or(0),
                query: entry.query,
                document: entry.document,
            }
        });
        Ok(PlacedQrels::from_file(name, qrels.collect()))
    }
}
