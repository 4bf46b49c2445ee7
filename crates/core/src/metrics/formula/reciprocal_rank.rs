//! The reciprocal rank: 1 / rank of the first relevant image; 0 where none is listed.
//!
//! Ties count in the protocol's order; INQUIRE's own code leaves them to an unstable sort.
//! `inquire:RR@k` reads the first k only, since the original gets no more than its 50 images.
//!
//! Sources: `trec_eval`, `m_recip_rank.c`; INQUIRE, `src/metrics.py`; Needle, appendix E.3.

use super::definition::{Definition, Formula};
use super::random_order::RandomOrder;
use super::sum::{Denominator, Sum, Term};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol, real};

const WORDS: &str = "1 / rank of the first relevant image.";

pub(super) static MEASURES: &[Definition] = &[
    Definition {
        protocol: Protocol::Trec,
        name: "RR",
        parameter: ParameterKind::None,
        formula: &ReciprocalRank,
        words: WORDS,
        source: "trec_eval, m_recip_rank.c",
        publications: &[],
    },
    Definition {
        protocol: Protocol::Inquire,
        name: "RR",
        parameter: ParameterKind::None,
        formula: &ReciprocalRank,
        words: WORDS,
        source: "INQUIRE, src/metrics.py",
        publications: &[],
    },
    Definition {
        protocol: Protocol::Inquire,
        name: "RR",
        parameter: ParameterKind::Cutoff,
        formula: &ReciprocalRank,
        words: "1 / rank of the first relevant image; 0 if it is not {top}.",
        source: "INQUIRE, src/metrics.py",
        publications: &[],
    },
    Definition {
        protocol: Protocol::Needle,
        name: "RR",
        parameter: ParameterKind::None,
        formula: &ReciprocalRank,
        words: WORDS,
        source: "Needle, appendix E.3",
        publications: &[],
    },
];

struct ReciprocalRank;

impl Formula for ReciprocalRank {
    fn sum<'a>(
        &'a self,
        list: &'a JudgedList,
        parameter: Parameter,
    ) -> Sum<impl Iterator<Item = Term<'a>>> {
        let first = list.relevant_in_top(parameter.cutoff()).first();
        let terms = first.into_iter().map(|hit| Term::binary(hit, real(hit.rank).recip()));
        Sum::new(terms, "1 / rank of the first relevant image", Denominator::One)
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        Some(RandomOrder::of(list).reciprocal_rank(parameter.cutoff()))
    }
}
