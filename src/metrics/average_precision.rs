//! `trec:AP@k`: (1/R) · Σ_{r ≤ k} rel_r · P@r.
//!
//! The sum stops at k and is still divided by R, so that the value cannot reach 1 where
//! R > k. Source: `trec_eval`, `m_map_cut.c`.

use super::{JudgedList, judged_list::real};

/// The value for one query; the caller has made sure that R > 0.
pub(super) fn value(list: &JudgedList, k: usize) -> f64 {
    list.precision_sum(k) / real(list.n_relevant())
}
