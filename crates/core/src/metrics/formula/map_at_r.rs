//! mAP@R: average precision of the first R images, R being the number of relevant ones.
//!
//! (1/R) · Σ_{r ≤ R} rel_r · P@r. A list shorter than R counts the missing places as misses
//! (the original raises an error); an empty list has value 0. Ties count in the order given.
//!
//! Sources: Musgrave et al., "A Metric Learning Reality Check", ECCV 2020; `eccv_caption`,
//! `_metrics.py`.

use super::average_precision::precision_at_relevant;
use super::definition::{Formula, Registered};
use super::random_order::RandomOrder;
use super::sum::{Denominator, Sum, Terms};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol, Publication};

pub(super) const MEASURES: &[Registered] =
    &[Registered::of(Protocol::Eccv, "mAP@R", ParameterKind::None, &MapAtR)
        .described(
            "Precision at each relevant image among the first R, summed and divided by R, the \
            number of relevant images.",
            "Musgrave et al., ECCV 2020; eccv_caption, _metrics.py",
        )
        .citing(&[Publication::MusgraveEtAl2020])];

struct MapAtR;

impl Formula for MapAtR {
    fn sum<'a>(&'a self, list: &'a JudgedList, _: Parameter) -> Sum<impl Terms<'a>> {
        let r = list.n_relevant();
        precision_at_relevant(list, r, Denominator::Relevant(r))
    }

    fn depth(&self, _: Parameter, n_relevant: usize) -> usize {
        n_relevant
    }

    fn expected_sum(&self, list: &JudgedList, _: Parameter) -> Option<f64> {
        Some(RandomOrder::of(list).precision_at_relevant(list.n_relevant()))
    }
}
