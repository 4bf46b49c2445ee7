//! nDCG: discounted cumulative gain over that of an ideal list.
//!
//! DCG@k = Σ_{r ≤ k} g_r / log2(r + 1) with the grade itself as gain; grades below 1 and
//! unjudged images gain nothing. The ideal list holds all relevant images by grade, cut at k
//! where there is one. An empty list gives 0. Ties count in the protocol's order. Under
//! `conqa` every relevant image gains 1 and the whole list counts.
//!
//! Sources: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", TOIS
//! 2002, as in `trec_eval`, `m_ndcg.c` and `m_ndcg_cut.c`, and in ranx, `metrics/ndcg.py`.

use super::sum::{Denominator, Sum, Term};
use crate::metrics::{JudgedList, discount::discount};

/// The gain is the grade.
pub(super) fn graded(list: &JudgedList, k: usize) -> Sum<impl Iterator<Item = Term<'_>>> {
    let terms = list.relevant_in_top(k).iter().map(|hit| Term {
        hit,
        gain: f64::from(hit.grade),
        factor: discount(hit.rank),
    });
    Sum::new(terms, "discount, 1 / log2(rank + 1)", over_ideal(graded_ideal(list, k)))
}

/// The gain is 1.
pub(super) fn binary(list: &JudgedList, k: usize) -> Sum<impl Iterator<Item = Term<'_>>> {
    let terms = list.relevant_in_top(k).iter().map(|hit| Term::binary(hit, discount(hit.rank)));
    Sum::new(terms, "discount, 1 / log2(rank + 1)", over_ideal(binary_ideal(list, k)))
}

pub(super) fn over_ideal(gains: impl Iterator<Item = f64>) -> Denominator {
    Denominator::Ideal((1..).zip(gains).map(|(rank, gain)| gain * discount(rank)).sum())
}

/// The gain at each rank of the ideal list.
pub(super) fn graded_ideal(list: &JudgedList, k: usize) -> impl Iterator<Item = f64> {
    list.ideal().iter().take(k).map(|grade| f64::from(*grade))
}

/// The gain at each rank of the ideal list where every relevant image gains 1.
pub(super) fn binary_ideal(list: &JudgedList, k: usize) -> impl Iterator<Item = f64> {
    list.ideal().iter().take(k).map(|_| 1.0)
}
