//! `eccv:mAP@R`.
//!
//! (1/R) · Σ_{r ≤ R} rel_r · P@r, where R is the query's number of relevant images. A list
//! shorter than R counts the missing places as misses (the original raises an error).
//! Source: Musgrave et al., "A Metric Learning Reality Check", ECCV 2020; `eccv_caption`.

use super::{JudgedList, judged_list::real};

/// The value for one query; the caller has made sure that R > 0.
pub(super) fn value(list: &JudgedList) -> f64 {
    let n_relevant = list.n_relevant();
    list.precision_sum(n_relevant) / real(n_relevant)
}
