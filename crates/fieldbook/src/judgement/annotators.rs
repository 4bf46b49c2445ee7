//! Simulated annotators: what they miss, what they wrongly accept, and when they are unsure.
//!
//! The error model, with rates per thousand. On a picture of grade 2 an annotator votes "unsure"
//! at half the doubt rate and "not relevant" at the miss rate. On grade 1 the doubt rate applies
//! in full and misses are four times as frequent. On grade 0 the votes depend on s, the share of
//! the query's conditions that the scene fulfils: "relevant" at the false-alarm rate × s²,
//! "unsure" at the doubt rate × s. Annotators who do not know scientific terms miss three times
//! as often on queries that use them, and are unsure twice as often.

use crate::{Question, Scene, splitmix::SplitMix64};
use rankscope_core::formats::Votes;
use std::collections::BTreeMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Annotator {
    pub name: &'static str,
    /// Misses per thousand pictures of grade 2.
    pub misses: u32,
    /// False alarms per thousand pictures of grade 0, in the limit s → 1.
    pub false_alarms: u32,
    /// Votes of "unsure" per thousand.
    pub doubts: u32,
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
/// through without looking.
pub const ANNOTATORS: [Annotator; 7] = [
    annotator("A", 30, 40, 20, true),
    annotator("B", 15, 160, 30, true),
    annotator("C", 60, 120, 80, false),
    annotator("D", 90, 90, 120, false),
    annotator("E", 50, 220, 60, false),
    annotator("F", 120, 60, 40, false),
    annotator("G", 200, 500, 10, false),
];

/// Number of annotators who vote on each picture.
pub const N_VOTES: usize = 5;

/// The probability of each vote, in thousandths; the three add up to 1,000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VoteChances {
    pub relevant: u32,
    pub not_relevant: u32,
    pub unsure: u32,
}

impl Annotator {
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

/// The votes of [`N_VOTES`] annotators on a picture, and who cast which: its place among relevant, not
/// relevant and unsure. `key` is unique to the pair of question and picture; the same key and seed give
/// the same votes.
pub fn votes(
    question: &Question,
    scene: &Scene,
    seed: u64,
    key: u64,
) -> (Votes, BTreeMap<String, u8>) {
    let mut stream = SplitMix64::of_pair(seed ^ 0x0070_7E50, key);
    let first = stream.below(u32::try_from(ANNOTATORS.len()).unwrap_or(1)) as usize;
    let mut cast = Votes { relevant: 0, non_relevant: 0, unsure: 0 };
    let mut by = BTreeMap::new();
    for annotator in ANNOTATORS.iter().cycle().skip(first).take(N_VOTES) {
        let chances = annotator.chances(question, scene);
        let (count, place) = match stream.below(1000) {
            drawn if drawn < chances.relevant => (&mut cast.relevant, 0),
            drawn if drawn < chances.relevant + chances.unsure => (&mut cast.unsure, 2),
            _ => (&mut cast.non_relevant, 1),
        };
        *count += 1;
        by.insert(annotator.name.to_owned(), place);
    }
    (cast, by)
}

/// The rows that are voted on for a question: up to 60 relevant pictures, up to 30 that fulfil at
/// least half of its conditions and up to 10 others, each kind sampled evenly from the gallery.
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
