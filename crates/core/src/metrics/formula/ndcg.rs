//! nDCG: discounted cumulative gain over that of an ideal list.
//!
//! DCG@k = Σ_{r ≤ k} g_r / log2(r + 1) with the grade itself as gain; grades below 1 and
//! unjudged images gain nothing. The ideal list has all relevant images by grade, cut at k
//! where there is a cut-off. An empty list has value 0. Ties count in the protocol's order. Under
//! `conqa` every relevant image gains 1 and the whole list counts.
//!
//! Sources: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", TOIS
//! 2002, as in `trec_eval`, `m_ndcg.c` and `m_ndcg_cut.c`, and in ranx, `metrics/ndcg.py`.

use super::definition::{Formula, Registered};
use super::random_order::RandomOrder;
use super::sum::{Denominator, Sum, Term, Terms};
use crate::metrics::{
    JudgedList, Parameter, ParameterKind, Protocol, Publication, discount::discount,
};

pub(super) const MEASURES: &[Registered] = &[
    Registered::of(Protocol::Trec, "nDCG", ParameterKind::None, &Ndcg::Graded)
        .described(
            "Gain of all images, discounted by log2(rank + 1), over that of an ideal list.",
            "Järvelin and Kekäläinen, TOIS 2002; trec_eval, m_ndcg.c",
        )
        .citing(&[Publication::JarvelinKekalainen2002]),
    Registered::of(Protocol::Trec, "nDCG", ParameterKind::Cutoff, &Ndcg::Graded)
        .described(
            "Gain of the images {top}, discounted by log2(rank + 1), over that of an ideal list.",
            "Järvelin and Kekäläinen, TOIS 2002; trec_eval, m_ndcg_cut.c",
        )
        .citing(&[Publication::JarvelinKekalainen2002]),
    Registered::of(Protocol::Conqa, "nDCG", ParameterKind::None, &Ndcg::Binary)
        .described(
            "Relevant images, discounted by log2(rank + 1), over that of an ideal list.",
            "Järvelin and Kekäläinen, TOIS 2002; ranx, metrics/ndcg.py",
        )
        .citing(&[Publication::JarvelinKekalainen2002, Publication::Ranx2022]),
];

enum Ndcg {
    /// The gain is the grade.
    Graded,
    /// Every relevant image gains 1.
    Binary,
}

impl Ndcg {
    fn gain(&self, grade: i32) -> f64 {
        match self {
            Self::Graded => f64::from(grade),
            Self::Binary => 1.0,
        }
    }

    fn ideal(&self, list: &JudgedList, k: usize) -> impl Iterator<Item = f64> {
        list.ideal().iter().take(k).map(|grade| self.gain(*grade))
    }
}

impl Formula for Ndcg {
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        let k = parameter.cutoff();
        let terms = list.relevant_in_top(k).iter().map(|hit| Term {
            hit,
            gain: self.gain(hit.grade),
            factor: discount(hit.rank),
        });
        Sum::new(terms, "discount, 1 / log2(rank + 1)", over_ideal(self.ideal(list, k)))
    }

    fn ideal_gains(&self, list: &JudgedList, parameter: Parameter) -> Vec<f64> {
        self.ideal(list, parameter.cutoff()).collect()
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        let gain = list.relevant_hits().iter().map(|hit| self.gain(hit.grade)).sum();
        Some(RandomOrder::of(list).discounted_gain(gain, parameter.cutoff()))
    }
}

/// Takes the gain at each rank of an ideal list.
pub(super) fn over_ideal(gains: impl Iterator<Item = f64>) -> Denominator {
    Denominator::Ideal((1..).zip(gains).map(|(rank, gain)| gain * discount(rank)).sum())
}
