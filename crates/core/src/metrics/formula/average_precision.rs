//! Average precision: the precision at each relevant image, summed.
//!
//! AP@k = (1/R) · Σ_{r ≤ k} rel_r · P@r; `AP` takes the whole list. The sum stops at k and is
//! still divided by R, so that the value cannot reach 1 where R > k. Under `needle` the
//! divisor is min(10, R) and the sum takes the whole list, so that the value may exceed 1, as
//! published. An empty list gives 0. Ties count in the protocol's order.
//!
//! Sources: `trec_eval`, `m_map.c` and `m_map_cut.c`; Needle, appendix E.3.

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
    let terms = list.relevant_in_top(k).iter().map(|hit| Term::binary(hit, hit.precision()));
    Sum::new(terms, "precision at this rank", denominator)
}
