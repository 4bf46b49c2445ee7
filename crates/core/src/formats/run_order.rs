//! Whether the lines and the rank column of a run follow its scores.

use std::fmt;

/// The first line of a run whose position or rank contradicts its score. Scores decide, but the program
/// that wrote the run may have meant the other order, so this deserves a warning.
#[derive(Debug, Clone, PartialEq)]
pub struct Disorder {
    /// From 1.
    pub line: usize,
    pub query: String,
    pub contradicted_by: Contradiction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// An earlier line of the query has a lower score.
    Place,
    /// The rank is smaller than that of a line with a higher score.
    Rank,
    /// Ranks within a query differ, but all scores of every query are equal.
    EqualScores,
}

impl fmt::Display for Disorder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, query, contradicted_by } = self;
        let contradiction = match contradicted_by {
            Contradiction::Place => "a higher score than the previous line of its query",
            Contradiction::Rank => "a smaller rank than a line of its query with a higher score",
            Contradiction::EqualScores => {
                "another rank but the same score as the previous line of its query, and all scores in the \
                 file are equal"
            }
        };
        write!(
            out,
            "line {line} (query {query}) has {contradiction}: documents are ranked by score, as in \
             trec_eval; the order of the lines and the rank column are ignored"
        )
    }
}

/// The lines of one query so far.
#[derive(Debug)]
pub(super) struct LineOrder {
    score: f64,
    /// The largest rank among the lines that score higher than the last.
    largest_rank_above: Option<i64>,
    /// The same, including lines that share its score.
    largest_rank: Option<i64>,
}

impl Default for LineOrder {
    fn default() -> Self {
        Self { score: f64::INFINITY, largest_rank_above: None, largest_rank: None }
    }
}

impl LineOrder {
    /// Takes the next line and returns what contradicts its score. Equal ranks, and ranks that are not whole
    /// numbers, contradict nothing.
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
