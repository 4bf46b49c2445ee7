//! `eccv:R@K`, also called Recall@K in the image–text literature: a hit rate.
//!
//! 1 if any of the first K images is relevant, otherwise 0. An empty list gives 0.
//! Source: `eccv_caption`, Chun et al., "ECCV Caption", ECCV 2022, section 2.

use super::JudgedList;

/// The value for one query.
pub(super) fn value(list: &JudgedList, k: usize) -> f64 {
    if list.n_relevant_in_top(k) > 0 { 1.0 } else { 0.0 }
}
