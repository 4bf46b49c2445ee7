//! The hit rate: 1 if any of the first k images is relevant, otherwise 0.
//!
//! Called Recall@K in the image–text literature (`eccv:R@k`, `coco-1k:R@k`, `coco-5k:R@k`,
//! `cxc:R@k`), `Success@k` by `trec_eval` and `HR@k` by ConQA. An empty list has value 0. Ties
//! count in the protocol's order.
//!
//! Sources: `eccv_caption`, `_metrics.py` (Chun et al., "ECCV Caption", ECCV 2022);
//! `trec_eval`, `m_success.c`; ranx, `metrics/hit_rate.py`.

use super::definition::{Formula, Registered};
use super::random_order::RandomOrder;
use super::sum::{Denominator, Sum, Term, Terms};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol, Publication};

const WORDS: &str = "Share of queries with a relevant image {top}.";

pub(super) const MEASURES: &[Registered] = &[
    hit_rate(Protocol::Trec, "Success").with_level().described(WORDS, "trec_eval, m_success.c"),
    hit_rate(Protocol::Eccv, "R").described(WORDS, "eccv_caption, _metrics.py"),
    hit_rate(Protocol::Coco1k, "R").described(
        "Share of queries with a relevant image {top} of their fold, a fifth of the gallery.",
        "eccv_caption, compute_coco1k_r_at_k",
    ),
    hit_rate(Protocol::Coco5k, "R").described(WORDS, "eccv_caption, compute_r_at_k"),
    hit_rate(Protocol::Cxc, "R")
        .described(WORDS, "Parekh et al., EACL 2021; eccv_caption, _metrics.py"),
    hit_rate(Protocol::Conqa, "HR")
        .described(WORDS, "ranx, metrics/hit_rate.py")
        .citing(&[Publication::Ranx2022]),
];

const fn hit_rate(protocol: Protocol, name: &'static str) -> Registered {
    Registered::of(protocol, name, ParameterKind::Cutoff, &HitRate)
}

struct HitRate;

impl Formula for HitRate {
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        let first = list.relevant_in_top(parameter.cutoff()).first();
        let terms = first.into_iter().map(|hit| Term::binary(hit, 1.0));
        Sum::new(terms, "1 for the first relevant image", Denominator::One)
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        Some(RandomOrder::of(list).any_in_top(parameter.cutoff()))
    }
}
