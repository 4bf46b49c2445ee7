//! `trec:RBP@p`, rank-biased precision, with what unjudged images may add: `trec:RBP-resid@p`, and
//! `trec:unj@k`, their share among the first k.
//!
//! RBP is (1 − p) Σ g_i p^(i − 1): a reader goes on to the next image with probability p. As in `trec_eval`,
//! g_i is the grade over the highest grade of the query if that is above 1; so a grade of 1 is worth 1 for
//! one query and 1/2 for another. The residual is (1 − p) Σ p^(i − 1) over the images that are unjudged or
//! have a grade below 0, plus p^n for what follows a list of n images: RBP lies between its value and that
//! plus the residual. `trec_eval` 10.0 leaves p^n out where no image given is unjudged, and gives 0 for a
//! query that the run lacks; Moffat and Zobel do not. An empty list has RBP 0, residual 1 and unj 0.
//!
//! Sources: Moffat and Zobel, "Rank-Biased Precision for Measurement of Retrieval Effectiveness", TOIS 2008;
//! `trec_eval` 10.0, `m_rbp.c`, `m_rbp_resid.c`, `m_unj.c`.

use super::definition::{Formula, Registered};
use super::sum::{Denominator, Sum, Term, Terms};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol, Publication, real};

pub(super) const MEASURES: &[Registered] = &[
    Registered::of(Protocol::Trec, "RBP", ParameterKind::Persistence, &RankBiased)
        .described(
            "What a reader gains an image who goes on to the next one with probability p.",
            "Moffat and Zobel, TOIS 2008; trec_eval, m_rbp.c",
        )
        .citing(&[Publication::MoffatZobel2008]),
    Registered::of(Protocol::Trec, "RBP-resid", ParameterKind::Persistence, &Residual)
        .described(
            "What RBP could gain if every unjudged image were relevant.",
            "Moffat and Zobel, TOIS 2008; trec_eval, m_rbp_resid.c",
        )
        .citing(&[Publication::MoffatZobel2008]),
    Registered::of(Protocol::Trec, "unj", ParameterKind::Cutoff, &Unjudged)
        .described("Share of unjudged images {top}.", "trec_eval, m_unj.c"),
];

struct RankBiased;
struct Residual;
struct Unjudged;

/// (1 − p) p^(rank − 1).
fn weight(p: f64, rank: usize) -> f64 {
    (1.0 - p) * power(p, rank - 1)
}

fn power(p: f64, n: usize) -> f64 {
    p.powi(i32::try_from(n).unwrap_or(i32::MAX))
}

/// The ranks among the first k of images without a grade, or with one below 0.
fn unjudged(list: &JudgedList, k: usize) -> impl Iterator<Item = usize> {
    let grades = (1..).zip(list.grades()).take(k);
    grades.filter(|(_, grade)| grade.is_none_or(|grade| grade < 0)).map(|(rank, _)| rank)
}

impl Formula for RankBiased {
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        let p = parameter.persistence();
        let highest = list.ideal().first().copied().unwrap_or(1);
        let terms = list.relevant_hits().iter().map(move |hit| Term {
            hit,
            gain: f64::from(hit.grade) / f64::from(highest),
            factor: weight(p, hit.rank),
        });
        Sum::new(terms, "chance of stopping there, (1 − p) p^(rank − 1)", Denominator::One)
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        let (n, highest) = (list.n_given(), list.ideal().first().copied().unwrap_or(1));
        let gains = list.relevant_hits().iter().map(|hit| f64::from(hit.grade));
        let gain = gains.sum::<f64>() / f64::from(highest) / real(n.max(1));
        Some(gain * (1.0 - power(parameter.persistence(), n)))
    }
}

impl Formula for Residual {
    fn sum<'a>(&'a self, _: &'a JudgedList, _: Parameter) -> Sum<impl Terms<'a>> {
        Sum::of_unjudged(Denominator::One)
    }

    fn unjudged(&self, list: &JudgedList, parameter: Parameter, n: usize) -> f64 {
        let p = parameter.persistence();
        let below = unjudged(list, usize::MAX).filter(|rank| *rank > n);
        below.map(|rank| weight(p, rank)).sum::<f64>() + power(p, list.n_given())
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        let n = list.n_given();
        let share = real(unjudged(list, usize::MAX).count()) / real(n.max(1));
        Some(share * (1.0 - power(parameter.persistence(), n)))
    }
}

impl Formula for Unjudged {
    fn sum<'a>(&'a self, _: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        Sum::of_unjudged(Denominator::Cutoff(parameter.cutoff()))
    }

    fn unjudged(&self, list: &JudgedList, parameter: Parameter, n: usize) -> f64 {
        real(unjudged(list, parameter.cutoff()).filter(|rank| *rank > n).count())
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        let n = list.n_given();
        let share = real(unjudged(list, usize::MAX).count()) / real(n.max(1));
        Some(share * real(n.min(parameter.cutoff())))
    }
}
