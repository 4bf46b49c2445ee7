//! The class's votes on pairs of lists, stored in this browser.

use crate::ui::stored_text::{store_text, stored_text};
use leptos::prelude::*;

const KEY: &str = "rankscope-class-votes";
/// The letters of the five lists.
pub(in crate::ui) const LETTERS: [&str; 5] = ["A", "B", "C", "D", "E"];
/// The most votes that one show of hands can add.
pub(in crate::ui) const MAX_HANDS: usize = 500;

/// Winner and loser, as indices of the five lists.
pub(in crate::ui) type Vote = (usize, usize);

/// All votes. Cheap to copy; one per page.
#[derive(Clone, Copy)]
pub(in crate::ui) struct Votes {
    /// In the order in which they were cast.
    pub(in crate::ui) all: RwSignal<Vec<Vote>>,
    /// The number of votes in each ballot entry, so that the last one can be undone.
    entries: RwSignal<Vec<usize>>,
    /// Whether the browser stores them.
    pub(in crate::ui) is_kept: RwSignal<bool>,
}

impl Votes {
    /// Loads the votes that the browser has stored.
    #[must_use]
    pub(in crate::ui) fn stored() -> Self {
        Self {
            all: RwSignal::new(votes_from_text(&stored_text(KEY).unwrap_or_default())),
            entries: RwSignal::new(Vec::new()),
            is_kept: RwSignal::new(true),
        }
    }

    /// Adds the votes on one pair.
    pub(in crate::ui) fn add(&self, votes: impl IntoIterator<Item = Vote>) {
        let votes: Vec<Vote> = votes.into_iter().collect();
        self.entries.update(|entries| entries.push(votes.len()));
        self.all.update(|all| all.extend(votes));
        self.keep();
    }

    /// Whether there is an entry to undo.
    pub(in crate::ui) fn can_undo(&self) -> bool {
        self.entries.with(|entries| !entries.is_empty())
    }

    /// Undoes the last entry.
    pub(in crate::ui) fn undo(&self) {
        let mut n = None;
        self.entries.update(|entries| n = entries.pop());
        if let Some(n) = n {
            self.all.update(|all| all.truncate(all.len().saturating_sub(n)));
            self.keep();
        }
    }

    /// Appends votes that were cast elsewhere; they cannot be undone one by one.
    pub(in crate::ui) fn append(&self, votes: &[Vote]) {
        self.entries.set(Vec::new());
        self.all.update(|all| all.extend_from_slice(votes));
        self.keep();
    }

    /// Deletes all votes.
    pub(in crate::ui) fn reset(&self) {
        self.entries.set(Vec::new());
        self.all.set(Vec::new());
        self.keep();
    }

    fn keep(&self) {
        let words = self.all.with_untracked(|all| text_from_votes(all));
        self.is_kept.set(store_text(KEY, &words));
    }
}

/// `AB CA`: A won against B, then C against A.
pub(in crate::ui) fn text_from_votes(votes: &[Vote]) -> String {
    let letter = |list: usize| LETTERS.get(list).copied().unwrap_or_default();
    let words: Vec<String> = votes
        .iter()
        .map(|(winner, loser)| format!("{}{}", letter(*winner), letter(*loser)))
        .collect();
    words.join(" ")
}

/// Words that are not a vote are ignored.
pub(in crate::ui) fn votes_from_text(words: &str) -> Vec<Vote> {
    let list = |letter: &str| LETTERS.iter().position(|own| *own == letter);
    let vote = |word: &str| Some((list(word.get(..1)?)?, list(word.get(1..)?)?));
    words.split_whitespace().filter_map(vote).filter(|(winner, loser)| winner != loser).collect()
}

/// Counts wins `[winner][loser]`.
pub(in crate::ui) fn wins(votes: impl IntoIterator<Item = Vote>) -> Vec<Vec<f64>> {
    let n = LETTERS.len();
    let mut wins = vec![vec![0.0; n]; n];
    for (winner, loser) in votes {
        if let Some(count) = wins.get_mut(winner).and_then(|row| row.get_mut(loser)) {
            *count += 1.0;
        }
    }
    wins
}
