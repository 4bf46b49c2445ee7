//! The form of every measure: a sum of terms, one for a relevant hit, over a denominator.

use crate::metrics::{Counted, JudgedList, RelevantHit, real};
use std::iter;

/// What a relevant hit adds: `gain · factor`.
pub(in crate::metrics) struct Term<'a> {
    pub(in crate::metrics) hit: &'a RelevantHit,
    /// What its grade is worth: the grade itself under nDCG, R(g) under ERR, otherwise 1.
    pub(in crate::metrics) gain: f64,
    pub(in crate::metrics) factor: f64,
}

impl<'a> Term<'a> {
    /// Adds `factor` whatever the grade.
    pub(super) fn binary(hit: &'a RelevantHit, factor: f64) -> Self {
        Self { hit, gain: 1.0, factor }
    }

    pub(in crate::metrics) fn contribution(&self) -> f64 {
        self.gain * self.factor
    }
}

/// The terms of a measure in rank order: an alias.
pub(super) trait Terms<'a>: Iterator<Item = Term<'a>> {}
impl<'a, I: Iterator<Item = Term<'a>>> Terms<'a> for I {}

/// A measure of one list, as its terms and denominator.
pub(super) struct Sum<I> {
    pub(super) terms: I,
    pub(super) account: Account,
}

/// A measure without its terms.
pub(in crate::metrics) struct Account {
    /// What unjudged images add to the sum, which no term has; 0 for nearly all measures.
    pub(in crate::metrics) unjudged: f64,
    /// What a term's factor means, in words.
    pub(in crate::metrics) factor: &'static str,
    pub(in crate::metrics) denominator: Denominator,
}

impl<'a, I: Iterator<Item = Term<'a>>> Sum<I> {
    pub(super) fn new(terms: I, factor: &'static str, denominator: Denominator) -> Self {
        Self { terms, account: Account { unjudged: 0.0, factor, denominator } }
    }
}

impl<'a> Sum<iter::Empty<Term<'a>>> {
    /// Without terms, of a formula that only unjudged images add to.
    pub(super) fn of_unjudged(denominator: Denominator) -> Self {
        Self::new(iter::empty(), "no relevant image counts", denominator)
    }
}

/// The relevant images among the first k, each counted as 1.
pub(super) fn count_relevant(
    list: &JudgedList,
    k: usize,
    denominator: Denominator,
) -> Sum<impl Terms<'_>> {
    let terms = list.relevant_in_top(k).iter().map(|hit| Term::binary(hit, 1.0));
    Sum::new(terms, "1 for each relevant image", denominator)
}

impl Account {
    /// A sum of 0 gives 0, even if the denominator of an empty list is 0.
    pub(in crate::metrics) fn value(&self, sum: f64) -> f64 {
        if sum == 0.0 { 0.0 } else { sum / self.denominator.value() }
    }
}

#[derive(Debug, Clone, Copy)]
pub(in crate::metrics) enum Denominator {
    /// 1.
    One,
    /// k, however short the list.
    Cutoff(usize),
    /// Images given, at most k.
    Given(usize),
    /// R.
    Relevant(usize),
    /// min(10, R).
    AtMostTen(usize),
    /// min(N⁺, k) with k lowered to the images given.
    RelevantOrGiven { n_relevant: usize, n_given: usize },
    /// Images given among the first R.
    GivenOfTopR { r: usize, n_given: usize },
    /// The thresholds of the class distance.
    Thresholds,
    /// The ideal list's discounted gain.
    Ideal(f64),
}

/// The divisor of measures that count all relevant images, chosen by protocol.
#[derive(Debug, Clone, Copy)]
pub(super) enum Over {
    /// R.
    Relevant,
    /// min(10, R).
    AtMostTen,
}

impl Over {
    pub(super) fn denominator(self, list: &JudgedList) -> Denominator {
        match self {
            Self::Relevant => Denominator::Relevant(list.n_relevant()),
            Self::AtMostTen => Denominator::AtMostTen(list.n_relevant()),
        }
    }
}

impl Denominator {
    pub(in crate::metrics) fn value(self) -> f64 {
        match self {
            Self::One => 1.0,
            Self::Cutoff(n) | Self::Given(n) | Self::Relevant(n) => real(n),
            Self::AtMostTen(n_relevant) => real(n_relevant.min(10)),
            Self::RelevantOrGiven { n_relevant, n_given } => real(n_relevant.min(n_given)),
            Self::GivenOfTopR { r, n_given } => real(r.min(n_given)),
            Self::Thresholds => 3.0,
            Self::Ideal(gain) => gain,
        }
    }

    pub(in crate::metrics) fn counted(self) -> Counted {
        match self {
            Self::Cutoff(_) | Self::Given(_) | Self::GivenOfTopR { .. } => Counted::Ranks,
            Self::Relevant(_) | Self::AtMostTen(_) | Self::RelevantOrGiven { .. } => {
                Counted::Relevant
            }
            Self::Ideal(_) => Counted::Ideal,
            Self::One | Self::Thresholds => Counted::Whole,
        }
    }

    pub(in crate::metrics) fn words(self) -> String {
        let images = |n: usize| if n == 1 { "image" } else { "images" };
        match self {
            Self::One => "1: nothing is divided".into(),
            Self::Cutoff(k) => format!("k = {k}"),
            Self::Given(n) => format!("{n} {} given, k at most", images(n)),
            Self::Relevant(r) => format!("R = {r} relevant {}", images(r)),
            Self::AtMostTen(r) => {
                format!("min(10, R) = {}, of R = {r} relevant {}", r.min(10), images(r))
            }
            Self::RelevantOrGiven { n_relevant, n_given } => format!(
                "min(N⁺, k) = {}, of N⁺ = {n_relevant} relevant {} in the corpus and k = {n_given} \
                 {} given",
                n_relevant.min(n_given),
                images(n_relevant),
                images(n_given)
            ),
            Self::GivenOfTopR { r, n_given } => {
                let n = r.min(n_given);
                format!("{n} {} retrieved among the first R = {r}", images(n))
            }
            Self::Thresholds => "3 thresholds of the class distance".into(),
            Self::Ideal(gain) => format!("{gain:.4}, the discounted gain of the ideal list"),
        }
    }
}
