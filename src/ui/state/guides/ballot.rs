//! Votes between the guides' list and the text's, cast blindly and kept in this browser (Needle,
//! Fig. 11).

use crate::ui::stored_text::{store_text, stored_text};
use leptos::prelude::*;
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

/// All votes on a benchmark. Cheap to copy.
#[derive(Clone, Copy)]
pub(in crate::ui) struct Ballot {
    /// In the order in which they were cast.
    pub(in crate::ui) votes: RwSignal<Vec<BallotVote>>,
    /// Whether the browser stores them.
    pub(in crate::ui) is_stored: RwSignal<bool>,
    key: StoredValue<String>,
}

impl Preference {
    /// All of them, in the order of the tally.
    pub(in crate::ui) const ALL: [Self; 4] = [Self::Guides, Self::Text, Self::Both, Self::Neither];
}

impl Ballot {
    pub(super) fn new() -> Self {
        Self {
            votes: RwSignal::new(Vec::new()),
            is_stored: RwSignal::new(true),
            key: StoredValue::new(String::new()),
        }
    }

    /// Takes the votes on a benchmark that this browser has kept.
    pub(in crate::ui) fn open(&self, benchmark: &str) {
        let key = key_of(benchmark);
        if self.key.get_value() == key {
            return;
        }
        let kept = stored_votes(&key);
        self.key.set_value(key);
        self.votes.set(kept);
    }

    /// The votes on a benchmark, whether it was opened or not.
    pub(in crate::ui) fn of(&self, benchmark: &str) -> Vec<BallotVote> {
        let key = key_of(benchmark);
        if self.key.get_value() == key { self.votes.get_untracked() } else { stored_votes(&key) }
    }

    /// Appends votes on a benchmark that were cast elsewhere.
    pub(in crate::ui) fn append(&self, benchmark: &str, votes: &[BallotVote]) {
        self.open(benchmark);
        self.change(|all| all.extend_from_slice(votes));
    }

    /// Casts a vote.
    pub(in crate::ui) fn cast(&self, vote: BallotVote) {
        self.change(|votes| votes.push(vote));
    }

    /// Takes the last vote back.
    pub(in crate::ui) fn undo(&self) {
        self.change(|votes| {
            votes.pop();
        });
    }

    /// Forgets all votes.
    pub(in crate::ui) fn clear(&self) {
        self.change(Vec::clear);
    }

    fn change(&self, change: impl FnOnce(&mut Vec<BallotVote>)) {
        self.votes.update(change);
        let json = self.votes.with_untracked(|votes| serde_json::to_string(votes).ok());
        let is_stored = json.is_some_and(|json| store_text(&self.key.get_value(), &json));
        self.is_stored.set(is_stored);
    }
}

fn key_of(benchmark: &str) -> String {
    format!("rankscope-guide-ballot:{benchmark}")
}

fn stored_votes(key: &str) -> Vec<BallotVote> {
    let kept = stored_text(key).and_then(|text| serde_json::from_str(&text).ok());
    kept.unwrap_or_default()
}
