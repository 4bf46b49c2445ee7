//! The class's votes on pairs of lists, stored in this browser.

use crate::ui::stored_text::{AsText, Kept, stored};
use leptos::prelude::*;
use rankscope_core::formats::FormatError;

const KEY: &str = "rankscope-class-votes";
/// The letters of the five lists.
pub(in crate::ui) const LETTERS: [&str; 5] = ["A", "B", "C", "D", "E"];
/// The most votes that one show of hands can add.
pub(in crate::ui) const MAX_HANDS: usize = 500;

/// Winner and loser, as indices of the five lists.
pub(in crate::ui) type Vote = (usize, usize);

#[derive(Clone, Copy)]
pub(in crate::ui) struct Votes {
    /// In the order in which they were cast.
    pub(in crate::ui) all: RwSignal<Vec<Vote>>,
    /// The number of votes in each ballot entry, so that the last one can be undone.
    entries: RwSignal<Vec<usize>>,
    pub(in crate::ui) is_kept: RwSignal<bool>,
    kept: Kept<Vec<Vote>>,
}

impl AsText for Vec<Vote> {
    fn from_text(_key: &str, text: &str) -> Result<Self, FormatError> {
        Ok(votes_from_text(text))
    }

    fn to_text(&self) -> Option<String> {
        Some(text_from_votes(self))
    }
}

impl Votes {
    pub(in crate::ui) fn stored() -> Self {
        let kept = Kept::new(KEY.into(), stored(KEY).unwrap_or_default());
        Self { all: kept.value, entries: RwSignal::default(), is_kept: kept.is_stored, kept }
    }

    pub(in crate::ui) fn add(&self, votes: impl IntoIterator<Item = Vote>) {
        let votes: Vec<Vote> = votes.into_iter().collect();
        self.entries.update(|entries| entries.push(votes.len()));
        self.kept.change(|all| all.extend(votes));
    }

    pub(in crate::ui) fn can_undo(&self) -> bool {
        self.entries.with(|entries| !entries.is_empty())
    }

    pub(in crate::ui) fn undo(&self) {
        let mut n = None;
        self.entries.update(|entries| n = entries.pop());
        if let Some(n) = n {
            self.kept.change(|all| all.truncate(all.len().saturating_sub(n)));
        }
    }

    /// Appends votes that were cast elsewhere; they cannot be undone one by one.
    pub(in crate::ui) fn append(&self, votes: &[Vote]) {
        self.entries.set(Vec::new());
        self.kept.change(|all| all.extend_from_slice(votes));
    }

    pub(in crate::ui) fn reset(&self) {
        self.entries.set(Vec::new());
        self.kept.change(Vec::clear);
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
