//! What the visitor answered about a benchmark, apart from imported files, as a visit carries it.

use super::guides::{Ballot, BallotVote, Guides, Trusted, kept_trust};
use super::own_table::{OwnTable, OwnTableSignal};
use super::stored_desk::{desk_key, stored_desk};
use super::votes::{Vote, Votes, text_from_votes, votes_from_text};
use crate::ui::stored_text::store_text;
use leptos::prelude::*;
use rankscope_core::analysis::{Desk, DeskJoined};
use rankscope_core::formats::{FormatError, Place};
use rankscope_core::visit::{Visit, VisitCounts, VisitKind, VisitTable, to_append};
use rankscope_guide::Trust;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(in crate::ui) struct OwnAnswers {
    votes: Votes,
    ballot: Ballot,
    trusted: Trusted,
    pub(super) table: OwnTableSignal,
}

#[derive(Debug, Clone, Default)]
pub(in crate::ui) struct Answered {
    desk: Desk,
    class_votes: Vec<Vote>,
    guide_votes: Vec<BallotVote>,
    trust: Option<String>,
    table: Option<VisitTable>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(in crate::ui) struct AnswersJoined {
    pub(in crate::ui) added: VisitCounts,
    pub(in crate::ui) known: VisitCounts,
    /// Pictures with another answer here, which stays.
    pub(in crate::ui) n_other: usize,
    pub(in crate::ui) is_stored: bool,
}

impl OwnAnswers {
    pub(super) fn new(votes: Votes, guides: Guides, table: OwnTableSignal) -> Self {
        Self { votes, ballot: guides.ballot, trusted: guides.trusted, table }
    }

    /// Fails if the stored judgements cannot be read.
    pub(in crate::ui) fn of(&self, benchmark: &str) -> Result<Answered, FormatError> {
        Ok(Answered { desk: stored_desk(&desk_key(benchmark))?, ..self.without_desk(benchmark) })
    }

    /// The same without judgements.
    pub(in crate::ui) fn without_desk(&self, benchmark: &str) -> Answered {
        Answered {
            desk: Desk::default(),
            class_votes: self.votes.all.get_untracked(),
            guide_votes: self.ballot.of(benchmark),
            trust: kept_trust(benchmark),
            table: self.table.with_untracked(|table| table.as_ref().map(|own| own.source.clone())),
        }
    }

    /// What is here does not change. If the stored judgements cannot be read, nothing is added.
    pub(in crate::ui) fn join(
        &self,
        benchmark: &str,
        visit: &Answered,
    ) -> Result<AnswersJoined, FormatError> {
        let mut here = self.of(benchmark)?;
        let mut joined = AnswersJoined { is_stored: true, ..AnswersJoined::default() };
        let before = here.desk.clone();
        let DeskJoined { n_added, n_same, n_other } = here.desk.join(&visit.desk);
        if here.desk != before {
            joined.is_stored &= store_text(&desk_key(benchmark), &here.desk.to_json());
        }
        (joined.added.own_judgements, joined.known.own_judgements) = (n_added, n_same);
        joined.n_other = n_other;
        let new = to_append(&here.class_votes, &visit.class_votes);
        if !new.is_empty() {
            self.votes.append(new);
            joined.is_stored &= self.votes.is_kept.get_untracked();
        }
        joined.added.class_votes = new.len();
        joined.known.class_votes = visit.class_votes.len() - new.len();
        let new = to_append(&here.guide_votes, &visit.guide_votes);
        if !new.is_empty() {
            self.ballot.append(benchmark, new);
            joined.is_stored &= self.ballot.is_stored.get_untracked();
        }
        joined.added.guide_votes = new.len();
        joined.known.guide_votes = visit.guide_votes.len() - new.len();
        if let Some(json) = &visit.trust {
            let (is_taken, is_stored) = self.trusted.take(benchmark, json);
            (joined.added.has_trust, joined.known.has_trust) = (is_taken, !is_taken);
            joined.is_stored &= is_stored;
        }
        if let Some(table) = &visit.table {
            let is_new = here.table.is_none();
            if is_new {
                self.table.set(Some(Arc::new(OwnTable::new(table.clone())?)));
            }
            (joined.added.has_table, joined.known.has_table) = (is_new, !is_new);
        }
        Ok(joined)
    }
}

impl Answered {
    pub(in crate::ui) fn in_visit(visit: &Visit) -> Result<Self, FormatError> {
        let mut answered = Self::default();
        for entry in visit.manifest.files.iter().filter(|entry| !entry.kind.is_import()) {
            let name = format!("{} in {}", entry.path, visit.file());
            let wrong = |reason: String| FormatError::new(&name, Place::File, reason);
            let text = String::from_utf8(visit.content(entry)?)
                .map_err(|e| wrong(format!("it is not a text: {e}")))?;
            match entry.kind {
                VisitKind::OwnJudgements => answered.desk = Desk::from_json(&name, &text)?,
                VisitKind::ClassVotes => {
                    answered.class_votes = votes_from_text(&text);
                    if answered.class_votes.len() != text.split_whitespace().count() {
                        return Err(wrong("it has words that are no votes".into()));
                    }
                }
                VisitKind::GuideVotes => {
                    answered.guide_votes = serde_json::from_str(&text)
                        .map_err(|e| wrong(format!("it is not a list of votes: {e}")))?;
                }
                VisitKind::Trust => {
                    Trust::from_json(&name, &text)
                        .map_err(|e| wrong(format!("it has no weights: {e}")))?;
                    answered.trust = Some(text);
                }
                VisitKind::Table => answered.table = Some(VisitTable::from_json(&name, &text)?),
                VisitKind::Run | VisitKind::Judgements | VisitKind::Facets => {}
            }
        }
        Ok(answered)
    }

    pub(in crate::ui) fn count_in(&self, counts: &mut VisitCounts) {
        counts.own_judgements = self.desk.n_judged();
        counts.class_votes = self.class_votes.len();
        counts.guide_votes = self.guide_votes.len();
        counts.has_trust = self.trust.is_some();
        counts.has_table = self.table.is_some();
    }

    pub(in crate::ui) fn files(&self) -> Vec<(VisitKind, &'static str, String)> {
        let Self { desk, class_votes, guide_votes, trust, table } = self;
        let desk = (*desk != Desk::default())
            .then(|| (VisitKind::OwnJudgements, "judgements.json", desk.to_json()));
        let class_votes = (!class_votes.is_empty())
            .then(|| (VisitKind::ClassVotes, "class-votes.txt", text_from_votes(class_votes)));
        let guide_votes = (!guide_votes.is_empty())
            .then(|| serde_json::to_string(guide_votes).ok())
            .flatten()
            .map(|json| (VisitKind::GuideVotes, "guide-votes.json", json));
        let trust = trust.clone().map(|json| (VisitKind::Trust, "trust.json", json));
        let table = table.as_ref().and_then(|own| serde_json::to_string(own).ok());
        let table = table.map(|json| (VisitKind::Table, "table.json", json));
        [desk, class_votes, guide_votes, trust, table].into_iter().flatten().collect()
    }
}
