//! Explains a measure's value by all numbers that it comes from.

use super::{Counted, JudgedList, JudgedShare, Measure, RelevantHit, discount::discount};
use serde::{Deserialize, Serialize};

/// `value = sum of the terms' contributions / denominator`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    pub measure: String,
    /// As [`Measure::value`].
    pub value: f64,
    /// One for each relevant hit, in rank order.
    pub terms: Vec<ExplainedTerm>,
    /// What [`ExplainedTerm::factor`] means, in words.
    pub factor_words: String,
    /// Of the contributions in rank order; of `RBP-resid` and `unj`, what unjudged images add.
    pub sum: f64,
    /// The divisor of the sum; a sum of 0 gives the value 0.
    pub denominator: f64,
    /// Such as "R = 13 relevant images".
    pub denominator_words: String,
    /// What the divisor counts.
    pub counted: Counted,
    /// The ranks of all relevant hits that the measure reads, terms or not.
    pub relevant_ranks: Vec<usize>,
    /// The ideal list, whose contributions sum to the denominator; only nDCG has one.
    pub ideal: Vec<IdealTerm>,
    /// The blocks of equal scores that contain a term.
    pub ties: Vec<TieBlock>,
    /// In words.
    pub tie_rule: String,
    /// Judged@k.
    pub judged: JudgedShare,
}

/// One hit: `contribution = gain · factor`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExplainedTerm {
    /// From 1.
    pub rank: usize,
    pub row_in_corpus: u32,
    pub grade: i32,
    /// What the grade is worth: the grade itself under nDCG, R(g) under ERR, otherwise 1.
    pub gain: f64,
    /// See [`Explanation::factor_words`].
    pub factor: f64,
    /// P@rank, whether or not the measure uses it.
    pub precision_so_far: f64,
    pub contribution: f64,
}

/// A rank of the ideal list: `contribution = gain · discount`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IdealTerm {
    /// From 1.
    pub rank: usize,
    /// Of the best image left for this rank.
    pub gain: f64,
    /// 1 / log2(rank + 1).
    pub discount: f64,
    /// Its share of the denominator.
    pub contribution: f64,
}

/// Consecutive hits with the same score, at least one of which is a term.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TieBlock {
    /// From 1.
    pub first_rank: usize,
    /// Inclusive.
    pub last_rank: usize,
    pub n_terms: usize,
}

/// Explains a value; `None` where [`Measure::value`] is `None`.
pub fn explain(measure: Measure, list: &JudgedList) -> Option<Explanation> {
    let list = &*measure.read(list);
    let mut terms = Vec::new();
    let mut ties: Vec<TieBlock> = Vec::new();
    let mut sum = 0.0;
    let account = measure.each_term(list, &mut |term| {
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
    sum += account.unjudged;
    let ideal = (1..).zip(measure.ideal_gains(list)).map(|(rank, gain)| IdealTerm {
        rank,
        gain,
        discount: discount(rank),
        contribution: gain * discount(rank),
    });
    let judged = measure.judged(list);
    let relevant = list.relevant_in_top(judged.n_hits).iter();
    Some(Explanation {
        measure: measure.to_string(),
        value: account.value(sum),
        terms,
        factor_words: account.factor.into(),
        sum,
        denominator: account.denominator.value(),
        denominator_words: account.denominator.words(),
        counted: account.denominator.counted(),
        relevant_ranks: relevant.map(|hit| hit.rank).collect(),
        ideal: ideal.collect(),
        ties,
        tie_rule: measure.tie_rule().into(),
        judged,
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
