//! `trec:bpref`: how often relevant images precede judged non-relevant ones.
//!
//! (1/R) · Σ over the relevant images listed of 1 − min(n, R) / min(N, R), with n the judged
//! non-relevant images above and N all of them. Unjudged images are skipped. An empty list has
//! value 0, and a relevant image that is not listed adds 0.
//!
//! Sources: Buckley and Voorhees, "Retrieval Evaluation with Incomplete Information", SIGIR
//! 2004; `trec_eval`, `m_bpref.c`.

use super::definition::{Formula, Registered};
use super::random_order::n_above;
use super::sum::{Denominator, Sum, Term, Terms};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol, Publication, real};

pub(super) const MEASURES: &[Registered] =
    &[Registered::of(Protocol::Trec, "bpref", ParameterKind::None, &Bpref)
        .with_level()
        .described(
            "How often a relevant image precedes the images judged not relevant; unjudged ones \
            are passed over.",
            "Buckley and Voorhees, SIGIR 2004; trec_eval, m_bpref.c",
        )
        .citing(&[Publication::BuckleyVoorhees2004])];

struct Bpref;

impl Formula for Bpref {
    fn sum<'a>(&'a self, list: &'a JudgedList, _: Parameter) -> Sum<impl Terms<'a>> {
        let n_relevant = list.n_relevant();
        let n_comparable = list.n_nonrelevant().min(n_relevant);
        let terms = list.relevant_hits().iter().map(move |hit| {
            let n_above = hit.n_nonrelevant_above.min(n_relevant);
            let preserved =
                if n_above == 0 { 1.0 } else { 1.0 - real(n_above) / real(n_comparable) };
            Term::binary(hit, preserved)
        });
        let denominator = Denominator::Relevant(n_relevant);
        Sum::new(terms, "1 − share of judged non-relevant images above", denominator)
    }

    fn expected_sum(&self, list: &JudgedList, _: Parameter) -> Option<f64> {
        let n_relevant = list.n_relevant();
        let n_comparable = list.n_nonrelevant().min(n_relevant).max(1);
        let n_above = n_above(list.n_nonrelevant_given(), n_relevant);
        Some(real(list.relevant_hits().len()) * (1.0 - n_above / real(n_comparable)))
    }
}
