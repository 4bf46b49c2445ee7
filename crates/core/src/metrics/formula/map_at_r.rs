//! mAP@R: average precision of the first R images, R being the query's number of relevant ones.
//!
//! (1/R) · Σ_{r ≤ R} rel_r · P@r. A list shorter than R counts the missing places as misses
//! (the original raises an error); an empty list gives 0. The order as given.
//!
//! Sources: Musgrave et al., "A Metric Learning Reality Check", ECCV 2020; `eccv_caption`,
//! `_metrics.py`.

use super::average_precision;
use super::sum::{Sum, Term};
use crate::metrics::JudgedList;

pub(super) fn at_r(list: &JudgedList) -> Sum<impl Iterator<Item = Term<'_>>> {
    average_precision::of_all(list, list.n_relevant())
}
