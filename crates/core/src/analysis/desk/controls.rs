//! Controls: pictures whose answer the benchmark knows.

use super::answer::{Answer, N_IN_A_TASK};
use crate::analysis::Dataset;
use crate::random::SplitMix64;
use serde::{Deserialize, Serialize};

/// Below this number of answers nobody is left out.
const MIN_ANSWERED: usize = 5;
/// How many queries are tried until one has known answers.
const N_TRIES: usize = 200;

/// The answer to a control.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    /// The query's id.
    pub query: String,
    /// The image's id.
    pub image: String,
    /// What the visitor answered.
    pub answer: Answer,
    /// What the benchmark knows.
    pub is_relevant: bool,
}

/// How many controls were answered, and how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ControlScore {
    /// Answered as relevant or not relevant; "unsure" is neither right nor wrong.
    pub n_answered: usize,
    /// Answered otherwise than the benchmark knows.
    pub n_wrong: usize,
}

impl ControlScore {
    pub(in crate::analysis) fn of(controls: &[Control]) -> Self {
        let decided = || controls.iter().filter(|own| own.answer != Answer::Unsure);
        let is_wrong = |own: &&Control| (own.answer == Answer::Relevant) != own.is_relevant;
        Self { n_answered: decided().count(), n_wrong: decided().filter(is_wrong).count() }
    }

    /// As [`VotedImage::controls`](crate::formats::VotedImage) has them; `None` if nothing was answered.
    pub fn right_of_answered(self) -> Option<[u32; 2]> {
        let n = u32::try_from(self.n_answered).ok().filter(|n| *n > 0)?;
        Some([n.saturating_sub(u32::try_from(self.n_wrong).ok()?), n])
    }

    /// Whether the visitor's judgements are left out: 70 % or more of the controls failed.
    pub fn is_left_out(self) -> bool {
        self.n_answered >= MIN_ANSWERED && self.n_wrong * 10 >= self.n_answered * 7
    }
}

/// A task of controls: a query of the benchmark, by its row, and up to five pictures, by theirs,
/// with whether each is relevant by a definition. At least one is, and, where the definition knows
/// any that is not, at least one is not. The same `nth` gives the same task. `None` if the
/// definition has no judgements.
pub fn control_task(
    dataset: &Dataset,
    definition: usize,
    nth: usize,
) -> Option<(u32, Vec<(u32, bool)>)> {
    let relevance = dataset.relevance.get(definition)?;
    let mut random = SplitMix64::new(0xC0_47_01 ^ (nth as u64) << 20);
    let n_images = dataset.n_images();
    for _ in 0..N_TRIES {
        let row = u32::try_from(random.below(dataset.queries.len())).ok()?;
        let Some(judgements) = relevance.of_query(row) else { continue };
        let of = |is_relevant: bool| {
            let judged = judgements.as_slice().iter();
            judged.filter(move |(_, grade)| (*grade >= 1) == is_relevant).map(|(row, _)| *row)
        };
        let mut relevant: Vec<u32> = of(true).collect();
        if relevant.is_empty() {
            continue;
        }
        let mut others: Vec<u32> = of(false).collect();
        if relevance.is_complete() && others.is_empty() {
            // Every picture without a judgement is known not to be relevant.
            let drawn = (0..N_TRIES).filter_map(|_| u32::try_from(random.below(n_images)).ok());
            others =
                drawn.filter(|row| judgements.grade(*row).is_none()).take(N_IN_A_TASK).collect();
            others.sort_unstable();
            others.dedup();
        }
        random.shuffle(&mut relevant);
        random.shuffle(&mut others);
        let n_relevant = (1 + random.below(N_IN_A_TASK - 1)).min(relevant.len());
        let n_relevant =
            n_relevant.max(N_IN_A_TASK.saturating_sub(others.len()).min(relevant.len()));
        let relevant = relevant.into_iter().take(n_relevant).map(|row| (row, true));
        let others = others.into_iter().take(N_IN_A_TASK - n_relevant).map(|row| (row, false));
        let mut task: Vec<(u32, bool)> = relevant.chain(others).collect();
        random.shuffle(&mut task);
        return Some((row, task));
    }
    None
}
