//! `inquire:AP@k`: average precision that takes equal scores as one block.
//!
//! The list is cut at k; k is lowered to the number of images given. With N⁺ the relevant
//! images in the corpus, AP@k = skAP · Σ rel / min(N⁺, k), where scikit-learn's skAP is
//! Σ (recall step) · (precision at the block's end). So every relevant image counts with the
//! precision at the last rank that shares its score: (1/min(N⁺, k)) · Σ rel_r · P@end(r). An
//! empty list gives 0; NaN scores are one block at the end (scikit-learn raises).
//!
//! Sources: INQUIRE, `src/metrics.py` (Vendrow et al., NeurIPS 2024); scikit-learn,
//! `average_precision_score`.

use super::sum::{Denominator, Sum, Term};
use crate::metrics::{JudgedList, real};

pub(super) fn at(list: &JudgedList, k: usize) -> Sum<impl Iterator<Item = Term<'_>>> {
    let n_given = list.n_given().min(k);
    let terms = list.relevant_in_top(n_given).iter().map(move |hit| {
        let end = hit.last_tied.min(n_given);
        Term::binary(hit, real(list.n_relevant_in_top(end)) / real(end))
    });
    let n_relevant = list.n_relevant();
    let denominator = Denominator::RelevantOrGiven { n_relevant, n_given };
    Sum::new(terms, "precision at the end of the tie block", denominator)
}
