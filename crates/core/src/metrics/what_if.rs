//! What if a ranking, or what is relevant, were different? Changes to a judged ranking, as a
//! list that prints and parses, so that a link can hold it.

use crate::benchmark::Judgements;
use crate::ranking::Hit;
use std::{fmt, str::FromStr};
use thiserror::Error;

/// One change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// An image goes to another rank, and those between move up or down. Prints as `7to2`.
    Move {
        /// Which image.
        row_in_corpus: u32,
        /// Its new rank, from 1; at most the length of the list.
        rank: usize,
    },
    /// An image counts as relevant or as judged not relevant. Prints as `7yes` or `7no`.
    Judge {
        /// Which image.
        row_in_corpus: u32,
        /// Whether it is relevant: grade 1, or the grade that it has already.
        is_relevant: bool,
    },
}

/// Changes, one after the other. Prints with a dot between them: `7to2.31no`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edits(Vec<Edit>);

/// A change that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{edit:?} is not a change: they are like 7to2, 7yes or 7no, with a dot between them")]
pub struct EditError {
    /// What was given.
    pub edit: String,
}

impl Edits {
    /// Whether nothing is changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many changes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a change. A move right after a move of the same image takes its place, and so does
    /// a judgement of an image that was judged before, so that the list stays short.
    pub fn push(&mut self, edit: Edit) {
        match edit {
            Edit::Move { row_in_corpus, .. } => {
                let is_same = |last: &Edit| matches!(last, Edit::Move { row_in_corpus: row, .. } if *row == row_in_corpus);
                self.0.pop_if(|last| is_same(last));
            }
            Edit::Judge { row_in_corpus, .. } => self.forget_judgement(row_in_corpus),
        }
        self.0.push(edit);
    }

    /// Takes back what was said about an image's relevance.
    pub fn forget_judgement(&mut self, row: u32) {
        self.0.retain(
            |edit| !matches!(edit, Edit::Judge { row_in_corpus, .. } if *row_in_corpus == row),
        );
    }

    /// The ranking after the moves. Scores stay with their ranks, so that the order by score is
    /// the new one, and equal scores stay tied. A move of an image that is not in the list
    /// changes nothing.
    #[must_use]
    pub fn apply_to_hits(&self, hits: &[Hit]) -> Vec<Hit> {
        let mut rows: Vec<u32> = hits.iter().map(|hit| hit.row_in_corpus).collect();
        for edit in &self.0 {
            let Edit::Move { row_in_corpus, rank } = *edit else { continue };
            let Some(from) = rows.iter().position(|row| *row == row_in_corpus) else { continue };
            let to = rank.saturating_sub(1).min(rows.len() - 1);
            let row = rows.remove(from);
            rows.insert(to, row);
        }
        let placed = rows.into_iter().zip(hits);
        placed.map(|(row_in_corpus, hit)| Hit { row_in_corpus, score: hit.score }).collect()
    }

    /// The judgements after the changes.
    #[must_use]
    pub fn apply_to_judgements(&self, judgements: &Judgements) -> Judgements {
        let changed = self.0.iter().filter_map(|edit| match *edit {
            Edit::Move { .. } => None,
            Edit::Judge { row_in_corpus, is_relevant } => {
                let known = judgements.grade(row_in_corpus).unwrap_or(0);
                let grade = if is_relevant { known.max(1) } else { known.min(0) };
                Some((row_in_corpus, grade))
            }
        });
        // Of several grades for one image the last wins.
        Judgements::new(judgements.as_slice().iter().copied().chain(changed))
    }
}

impl fmt::Display for Edits {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, edit) in self.0.iter().enumerate() {
            if index > 0 {
                out.write_str(".")?;
            }
            match edit {
                Edit::Move { row_in_corpus, rank } => write!(out, "{row_in_corpus}to{rank}")?,
                Edit::Judge { row_in_corpus, is_relevant: true } => {
                    write!(out, "{row_in_corpus}yes")?
                }
                Edit::Judge { row_in_corpus, is_relevant: false } => {
                    write!(out, "{row_in_corpus}no")?
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Edits {
    type Err = EditError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let edit = |text: &str| {
            let row = |row: &str| row.parse::<u32>().ok();
            let read = || {
                if let Some((from, to)) = text.split_once("to") {
                    let rank = to.parse().ok().filter(|rank| *rank > 0)?;
                    return Some(Edit::Move { row_in_corpus: row(from)?, rank });
                }
                if let Some(from) = text.strip_suffix("yes") {
                    return Some(Edit::Judge { row_in_corpus: row(from)?, is_relevant: true });
                }
                let from = text.strip_suffix("no")?;
                Some(Edit::Judge { row_in_corpus: row(from)?, is_relevant: false })
            };
            read().ok_or_else(|| EditError { edit: text.into() })
        };
        text.split('.').map(edit).collect::<Result<_, _>>().map(Self)
    }
}
