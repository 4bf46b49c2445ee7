//! The hit rate: 1 if any of the first k images is relevant, otherwise 0.
//!
//! Called Recall@K in the image–text literature (`eccv:R@k`, `coco-1k:R@k`, `coco-5k:R@k`,
//! `cxc:R@k`), `Success@k` by `trec_eval` and `HR@k` by ConQA. An empty list gives 0. Ties
//! count in the protocol's order.
//!
//! Sources: `eccv_caption`, `_metrics.py` (Chun et al., "ECCV Caption", ECCV 2022);
//! `trec_eval`, `m_success.c`; ranx, `metrics/hit_rate.py`.

use super::sum::{Denominator, Sum, Term};
use crate::metrics::JudgedList;

pub(super) fn at(list: &JudgedList, k: usize) -> Sum<impl Iterator<Item = Term<'_>>> {
    let first = list.relevant_in_top(k).first();
    let terms = first.into_iter().map(|hit| Term::binary(hit, 1.0));
    Sum::new(terms, "1 for the first relevant image", Denominator::One)
}
