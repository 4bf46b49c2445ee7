//! Whether the lines of a run, and its rank column, are in the order of the scores.

use std::fmt;

/// The first line of a run whose place or rank contradicts its score. The scores decide, so this is
/// worth a warning: the program that wrote the run may have meant the other order.
#[derive(Debug, Clone, PartialEq)]
pub struct Disorder {
    /// The line, counted from 1.
    pub line: usize,
    /// The query's id.
    pub query: String,
    /// What contradicts the score.
    pub contradicted_by: Contradiction,
}

/// What contradicts a line's score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// An earlier line of the query has a lower score.
    Place,
    /// The rank is smaller than that of a line with a higher score.
    Rank,
    /// The ranks of a query differ, and all scores of every query are the same.
    EqualScores,
}

impl fmt::Display for Disorder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, query, contradicted_by } = self;
        let contradiction = match contradicted_by {
            Contradiction::Place => "a higher score than the line of the same query before it",
            Contradiction::Rank => {
                "a smaller rank than a line of the same query with a higher score"
            }
            Contradiction::EqualScores => {
                "another rank than the line of the same query before it and the same score, as all lines of \
                 this file"
            }
        };
        write!(
            out,
            "line {line} (query {query}) has {contradiction}: documents are ranked by score, as \
             trec_eval does, and the order of the lines and the rank column do not count"
        )
    }
}

/// The lines of one query seen so far.
#[derive(Debug)]
pub(super) struct LineOrder {
    score: f64,
    /// The largest rank among the lines with higher scores than the last.
    largest_rank_above: Option<i64>,
    /// The same with those that share its score.
    largest_rank: Option<i64>,
}

impl Default for LineOrder {
    fn default() -> Self {
        Self { score: f64::INFINITY, largest_rank_above: None, largest_rank: None }
    }
}

impl LineOrder {
    /// Takes the next line; says what contradicts its score. Ranks that are not whole numbers, and
    /// equal ranks, contradict nothing.
    pub(super) fn take(&mut self, score: f64, rank: &str) -> Option<Contradiction> {
        if score > self.score {
            return Some(Contradiction::Place);
        }
        if score < self.score {
            self.largest_rank_above = self.largest_rank;
            self.score = score;
        }
        let rank = rank.parse().ok();
        if rank.is_some() && rank < self.largest_rank_above {
            return Some(Contradiction::Rank);
        }
        self.largest_rank = self.largest_rank.max(rank);
        None
    }
}
