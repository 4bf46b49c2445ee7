//! A measure's value as a fraction to look at: the hits that count, over boxes for what the denominator
//! counts.

use super::{Counted, Explanation, real};

/// The boxes of a value, and the way through the ranks that adds it up.
#[derive(Debug, Clone, PartialEq)]
pub struct Fraction {
    /// What they are worth sums to the denominator.
    pub slots: Vec<Slot>,
    /// In rank order; the last one's value is that of the measure, but for what unjudged images add.
    pub steps: Vec<Step>,
    /// What unjudged images add to the sum; 0 for nearly all measures.
    pub unjudged: f64,
    /// The numbers in the formula: `(1.000 + 0.667) ÷ 3 = 0.556`.
    pub numbers: String,
}

/// A box of the denominator with the hit above it; either may be missing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// The rank that it stands for, or that of its hit; `None` for a relevant image that was not found.
    pub rank: Option<usize>,
    /// The place of its hit among the terms of the explanation.
    pub term: Option<usize>,
    /// What the box adds to the denominator.
    pub worth: f64,
}

/// The value after a rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// From 1.
    pub rank: usize,
    pub is_relevant: bool,
    /// The place of its hit among the terms of the explanation.
    pub term: Option<usize>,
    /// P@rank.
    pub precision: f64,
    /// Of the contributions so far.
    pub sum: f64,
    pub value: f64,
}

/// With more ranks than these only the relevant ones are steps, besides the first and the last.
const MOST_STEPS: usize = 100;
/// Sums with more terms are shortened.
const MOST_TERMS: usize = 8;

impl Fraction {
    pub fn of(explanation: &Explanation) -> Self {
        let of_terms = explanation.terms.iter().map(|term| term.contribution);
        let unjudged = if explanation.terms.is_empty() { explanation.sum } else { 0.0 };
        Self {
            slots: slots(explanation),
            steps: steps(explanation),
            unjudged,
            numbers: numbers(explanation, &of_terms.collect::<Vec<_>>()),
        }
    }
}

fn slots(explanation: &Explanation) -> Vec<Slot> {
    let terms = &explanation.terms;
    let at = |rank: usize| terms.iter().position(|term| term.rank == rank);
    let last = terms.last().map_or(0, |term| term.rank);
    // Whole numbers of ranks, images or thresholds.
    let n = explanation.denominator as usize;
    let unit = |place: usize| if place < n { 1.0 } else { 0.0 };
    match explanation.counted {
        Counted::Ranks => (1..=n.max(last))
            .map(|rank| Slot { rank: Some(rank), term: at(rank), worth: unit(rank - 1) })
            .collect(),
        Counted::Ideal => (1..=explanation.ideal.len().max(last))
            .map(|rank| {
                let ideal = explanation.ideal.get(rank - 1);
                let worth = ideal.map_or(0.0, |ideal| ideal.contribution);
                Slot { rank: Some(rank), term: at(rank), worth }
            })
            .filter(|slot| slot.term.is_some() || slot.worth > 0.0)
            .collect(),
        Counted::Relevant | Counted::Whole => (0..n.max(terms.len()))
            .map(|place| {
                let term = terms.get(place);
                let rank = term.map(|term| term.rank);
                Slot { rank, term: term.map(|_| place), worth: unit(place) }
            })
            .collect(),
    }
}

fn steps(explanation: &Explanation) -> Vec<Step> {
    let terms = &explanation.terms;
    let last_term = terms.last().map_or(0, |term| term.rank);
    let n_hits = explanation.judged.n_hits;
    // After the last hit that counts a long list adds nothing.
    let last = if n_hits <= MOST_STEPS { n_hits.max(last_term) } else { last_term };
    let (mut next, mut n_relevant, mut sum) = (0, 0, 0.0);
    let mut steps = Vec::new();
    for rank in 1..=last {
        let is_relevant = explanation.relevant_ranks.get(n_relevant) == Some(&rank);
        n_relevant += usize::from(is_relevant);
        let term = terms.get(next).filter(|term| term.rank == rank);
        let place = term.map(|_| next);
        if let Some(term) = term {
            sum += term.contribution;
            next += 1;
        }
        if last > MOST_STEPS && !is_relevant && term.is_none() && rank != 1 && rank != last {
            continue;
        }
        let value = if sum == 0.0 { 0.0 } else { sum / explanation.denominator };
        let precision = real(n_relevant) / real(rank);
        steps.push(Step { rank, is_relevant, term: place, precision, sum, value });
    }
    steps
}

fn numbers(explanation: &Explanation, terms: &[f64]) -> String {
    let are_ones = terms.iter().all(|term| *term == 1.0);
    let number = |value: f64| match value.fract() == 0.0 && (are_ones || value == 0.0) {
        true => format!("{value:.0}"),
        false => format!("{value:.3}"),
    };
    let added = |terms: &[f64]| terms.iter().map(|term| number(*term)).collect::<Vec<_>>();
    let mut sum = match (terms, terms.split_last()) {
        ([], _) => number(explanation.sum),
        (terms, Some((last, before))) if terms.len() > MOST_TERMS => {
            let first = added(before.get(..MOST_TERMS - 2).unwrap_or(before)).join(" + ");
            format!("{first} + … + {}", number(*last))
        }
        _ => added(terms).join(" + "),
    };
    if terms.len() > 1 {
        sum = format!("({sum})");
    }
    let over = match explanation.denominator {
        whole if whole.fract() == 0.0 => format!("{whole:.0}"),
        other => format!("{other:.3}"),
    };
    format!("{sum} ÷ {over} = {:.3}", explanation.value)
}
