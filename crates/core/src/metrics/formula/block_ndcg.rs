//! `inquire:nDCG@k`: nDCG that gives equal scores the mean gain of their block.
//!
//! The list is cut at k; k is lowered to the number of images given. In scikit-learn each
//! rank of a tie block gains the block's mean relevance; summed over the block, every relevant
//! image has the block's mean discount. The ideal list holds min(N⁺, k) relevant images: those
//! that the list lacks are taken to come after all that were given. An empty list gives 0; NaN
//! scores are one block at the end (scikit-learn raises).
//!
//! Sources: INQUIRE, `src/metrics.py` (Vendrow et al., NeurIPS 2024); scikit-learn,
//! `ndcg_score`, after McSherry and Najork, ECIR 2008.

use super::ndcg::{binary_ideal, over_ideal};
use super::sum::{Sum, Term};
use crate::metrics::{JudgedList, discount::mean_discount};

pub(super) fn at(list: &JudgedList, k: usize) -> Sum<impl Iterator<Item = Term<'_>>> {
    let n_given = list.n_given().min(k);
    let terms = list.relevant_in_top(n_given).iter().map(move |hit| {
        Term::binary(hit, mean_discount(hit.first_tied, hit.last_tied.min(n_given)))
    });
    Sum::new(terms, "mean discount of the tie block", over_ideal(binary_ideal(list, n_given)))
}
