//! R-precision: relevant images among the first R, R being how many there are.
//!
//! `trec:Rprec` and `conqa:R-Precision` divide by R, so that the places that a short list lacks
//! are misses. `eccv:R-Precision` divides by how many images there are among the first R: R, or
//! fewer where the list is shorter, so that a short list is not penalised. An empty list gives
//! 0. Ties count in the protocol's order.
//!
//! Sources: `trec_eval`, `m_Rprec.c`; ranx, `metrics/r_precision.py`; `eccv_caption`,
//! `_metrics.py`, `rprecision`.

use super::sum::{Denominator, Sum, Term};
use crate::metrics::JudgedList;

/// Over R.
pub(super) fn of_all(list: &JudgedList) -> Sum<impl Iterator<Item = Term<'_>>> {
    over(Denominator::Relevant(list.n_relevant()), list)
}

/// Over the images that there are among the first R.
pub(super) fn of_given(list: &JudgedList) -> Sum<impl Iterator<Item = Term<'_>>> {
    let denominator = Denominator::GivenOfTopR { r: list.n_relevant(), n_given: list.n_given() };
    over(denominator, list)
}

fn over(denominator: Denominator, list: &JudgedList) -> Sum<impl Iterator<Item = Term<'_>>> {
    let top = list.relevant_in_top(list.n_relevant());
    let terms = top.iter().map(|hit| Term::binary(hit, 1.0));
    Sum::new(terms, "1 for each relevant image", denominator)
}
