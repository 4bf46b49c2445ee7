//! Average precision: the precision at each relevant image, summed.
//!
//! AP@k = (1/R) · Σ_{r ≤ k} rel_r · P@r; `AP` reads the whole list. The sum stops at k but is still
//! divided by R, so that the value cannot reach 1 if R > k. Under `needle` the divisor is min(10, R) and
//! a list of more than ten may exceed 1, as published. An empty list has value 0. Ties count in the protocol's order.
//!
//! Sources: `trec_eval`, `m_map.c` and `m_map_cut.c`; Needle, appendix E.3.

use super::definition::{Formula, Registered};
use super::random_order::RandomOrder;
use super::sum::{Denominator, Over, Sum, Term, Terms};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol};

const WORDS: &str =
    "Precision at each relevant image, summed and divided by the number of all relevant images.";

pub(super) const MEASURES: &[Registered] = &[
    Registered::of(Protocol::Trec, "AP", ParameterKind::None, &AveragePrecision(Over::Relevant))
        .with_level()
        .described(WORDS, "trec_eval, m_map.c"),
    Registered::of(Protocol::Trec, "AP", ParameterKind::Cutoff, &AveragePrecision(Over::Relevant))
        .with_level()
        .described(
            "Precision at each relevant image {top}, summed and divided by the number of all \
                relevant images.",
            "trec_eval, m_map_cut.c",
        ),
    Registered::of(
        Protocol::Mirflickr,
        "AP",
        ParameterKind::None,
        &AveragePrecision(Over::Relevant),
    )
    .described(WORDS, "Huiskes and Lew, MIR 2008"),
    Registered::of(Protocol::Needle, "AP", ParameterKind::None, &AveragePrecision(Over::AtMostTen))
        .described(
            "Precision at each relevant image, summed and divided by the number of all \
                relevant images, 10 at most.",
            "Needle, appendix E.3",
        ),
    Registered::of(
        Protocol::Needle,
        "AP",
        ParameterKind::Cutoff,
        &AveragePrecision(Over::AtMostTen),
    )
    .described(
        "Precision at each relevant image {top}, summed and divided by the number of all relevant \
         images, 10 at most.",
        "Needle, appendix E.3, where k is 60",
    ),
];

struct AveragePrecision(Over);

impl Formula for AveragePrecision {
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        precision_at_relevant(list, parameter.cutoff(), self.0.denominator(list))
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        Some(RandomOrder::of(list).precision_at_relevant(parameter.cutoff()))
    }
}

/// Among the first k.
pub(super) fn precision_at_relevant(
    list: &JudgedList,
    k: usize,
    denominator: Denominator,
) -> Sum<impl Terms<'_>> {
    let terms = list.relevant_in_top(k).iter().map(|hit| Term::binary(hit, hit.precision()));
    Sum::new(terms, "precision at this rank", denominator)
}
