//! `inquire:nDCG@k`: nDCG that gives equal scores the mean gain of their block.
//!
//! The list is cut at k; k is lowered to the number of images given. In scikit-learn each
//! rank of a tie block gains the block's mean relevance; summed over the block, every relevant
//! image has the block's mean discount. The ideal list has min(N⁺, k) relevant images: those
//! that the list lacks rank below all that were given. An empty list has value 0; NaN scores are
//! one block at the end (scikit-learn raises an error).
//!
//! Sources: INQUIRE, `src/metrics.py` (Vendrow et al., NeurIPS 2024); scikit-learn,
//! `ndcg_score`, after McSherry and Najork, ECIR 2008.

use super::definition::{Formula, Registered};
use super::ndcg::over_ideal;
use super::random_order::RandomOrder;
use super::sum::{Sum, Term, Terms};
use crate::metrics::{
    JudgedList, Parameter, ParameterKind, Protocol, Publication, discount::mean_discount, real,
};

pub(super) const MEASURES: &[Registered] =
    &[Registered::of(Protocol::Inquire, "nDCG", ParameterKind::Cutoff, &BlockNdcg)
        .described(
            "Discounted gain of the images {top}, averaged over equal scores, over that of an \
            ideal list.",
            "INQUIRE, src/metrics.py; scikit-learn, ndcg_score",
        )
        .citing(&[
            Publication::JarvelinKekalainen2002,
            Publication::McSherryNajork2008,
            Publication::ScikitLearn2011,
        ])];

struct BlockNdcg;

impl Formula for BlockNdcg {
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        let n_given = list.n_given().min(parameter.cutoff());
        let terms = list.relevant_in_top(n_given).iter().map(move |hit| {
            Term::binary(hit, mean_discount(hit.first_tied, hit.last_tied.min(n_given)))
        });
        let denominator = over_ideal(ideal(list, parameter));
        Sum::new(terms, "mean discount of the tie block", denominator)
    }

    fn ideal_gains(&self, list: &JudgedList, parameter: Parameter) -> Vec<f64> {
        ideal(list, parameter).collect()
    }

    fn tie_rule(&self) -> Option<&'static str> {
        Some("one block: each relevant image has the mean discount of the block's ranks")
    }

    fn expected_sum(&self, list: &JudgedList, parameter: Parameter) -> Option<f64> {
        let gain = real(list.relevant_hits().len());
        Some(RandomOrder::of(list).discounted_gain(gain, parameter.cutoff()))
    }
}

/// The gain at each rank of the ideal list: 1 for every relevant image.
fn ideal(list: &JudgedList, parameter: Parameter) -> impl Iterator<Item = f64> {
    list.ideal().iter().take(list.n_given().min(parameter.cutoff())).map(|_| 1.0)
}
