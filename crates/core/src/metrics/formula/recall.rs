//! Recall at k: relevant images among the first k, divided by the number of relevant images.
//!
//! R@k = (1/R) · Σ_{r ≤ k} rel_r under `trec` and `inquire`. Under `needle` the divisor is
//! min(10, R), so that from k = 11 on the value may exceed 1, as published. An empty list
//! has value 0. Ties count in the protocol's order. Not to be confused with `eccv:R@k`, a hit
//! rate.
//!
//! Sources: `trec_eval`, `m_recall.c`; INQUIRE, `src/metrics.py`; Needle, appendix E.3.

use super::definition::{Formula, Registered};
use super::random_order::RandomOrder;
use super::sum::{Over, Sum, Terms, count_relevant};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol};

const WORDS: &str = "Share of all relevant images that are {top}.";

pub(super) const MEASURES: &[Registered] = &[
    Registered::of(Protocol::Trec, "R", ParameterKind::Cutoff, &Recall(Over::Relevant))
        .with_level()
        .described(WORDS, "trec_eval, m_recall.c"),
    Registered::of(Protocol::Inquire, "R", ParameterKind::Cutoff, &Recall(Over::Relevant))
        .described(WORDS, "INQUIRE, src/metrics.py"),
    Registered::of(Protocol::Needle, "R", ParameterKind::Cutoff, &Recall(Over::AtMostTen))
        .described(
            "Relevant images {top}, over the number of all relevant images, 10 at most.",
            "Needle, appendix E.3",
        ),
];

struct Recall(Over);

impl Formula for Recall {
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        count_relevant(list, parameter.cutoff(), self.0.denominator(list))
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        Some(RandomOrder::of(list).n_relevant_in_top(parameter.cutoff()))
    }
}
