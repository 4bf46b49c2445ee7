//! Precision at k: relevant images among the first k, divided by k.
//!
//! P@k = (1/k) · Σ_{r ≤ k} rel_r. Under `trec`, `mirflickr` and `needle` the divisor is k
//! however short the list; under `inquire` k is lowered to the length of a shorter list. An empty
//! list has value 0. Ties count in the protocol's order. MIR Flickr's "accuracy at rank r" is
//! this number at k = r.
//!
//! Sources: `trec_eval`, `m_P.c`; INQUIRE, `src/metrics.py`; Huiskes and Lew, "The MIR Flickr
//! Retrieval Evaluation", MIR 2008, section 6; Needle, appendix E.3.

use super::definition::{Formula, Registered};
use super::random_order::RandomOrder;
use super::sum::{Denominator, Sum, Terms, count_relevant};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol};

const WORDS: &str = "Share of relevant images {top}.";

pub(super) const MEASURES: &[Registered] = &[
    Registered::of(Protocol::Trec, "P", ParameterKind::Cutoff, &Precision::OverCutoff)
        .with_level()
        .described(WORDS, "trec_eval, m_P.c"),
    Registered::of(Protocol::Inquire, "P", ParameterKind::Cutoff, &Precision::OverGiven).described(
        "Share of relevant images {top}, or among all where fewer are given.",
        "INQUIRE, src/metrics.py",
    ),
    Registered::of(Protocol::Mirflickr, "Acc", ParameterKind::Cutoff, &Precision::OverCutoff)
        .described(WORDS, "Huiskes and Lew, MIR 2008, section 6"),
    Registered::of(Protocol::Needle, "P", ParameterKind::Cutoff, &Precision::OverCutoff)
        .described(WORDS, "Needle, appendix E.3"),
];

enum Precision {
    /// Divides by k.
    OverCutoff,
    /// Divides by the number of images given, k at most.
    OverGiven,
}

impl Formula for Precision {
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        let k = parameter.cutoff();
        let denominator = match self {
            Self::OverCutoff => Denominator::Cutoff(k),
            Self::OverGiven => Denominator::Given(list.n_given().min(k)),
        };
        count_relevant(list, k, denominator)
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        Some(RandomOrder::of(list).n_relevant_in_top(parameter.cutoff()))
    }
}
