//! Blind votes between the guides' list and the text's, kept in this browser (Needle, Fig. 11).

use crate::ui::stored_text::{AsText, Kept, stored};
use leptos::prelude::*;
use rankscope_core::formats::{FormatError, Place};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::ui) enum Preference {
    Guides,
    Text,
    Both,
    Neither,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::ui) struct BallotVote {
    pub(in crate::ui) query: String,
    /// How guides were made and compared, as the address has it.
    pub(in crate::ui) settings: String,
    pub(in crate::ui) preference: Preference,
}

#[derive(Clone, Copy)]
pub(in crate::ui) struct Ballot {
    pub(in crate::ui) votes: RwSignal<Vec<BallotVote>>,
    pub(in crate::ui) is_stored: RwSignal<bool>,
    kept: Kept<Vec<BallotVote>>,
}

impl Preference {
    /// In the order of the tally.
    pub(in crate::ui) const ALL: [Self; 4] = [Self::Guides, Self::Text, Self::Both, Self::Neither];
}

impl AsText for Vec<BallotVote> {
    fn from_text(key: &str, text: &str) -> Result<Self, FormatError> {
        serde_json::from_str(text).map_err(|e| FormatError::new(key, Place::File, e.to_string()))
    }

    fn to_text(&self) -> Option<String> {
        serde_json::to_string(self).ok()
    }
}

impl Ballot {
    pub(super) fn new() -> Self {
        let kept = Kept::default();
        Self { votes: kept.value, is_stored: kept.is_stored, kept }
    }

    /// Reads the votes on a benchmark that this browser has stored.
    pub(in crate::ui) fn open(&self, benchmark: &str) {
        let key = key_of(benchmark);
        if !self.kept.is_under(&key) {
            let votes = stored(&key).unwrap_or_default();
            self.kept.open(key, votes);
        }
    }

    /// The votes on a benchmark, whether it was opened or not.
    pub(in crate::ui) fn of(&self, benchmark: &str) -> Vec<BallotVote> {
        let key = key_of(benchmark);
        if self.kept.is_under(&key) {
            return self.votes.get_untracked();
        }
        stored(&key).unwrap_or_default()
    }

    /// Appends votes on a benchmark that were cast elsewhere.
    pub(in crate::ui) fn append(&self, benchmark: &str, votes: &[BallotVote]) {
        self.open(benchmark);
        self.kept.change(|all| all.extend_from_slice(votes));
    }

    pub(in crate::ui) fn cast(&self, vote: BallotVote) {
        self.kept.change(|votes| votes.push(vote));
    }

    pub(in crate::ui) fn undo(&self) {
        self.kept.change(|votes| drop(votes.pop()));
    }

    pub(in crate::ui) fn clear(&self) {
        self.kept.change(Vec::clear);
    }
}

fn key_of(benchmark: &str) -> String {
    format!("rankscope-guide-ballot:{benchmark}")
}
