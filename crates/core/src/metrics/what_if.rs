//! Edits to a ranking and its judgements, to see how a measure changes. They print and parse, so that a link
//! can carry them.

use crate::benchmark::Judgements;
use crate::ranking::Hit;
use std::{fmt, str::FromStr};
use thiserror::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// Moves an image to another rank; those between shift by one. Prints as `7to2`.
    Move {
        row_in_corpus: u32,
        /// From 1; at most the length of the list.
        rank: usize,
    },
    /// Judges an image relevant or not relevant. Prints as `7yes` or `7no`.
    Judge {
        row_in_corpus: u32,
        /// Grade 1, or the positive grade that it already has.
        is_relevant: bool,
    },
}

/// In the order in which they apply. Prints with dots between them: `7to2.31no`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edits(Vec<Edit>);

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{edit:?} is not a change: write changes such as 7to2, 7yes or 7no, separated by dots")]
pub struct EditError {
    pub edit: String,
}

impl Edits {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// A move right after a move of the same image replaces it, and a judgement replaces an earlier one of the
    /// same image, so that the list stays short.
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

    pub fn forget_judgement(&mut self, row: u32) {
        self.0.retain(
            |edit| !matches!(edit, Edit::Judge { row_in_corpus, .. } if *row_in_corpus == row),
        );
    }

    /// The ranking after the moves. Scores stay with their ranks, so that sorting by score keeps the new order,
    /// and equal scores stay tied. Moving an image that is not in the list has no effect.
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

    pub fn apply_to_judgements(&self, judgements: &Judgements) -> Judgements {
        let changed = self.0.iter().filter_map(|edit| match *edit {
            Edit::Move { .. } => None,
            Edit::Judge { row_in_corpus, is_relevant } => {
                let known = judgements.grade(row_in_corpus).unwrap_or(0);
                let grade = if is_relevant { known.max(1) } else { known.min(0) };
                Some((row_in_corpus, grade))
            }
        });
        // The last of several grades for one image wins.
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
