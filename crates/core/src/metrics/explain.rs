//! A measure's value, taken apart: every number that it comes from.

use super::{JudgedList, JudgedShare, Measure, RelevantHit, discount::discount};
use serde::{Deserialize, Serialize};

/// Why a measure has its value: `value = sum of the terms' contributions / denominator`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// The full name.
    pub measure: String,
    /// The same number as [`Measure::value`].
    pub value: f64,
    /// What each relevant hit adds, in rank order.
    pub terms: Vec<ExplainedTerm>,
    /// What [`ExplainedTerm::factor`] is, in words.
    pub factor_words: String,
    /// The contributions, summed in rank order.
    pub sum: f64,
    /// What the sum is divided by; where the sum is 0, so is the value.
    pub denominator: f64,
    /// The same in words, such as "R = 13 relevant images".
    pub denominator_words: String,
    /// The ideal list, whose contributions sum to the denominator; empty but for nDCG.
    pub ideal: Vec<IdealTerm>,
    /// The blocks of equal scores that hold a term.
    pub ties: Vec<TieBlock>,
    /// What the measure does with them, in words.
    pub tie_rule: String,
    /// Judged@k.
    pub judged: JudgedShare,
}

/// What one hit adds: `contribution = gain · factor`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExplainedTerm {
    /// The hit's place, from 1.
    pub rank: usize,
    /// Which image.
    pub row_in_corpus: u32,
    /// Its grade.
    pub grade: i32,
    /// The grade where the measure is graded, otherwise 1.
    pub gain: f64,
    /// See [`Explanation::factor_words`].
    pub factor: f64,
    /// P@rank at this hit, whether or not the measure uses it.
    pub precision_so_far: f64,
    /// What it adds to the sum.
    pub contribution: f64,
}

/// A rank of the ideal list: `contribution = gain · discount`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IdealTerm {
    /// From 1.
    pub rank: usize,
    /// What the best image for this rank gains.
    pub gain: f64,
    /// 1 / log2(rank + 1).
    pub discount: f64,
    /// What it adds to the denominator.
    pub contribution: f64,
}

/// Neighbours with the same score, of which one at least is a term.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TieBlock {
    /// From 1.
    pub first_rank: usize,
    /// This one included.
    pub last_rank: usize,
    /// How many terms are among them.
    pub n_terms: usize,
}

/// Takes a value apart; `None` where [`Measure::value`] is `None`.
#[must_use]
pub fn explain(measure: Measure, list: &JudgedList) -> Option<Explanation> {
    let mut terms = Vec::new();
    let mut ties: Vec<TieBlock> = Vec::new();
    let mut sum = 0.0;
    let account = measure.each_term(list, |term| {
        sum += term.contribution();
        note_tie(&mut ties, term.hit);
        terms.push(ExplainedTerm {
            rank: term.hit.rank,
            row_in_corpus: term.hit.row_in_corpus,
            grade: term.hit.grade,
            gain: term.gain,
            factor: term.factor,
            precision_so_far: term.hit.precision(),
            contribution: term.contribution(),
        });
    })?;
    let ideal = (1..).zip(measure.ideal_gains(list)).map(|(rank, gain)| IdealTerm {
        rank,
        gain,
        discount: discount(rank),
        contribution: gain * discount(rank),
    });
    Some(Explanation {
        measure: measure.to_string(),
        value: account.value(sum),
        terms,
        factor_words: account.factor.into(),
        sum,
        denominator: account.denominator.value(),
        denominator_words: account.denominator.words(),
        ideal: ideal.collect(),
        ties,
        tie_rule: measure.tie_rule().into(),
        judged: measure.judged(list),
    })
}

fn note_tie(ties: &mut Vec<TieBlock>, hit: &RelevantHit) {
    if hit.first_tied == hit.last_tied {
        return;
    }
    match ties.last_mut().filter(|block| block.first_rank == hit.first_tied) {
        Some(block) => block.n_terms += 1,
        None => {
            ties.push(TieBlock { first_rank: hit.first_tied, last_rank: hit.last_tied, n_terms: 1 })
        }
    }
}
