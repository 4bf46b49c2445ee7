//! Recall at k: relevant images among the first k, divided by the number of relevant images.
//!
//! R@k = (1/R) · Σ_{r ≤ k} rel_r under `trec` and `inquire`. Under `needle` the divisor is
//! min(10, R), so that from k = 11 on the value may exceed 1, as published. An empty list
//! has value 0. Ties count in the protocol's order. Not to be confused with `eccv:R@k`, a hit
//! rate.
//!
//! Sources: `trec_eval`, `m_recall.c`; INQUIRE, `src/metrics.py`; Needle, appendix E.3.

use super::definition::{Definition, Formula};
use super::random_order::RandomOrder;
use super::sum::{Over, Sum, Term, count_relevant};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol};

const WORDS: &str = "Share of all relevant images that are {top}.";

pub(super) static MEASURES: &[Definition] = &[
    Definition {
        protocol: Protocol::Trec,
        name: "R",
        parameter: ParameterKind::Cutoff,
        formula: &Recall(Over::Relevant),
        words: WORDS,
        source: "trec_eval, m_recall.c",
        publications: &[],
    },
    Definition {
        protocol: Protocol::Inquire,
        name: "R",
        parameter: ParameterKind::Cutoff,
        formula: &Recall(Over::Relevant),
        words: WORDS,
        source: "INQUIRE, src/metrics.py",
        publications: &[],
    },
    Definition {
        protocol: Protocol::Needle,
        name: "R",
        parameter: ParameterKind::Cutoff,
        formula: &Recall(Over::AtMostTen),
        words: "Relevant images {top}, over the number of all relevant images, 10 at most.",
        source: "Needle, appendix E.3",
        publications: &[],
    },
];

struct Recall(Over);

impl Formula for Recall {
    fn sum<'a>(
        &'a self,
        list: &'a JudgedList,
        parameter: Parameter,
    ) -> Sum<impl Iterator<Item = Term<'a>>> {
        count_relevant(list, parameter.cutoff(), self.0.denominator(list))
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        Some(RandomOrder::of(list).n_relevant_in_top(parameter.cutoff()))
    }
}
