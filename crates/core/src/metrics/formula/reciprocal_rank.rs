//! The reciprocal rank: 1 / rank of the first relevant image; 0 where none is listed.
//!
//! Ties count in the protocol's order; INQUIRE's code leaves them to an unstable sort.
//! `inquire:RR@k` reads the first k only, since the original gets no more than its 50 images.
//!
//! Sources: `trec_eval`, `m_recip_rank.c`; INQUIRE, `src/metrics.py`; Needle, appendix E.3.

use super::definition::{Formula, Registered};
use super::random_order::RandomOrder;
use super::sum::{Denominator, Sum, Term, Terms};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol, real};

const WORDS: &str = "1 / rank of the first relevant image.";

pub(super) const MEASURES: &[Registered] = &[
    Registered::of(Protocol::Trec, "RR", ParameterKind::None, &ReciprocalRank)
        .with_level()
        .described(WORDS, "trec_eval, m_recip_rank.c"),
    Registered::of(Protocol::Inquire, "RR", ParameterKind::None, &ReciprocalRank)
        .described(WORDS, "INQUIRE, src/metrics.py"),
    Registered::of(Protocol::Inquire, "RR", ParameterKind::Cutoff, &ReciprocalRank).described(
        "1 / rank of the first relevant image; 0 if it is not {top}.",
        "INQUIRE, src/metrics.py",
    ),
    Registered::of(Protocol::Needle, "RR", ParameterKind::None, &ReciprocalRank)
        .described(WORDS, "Needle, appendix E.3"),
];

struct ReciprocalRank;

impl Formula for ReciprocalRank {
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        let first = list.relevant_in_top(parameter.cutoff()).first();
        let terms = first.into_iter().map(|hit| Term::binary(hit, real(hit.rank).recip()));
        Sum::new(terms, "1 / rank of the first relevant image", Denominator::One)
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        Some(RandomOrder::of(list).reciprocal_rank(parameter.cutoff()))
    }
}
