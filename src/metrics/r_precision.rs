//! `eccv:R-Precision`.
//!
//! Relevant images among the first R, divided by how many images there are among them: R,
//! or fewer where the list is shorter, so that a short list is not penalised. An empty list
//! gives 0. (`trec:Rprec` always divides by R.) Source: `eccv_caption`.

use super::{JudgedList, judged_list::real};

/// The value for one query.
pub(super) fn value(list: &JudgedList) -> f64 {
    let n_relevant = list.n_relevant();
    let n_retrieved = list.grades().len().min(n_relevant);
    if n_retrieved == 0 {
        return 0.0;
    }
    real(list.n_relevant_in_top(n_relevant)) / real(n_retrieved)
}
