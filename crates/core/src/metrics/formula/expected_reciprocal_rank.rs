//! `trec:ERR@k`: the expected reciprocal rank of the image that satisfies a reader.
//!
//! Σ_{r ≤ k} (1/r) · R(g_r) · Π_{i < r} (1 − R(g_i)), with R(g) = (2^g − 1) / 2^4 the probability
//! that an image of grade g satisfies. A reader goes down the list and stops at the first image
//! that does. Grades below 1 and unjudged images never satisfy, so every term is that of a
//! relevant hit: its gain is R(g), its factor the share of readers who reach it over its rank.
//! Nothing is divided, so that even the ideal list is worth less than 1. An empty list has value
//! 0. Ties count in the protocol's order, which is gdeval's too (scores are float32 here, as in
//! `trec_eval`; gdeval compares them as float64).
//!
//! gdeval refuses grades above 4: a query that has one has no value.
//!
//! Sources: Chapelle, Metzler, Zhang and Grinspan, "Expected Reciprocal Rank for Graded
//! Relevance", CIKM 2009; `gdeval.pl` of the TREC Web track, version 1.2a, `err`.

use super::definition::{Formula, Registered};
use super::random_order::first_satisfied;
use super::sum::{Denominator, Sum, Term, Terms};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol, Publication, real};

pub(super) const MEASURES: &[Registered] =
    &[Registered::of(Protocol::Trec, "ERR", ParameterKind::Cutoff, &ExpectedReciprocalRank)
        .described(
            "Expected 1 / rank of the image {top} that satisfies a reader, who stops there; a \
            higher grade satisfies more often.",
            "Chapelle et al., CIKM 2009; gdeval.pl of the TREC Web track",
        )
        .citing(&[Publication::ChapelleEtAl2009])];

/// `$MAX_JUDGMENT` of gdeval.
const MAX_GRADE: i32 = 4;

struct ExpectedReciprocalRank;

impl Formula for ExpectedReciprocalRank {
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        let relevant = list.relevant_in_top(parameter.cutoff()).iter();
        let terms = relevant.scan(1.0, |unsatisfied, hit| {
            let gain = satisfaction(hit.grade);
            let factor = *unsatisfied / real(hit.rank);
            *unsatisfied *= 1.0 - gain;
            Some(Term { hit, gain, factor })
        });
        Sum::new(terms, "share of readers not satisfied above / rank", Denominator::One)
    }

    fn is_defined(&self, list: &JudgedList) -> bool {
        list.ideal().first().is_some_and(|highest| *highest <= MAX_GRADE)
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        let hits = list.relevant_hits().iter();
        let chances: Vec<f64> = hits.map(|hit| satisfaction(hit.grade)).collect();
        Some(first_satisfied(list.n_given(), &chances, parameter.cutoff()))
    }
}

/// R(g) of a grade from 1 to [`MAX_GRADE`].
fn satisfaction(grade: i32) -> f64 {
    (2f64.powi(grade) - 1.0) / 2f64.powi(MAX_GRADE)
}
