//! `trec:P@k`: relevant images among the first k, divided by k, however short the list.
//!
//! Source: `trec_eval`, `m_P.c`.

use super::{JudgedList, judged_list::real};

/// The value for one query.
pub(super) fn value(list: &JudgedList, k: usize) -> f64 {
    real(list.n_relevant_in_top(k)) / real(k)
}
