//! The reciprocal rank: 1 / rank of the first relevant image; 0 where none is listed.
//!
//! Ties count in the protocol's order; INQUIRE's own code leaves theirs to an unstable sort.
//! `inquire:RR@k` reads the first k only: the original is handed no more than its 50 images.
//!
//! Sources: `trec_eval`, `m_recip_rank.c`; INQUIRE, `src/metrics.py`; Needle, appendix E.3.

use super::sum::{Denominator, Sum, Term};
use crate::metrics::{JudgedList, real};

pub(super) fn at(list: &JudgedList, k: usize) -> Sum<impl Iterator<Item = Term<'_>>> {
    let first = list.relevant_in_top(k).first();
    let terms = first.into_iter().map(|hit| Term::binary(hit, real(hit.rank).recip()));
    Sum::new(terms, "1 / rank of the first relevant image", Denominator::One)
}
