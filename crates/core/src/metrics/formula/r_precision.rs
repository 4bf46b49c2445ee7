//! R-precision: relevant images among the first R, R being the number of relevant images.
//!
//! `trec:Rprec` and `conqa:R-Precision` divide by R, so that places that a short list lacks
//! are misses. `eccv:R-Precision` divides by the number of images given among the first R: R, or
//! fewer where the list is shorter, so that a short list is not penalised. An empty list has
//! value 0. Ties count in the protocol's order.
//!
//! Sources: `trec_eval`, `m_Rprec.c`; ranx, `metrics/r_precision.py`; `eccv_caption`,
//! `_metrics.py`, `rprecision`.

use super::definition::{Formula, Registered};
use super::random_order::RandomOrder;
use super::sum::{Denominator, Sum, Terms, count_relevant};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol, Publication};

const WORDS: &str =
    "Relevant images among the first R, divided by R, the number of relevant images.";

pub(super) const MEASURES: &[Registered] = &[
    Registered::of(Protocol::Trec, "Rprec", ParameterKind::None, &RPrecision::OverRelevant)
        .with_level()
        .described(WORDS, "trec_eval, m_Rprec.c"),
    Registered::of(Protocol::Eccv, "R-Precision", ParameterKind::None, &RPrecision::OverGiven)
        .described(
            "Share of relevant images among the first R, the number of relevant images.",
            "eccv_caption, _metrics.py",
        ),
    Registered::of(Protocol::Conqa, "R-Precision", ParameterKind::None, &RPrecision::OverRelevant)
        .described(WORDS, "ranx, metrics/r_precision.py")
        .citing(&[Publication::Ranx2022]),
];

enum RPrecision {
    /// Divides by R.
    OverRelevant,
    /// Divides by the number of images given among the first R.
    OverGiven,
}

impl Formula for RPrecision {
    fn sum<'a>(&'a self, list: &'a JudgedList, _: Parameter) -> Sum<impl Terms<'a>> {
        let r = list.n_relevant();
        let denominator = match self {
            Self::OverRelevant => Denominator::Relevant(r),
            Self::OverGiven => Denominator::GivenOfTopR { r, n_given: list.n_given() },
        };
        count_relevant(list, r, denominator)
    }

    fn depth(&self, _: Parameter, n_relevant: usize) -> usize {
        n_relevant
    }

    fn expected_sum(&self, list: &JudgedList, _: Parameter) -> Option<f64> {
        Some(RandomOrder::of(list).n_relevant_in_top(list.n_relevant()))
    }
}
