//! Average precision: the precision at each relevant image, summed.
//!
//! AP@k = (1/R) · Σ_{r ≤ k} rel_r · P@r; `AP` reads the whole list. The sum stops at k and is
//! still divided by R, so that the value cannot reach 1 where R > k. Under `needle` the
//! divisor is min(10, R) and the sum runs over the whole list, so that the value may exceed 1,
//! as published. An empty list has value 0. Ties count in the protocol's order.
//!
//! Sources: `trec_eval`, `m_map.c` and `m_map_cut.c`; Needle, appendix E.3.

use super::definition::{Definition, Formula};
use super::random_order::RandomOrder;
use super::sum::{Denominator, Over, Sum, Term};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol};

const WORDS: &str =
    "Precision at each relevant image, summed and divided by the number of all relevant images.";

pub(super) static MEASURES: &[Definition] = &[
    Definition {
        protocol: Protocol::Trec,
        name: "AP",
        parameter: ParameterKind::None,
        formula: &AveragePrecision(Over::Relevant),
        words: WORDS,
        source: "trec_eval, m_map.c",
        publications: &[],
    },
    Definition {
        protocol: Protocol::Trec,
        name: "AP",
        parameter: ParameterKind::Cutoff,
        formula: &AveragePrecision(Over::Relevant),
        words: "Precision at each relevant image {top}, summed and divided by the number of all \
                relevant images.",
        source: "trec_eval, m_map_cut.c",
        publications: &[],
    },
    Definition {
        protocol: Protocol::Mirflickr,
        name: "AP",
        parameter: ParameterKind::None,
        formula: &AveragePrecision(Over::Relevant),
        words: WORDS,
        source: "Huiskes and Lew, MIR 2008",
        publications: &[],
    },
    Definition {
        protocol: Protocol::Needle,
        name: "AP",
        parameter: ParameterKind::None,
        formula: &AveragePrecision(Over::AtMostTen),
        words: "Precision at each relevant image, summed and divided by the number of all \
                relevant images, 10 at most.",
        source: "Needle, appendix E.3",
        publications: &[],
    },
];

struct AveragePrecision(Over);

impl Formula for AveragePrecision {
    fn sum<'a>(
        &'a self,
        list: &'a JudgedList,
        parameter: Parameter,
    ) -> Sum<impl Iterator<Item = Term<'a>>> {
        precision_at_relevant(list, parameter.cutoff(), self.0.denominator(list))
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        Some(RandomOrder::of(list).precision_at_relevant(parameter.cutoff()))
    }
}

/// The precision at each relevant image among the first k.
pub(super) fn precision_at_relevant(
    list: &JudgedList,
    k: usize,
    denominator: Denominator,
) -> Sum<impl Iterator<Item = Term<'_>>> {
    let terms = list.relevant_in_top(k).iter().map(|hit| Term::binary(hit, hit.precision()));
    Sum::new(terms, "precision at this rank", denominator)
}
