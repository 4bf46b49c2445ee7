//! What a visit holds, in numbers and words, and which votes to keep.

use super::manifest::VisitKind;
use super::read::Visit;
use super::table::VisitTable;
use crate::analysis::{Desk, words::counted};
use crate::formats::{FormatError, Place};
use serde::Serialize;
use serde::de::IgnoredAny;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct VisitCounts {
    pub runs: usize,
    pub judgement_sets: usize,
    /// Tables of facets of queries or images.
    #[serde(skip_serializing_if = "is_none")]
    pub facet_tables: usize,
    /// Pictures judged at the desk.
    pub own_judgements: usize,
    /// Votes of the class in a lesson.
    pub class_votes: usize,
    /// Votes between guides and text.
    pub guide_votes: usize,
    /// Weights of the guides' embedders.
    pub has_trust: bool,
    /// A table of models and measures.
    pub has_table: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_none(n: &usize) -> bool {
    *n == 0
}

impl VisitCounts {
    /// Fails for malformed judgements or votes.
    pub fn of(visit: &Visit) -> Result<Self, FormatError> {
        let mut counts = Self::default();
        for entry in &visit.manifest.files {
            let text = || -> Result<String, FormatError> {
                String::from_utf8(visit.content(entry)?).map_err(|e| {
                    let reason = format!("{} is not a text: {e}", entry.path);
                    FormatError::new(visit.file(), Place::File, reason).because(e)
                })
            };
            let name = || format!("{} in {}", entry.path, visit.file());
            match entry.kind {
                VisitKind::Run => counts.runs += 1,
                VisitKind::Judgements => counts.judgement_sets += 1,
                VisitKind::Facets => counts.facet_tables += 1,
                VisitKind::OwnJudgements => {
                    counts.own_judgements = Desk::from_json(&name(), &text()?)?.n_judged();
                }
                VisitKind::ClassVotes => counts.class_votes = text()?.split_whitespace().count(),
                VisitKind::GuideVotes => {
                    let votes: Vec<IgnoredAny> = serde_json::from_str(&text()?).map_err(|e| {
                        let reason = format!("not a list of votes: {e}");
                        FormatError::new(&name(), Place::Line(e.line()), reason).because(e)
                    })?;
                    counts.guide_votes = votes.len();
                }
                VisitKind::Trust => counts.has_trust = true,
                VisitKind::Table => {
                    VisitTable::from_json(&name(), &text()?)?;
                    counts.has_table = true;
                }
            }
        }
        Ok(counts)
    }

    /// Each kind that the visit has, in words.
    pub fn words(&self) -> Vec<String> {
        let some = |n: usize, one: &str, many: &str| (n > 0).then(|| counted(n, one, many));
        let judged = (self.own_judgements > 0).then(|| {
            format!("{} of your own", counted(self.own_judgements, "judgement", "judgements"))
        });
        let of_class = (self.class_votes > 0)
            .then(|| format!("{} of the class", counted(self.class_votes, "vote", "votes")));
        let on_guides = (self.guide_votes > 0)
            .then(|| format!("{} on guides", counted(self.guide_votes, "vote", "votes")));
        let trust = self.has_trust.then(|| "weights of the guides’ embedders".to_string());
        [
            some(self.runs, "run", "runs"),
            some(self.judgement_sets, "set of judgements", "sets of judgements"),
            some(self.facet_tables, "table of facets", "tables of facets"),
            judged,
            of_class,
            on_guides,
            trust,
            self.has_table.then(|| "a table of models and measures".to_string()),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// The votes of a visit to append to those that are here: none if they are all here already, the rest if those here
/// are their beginning, and otherwise all of them. No vote is lost, and opening a visit twice adds nothing.
pub fn to_append<'v, T: PartialEq>(here: &[T], visit: &'v [T]) -> &'v [T] {
    let is_here = visit.is_empty() || here.windows(visit.len()).any(|part| part == visit);
    match visit.strip_prefix(here) {
        _ if is_here => &[],
        Some(rest) => rest,
        None => visit,
    }
}
