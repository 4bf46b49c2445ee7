//! Precision at k: relevant images among the first k, divided by k.
//!
//! P@k = (1/k) · Σ_{r ≤ k} rel_r. Under `trec`, `mirflickr` and `needle` the divisor is k
//! however short the list; under `inquire` k is the number of images given, so that a shorter
//! list divides by its length. An empty list gives 0. Ties count in the protocol's order.
//! MIR Flickr's "accuracy at rank r" is this number at k = r.
//!
//! Sources: `trec_eval`, `m_P.c`; INQUIRE, `src/metrics.py`; Huiskes and Lew, "The MIR Flickr
//! Retrieval Evaluation", MIR 2008, section 6; Needle, appendix E.3.

use super::sum::{Denominator, Sum, Term};
use crate::metrics::JudgedList;

/// Over k.
pub(super) fn at(list: &JudgedList, k: usize) -> Sum<impl Iterator<Item = Term<'_>>> {
    over(Denominator::Cutoff(k), list, k)
}

/// Over the images given, k at most.
pub(super) fn of_given(list: &JudgedList, k: usize) -> Sum<impl Iterator<Item = Term<'_>>> {
    over(Denominator::Given(list.n_given().min(k)), list, k)
}

fn over(
    denominator: Denominator,
    list: &JudgedList,
    k: usize,
) -> Sum<impl Iterator<Item = Term<'_>>> {
    let terms = list.relevant_in_top(k).iter().map(|hit| Term::binary(hit, 1.0));
    Sum::new(terms, "1 for each relevant image", denominator)
}
