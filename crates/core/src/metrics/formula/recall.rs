//! Recall at k: relevant images among the first k, divided by how many there are.
//!
//! R@k = (1/R) · Σ_{r ≤ k} rel_r under `trec` and `inquire`. Under `needle` the divisor is
//! min(10, R), so that from k = 11 on the value may exceed 1, as published. An empty list
//! gives 0. Ties count in the protocol's order. Not to be confused with `eccv:R@k`, a hit
//! rate.
//!
//! Sources: `trec_eval`, `m_recall.c`; INQUIRE, `src/metrics.py`; Needle, appendix E.3.

use super::sum::{Denominator, Sum, Term};
use crate::metrics::JudgedList;

/// Over R.
pub(super) fn of_all(list: &JudgedList, k: usize) -> Sum<impl Iterator<Item = Term<'_>>> {
    over(Denominator::Relevant(list.n_relevant()), list, k)
}

/// Over min(10, R).
pub(super) fn of_at_most_ten(list: &JudgedList, k: usize) -> Sum<impl Iterator<Item = Term<'_>>> {
    over(Denominator::AtMostTen(list.n_relevant()), list, k)
}

fn over(
    denominator: Denominator,
    list: &JudgedList,
    k: usize,
) -> Sum<impl Iterator<Item = Term<'_>>> {
    let terms = list.relevant_in_top(k).iter().map(|hit| Term::binary(hit, 1.0));
    Sum::new(terms, "1 for each relevant image", denominator)
}
