//! Candidates: the images that are ranked for a query, where these are few and fixed.

use super::{Sources, relevance::Judged};
use anyhow::{Result, bail};
use rankscope_core::formats::{Qrel, run_from_trec};
use std::{collections::HashMap, path::Path};

impl Sources {
    /// A judgement for each candidate, 0 where there was none before; others are dropped, as no
    /// ranking of candidates can find them (INQUIRE-Rerank counts N⁺ among the hundred given).
    pub(super) fn among_candidates(&self, path: &Path, judged: Judged) -> Result<Judged> {
        let (name, text) = self.text(path)?;
        let candidates = run_from_trec(&name, &text)?;
        if candidates.is_empty() {
            bail!("{name} has no candidates: a TREC run is needed, a line for each");
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
        Ok(Judged::of_file(name, qrels.collect()))
    }
}
