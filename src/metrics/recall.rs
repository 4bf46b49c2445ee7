//! `trec:R@k`: relevant images among the first k, divided by R.
//!
//! Source: `trec_eval`, `m_recall.c`. Not to be confused with `eccv:R@K`, a hit rate.

use super::{JudgedList, judged_list::real};

/// The value for one query; the caller has made sure that R > 0.
pub(super) fn value(list: &JudgedList, k: usize) -> f64 {
    real(list.n_relevant_in_top(k)) / real(list.n_relevant())
}
