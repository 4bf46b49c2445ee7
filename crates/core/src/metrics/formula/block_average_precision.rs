//! `inquire:AP@k`: average precision that treats equal scores as one block.
//!
//! The list is cut at k; k is lowered to the number of images given. With N⁺ the number of
//! relevant images in the corpus, AP@k = skAP · Σ rel / min(N⁺, k), where scikit-learn's skAP is
//! Σ (recall step) · (precision at the block's end). So every relevant image counts with the
//! precision at the last rank that shares its score: (1/min(N⁺, k)) · Σ rel_r · P@end(r). An
//! empty list has value 0; NaN scores are one block at the end (scikit-learn raises an error).
//!
//! Sources: INQUIRE, `src/metrics.py` (Vendrow et al., NeurIPS 2024); scikit-learn,
//! `average_precision_score`.

use super::definition::{Formula, Registered};
use super::random_order::RandomOrder;
use super::sum::{Denominator, Sum, Term, Terms};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol, Publication, real};

pub(super) const MEASURES: &[Registered] =
    &[Registered::of(Protocol::Inquire, "AP", ParameterKind::Cutoff, &BlockAveragePrecision)
        .described(
            "Precision at each relevant image {top}, equal scores as one block, over min(N⁺, k), \
            N⁺ being the relevant images in the corpus.",
            "INQUIRE, src/metrics.py; scikit-learn, average_precision_score",
        )
        .citing(&[Publication::ScikitLearn2011])];

struct BlockAveragePrecision;

impl Formula for BlockAveragePrecision {
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        let n_given = list.n_given().min(parameter.cutoff());
        let terms = list.relevant_in_top(n_given).iter().map(move |hit| {
            let end = hit.last_tied.min(n_given);
            Term::binary(hit, real(list.n_relevant_in_top(end)) / real(end))
        });
        let n_relevant = list.n_relevant();
        let denominator = Denominator::RelevantOrGiven { n_relevant, n_given };
        Sum::new(terms, "precision at the end of the tie block", denominator)
    }

    fn tie_rule(&self) -> Option<&'static str> {
        Some("one block: each relevant image counts with the precision at the block's end")
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        Some(RandomOrder::of(list).precision_at_relevant(parameter.cutoff()))
    }
}
