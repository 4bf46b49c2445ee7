//! People who judge pictures, simulated: what they overlook, what they take for an answer that
//! is none, and when they cannot say.
//!
//! The error model, in thousandths. Of a picture of grade 2 an annotator votes "unsure" at half
//! the own rate of doubt and "not relevant" at the own rate of misses. At grade 1 the doubt is
//! whole and misses are four times as frequent. At grade 0 the nearness s of the scene, which is
//! the share of the query's conditions that it fulfils, decides: "relevant" at the rate of false
//! alarms × s², "unsure" at the rate of doubt × s. Who does not know scientific terms misses
//! three times as often where the query uses them, and doubts twice as often.

use crate::{Question, Scene, splitmix::SplitMix64};
use rankscope_core::formats::Votes;

/// One who votes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Annotator {
    /// A letter.
    pub name: &'static str,
    /// Per thousand, of what is relevant at grade 2.
    pub misses: u32,
    /// Per thousand, of what is not relevant and fulfils all conditions but a vanishing part.
    pub false_alarms: u32,
    /// Per thousand.
    pub doubts: u32,
    /// Whether scientific terms are understood.
    pub knows_terms: bool,
}

const fn annotator(
    name: &'static str,
    misses: u32,
    false_alarms: u32,
    doubts: u32,
    knows_terms: bool,
) -> Annotator {
    Annotator { name, misses, false_alarms, doubts, knows_terms }
}

/// The panel: two experts, one strict and one lenient; four careful lay people; one who clicks
/// through.
pub const ANNOTATORS: [Annotator; 7] = [
    annotator("A", 30, 40, 20, true),
    annotator("B", 15, 160, 30, true),
    annotator("C", 60, 120, 80, false),
    annotator("D", 90, 90, 120, false),
    annotator("E", 50, 220, 60, false),
    annotator("F", 120, 60, 40, false),
    annotator("G", 200, 500, 10, false),
];

/// How many of the panel see each picture.
pub const N_VOTES: usize = 5;

/// With what probability an annotator votes how, in thousandths; the three add up to 1,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VoteChances {
    /// "Relevant".
    pub relevant: u32,
    /// "Not relevant".
    pub not_relevant: u32,
    /// "Unsure".
    pub unsure: u32,
}

impl Annotator {
    /// The error model for a question and a scene.
    #[must_use]
    pub fn chances(&self, question: &Question, scene: &Scene) -> VoteChances {
        let is_lost = question.is_scientific && !self.knows_terms;
        let misses = if is_lost { 3 * self.misses } else { self.misses };
        let doubts = if is_lost { 2 * self.doubts } else { self.doubts };
        match question.grade(scene) {
            2 => split(misses.min(900), doubts / 2),
            1 => split((4 * misses).min(900), doubts),
            _ => {
                let conjuncts = question.fully.conjuncts();
                let held = conjuncts.iter().filter(|part| part.holds(scene)).count();
                let of = u32::try_from(conjuncts.len().max(1)).unwrap_or(1);
                let held = u32::try_from(held).unwrap_or(0);
                let alarms = self.false_alarms * held * held / (of * of);
                let unsure = (doubts * held / of).min(1000 - alarms);
                VoteChances { relevant: alarms, not_relevant: 1000 - alarms - unsure, unsure }
            }
        }
    }
}

fn split(not_relevant: u32, doubts: u32) -> VoteChances {
    let unsure = doubts.min(1000 - not_relevant);
    VoteChances { relevant: 1000 - not_relevant - unsure, not_relevant, unsure }
}

/// How [`N_VOTES`] of the panel vote on a picture. `key` tells questions and pictures apart: the
/// same key and seed give the same votes.
#[must_use]
pub fn votes(question: &Question, scene: &Scene, seed: u64, key: u64) -> Votes {
    let mut stream = SplitMix64::of_pair(seed ^ 0x0070_7E50, key);
    let first = stream.below(u32::try_from(ANNOTATORS.len()).unwrap_or(1)) as usize;
    let mut cast = Votes { relevant: 0, non_relevant: 0, unsure: 0 };
    for annotator in ANNOTATORS.iter().cycle().skip(first).take(N_VOTES) {
        let chances = annotator.chances(question, scene);
        match stream.below(1000) {
            drawn if drawn < chances.relevant => cast.relevant += 1,
            drawn if drawn < chances.relevant + chances.unsure => cast.unsure += 1,
            _ => cast.non_relevant += 1,
        }
    }
    cast
}

/// The pictures that are put to the vote for a question, by row: up to 60 relevant ones, up to
/// 30 that fulfil at least half of its conditions, and 10 others, each evenly from the gallery.
#[must_use]
pub fn voting_pool(question: &Question, scenes: &[Scene]) -> Vec<usize> {
    let mut kinds: [Vec<usize>; 3] = [Vec::new(), Vec::new(), Vec::new()];
    for (row, scene) in scenes.iter().enumerate() {
        let kind = if question.grade(scene) >= 1 {
            0
        } else if question.fully.nearness(scene) >= 0.5 {
            1
        } else {
            2
        };
        kinds[kind].push(row);
    }
    let mut pool: Vec<usize> = Vec::new();
    for (rows, n) in kinds.iter().zip([60, 30, 10]) {
        let step = rows.len().div_ceil(n).max(1);
        pool.extend(rows.iter().step_by(step));
    }
    pool.sort_unstable();
    pool
}
