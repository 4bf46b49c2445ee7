//! Which pictures come next, and how many were judged.

use super::answer::{Answer, N_IN_A_TASK};
use super::kept::HandJudged;
use crate::random::SplitMix64;

/// After so many pictures in a row that are not relevant a list counts as exhausted, as in INQUIRE.
pub const N_IN_A_ROW: usize = 100;

/// The next pictures to judge: the first five of `pool`, which is in the order of a ranking, that
/// are not judged yet. Shuffled unless the list is judged in its order; the same state gives the
/// same task, so that a visitor who comes back finds it again.
pub fn next_task(pool: &[String], judged: Option<&HandJudged>, in_order: bool) -> Vec<String> {
    let is_new = |image: &&String| judged.is_none_or(|own| own.answer(image).is_none());
    let mut task: Vec<String> = pool.iter().filter(is_new).take(N_IN_A_TASK).cloned().collect();
    if !in_order {
        // The first of a task stands for it: the others follow from the pool.
        let seed = task.first().map_or(0, |first| first.bytes().fold(7, mixed));
        SplitMix64::new(seed).shuffle(&mut task);
    }
    task
}

fn mixed(seed: u64, byte: u8) -> u64 {
    (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

/// The judgements of a query, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Relevant.
    pub n_relevant: usize,
    /// Not relevant.
    pub n_not_relevant: usize,
    /// Unsure.
    pub n_unsure: usize,
    /// The last answers in a row that are "not relevant".
    pub n_in_a_row: usize,
}

impl Tally {
    /// Counts.
    pub fn of(judged: Option<&HandJudged>) -> Self {
        let answers = || judged.into_iter().flat_map(|own| &own.judgements).map(|own| own.answer);
        let n = |answer: Answer| answers().filter(|own| *own == answer).count();
        let mut in_a_row = 0;
        for answer in answers() {
            in_a_row = if answer == Answer::NotRelevant { in_a_row + 1 } else { 0 };
        }
        Self {
            n_relevant: n(Answer::Relevant),
            n_not_relevant: n(Answer::NotRelevant),
            n_unsure: n(Answer::Unsure),
            n_in_a_row: in_a_row,
        }
    }

    /// All judgements.
    pub fn n(self) -> usize {
        self.n_relevant + self.n_not_relevant + self.n_unsure
    }

    /// Whether enough pictures in a row were not relevant.
    pub fn is_exhausted(self) -> bool {
        self.n_in_a_row >= N_IN_A_ROW
    }
}
