//! `trec:IPrec@r`: the highest precision at recall r or beyond, r = 0.0, 0.1 … 1.0.
//!
//! The highest P@i over ranks i by which ⌊r · R + 0.9⌋ relevant images are found; 0 where the
//! list ends before. The product is computed in floating point as in the original, where
//! 0.7 · 3 + 0.9 falls short of 3: at R = 3 two images are enough for r = 0.7. (Later versions
//! of `trec_eval` round to the nearest instead.)
//!
//! Source: `trec_eval` 9.0, `m_iprec_at_recall.c`.

use super::definition::{Formula, Registered};
use super::sum::{Denominator, Sum, Term, Terms};
use crate::metrics::{JudgedList, Parameter, ParameterKind, Protocol, real};

pub(super) const MEASURES: &[Registered] =
    &[Registered::of(Protocol::Trec, "IPrec", ParameterKind::Recall, &InterpolatedPrecision)
        .with_level()
        .described(
            "The highest precision at that recall or beyond.",
            "trec_eval, m_iprec_at_recall.c",
        )];

pub(in crate::metrics) struct InterpolatedPrecision;

impl Formula for InterpolatedPrecision {
    fn sum<'a>(&'a self, list: &'a JudgedList, parameter: Parameter) -> Sum<impl Terms<'a>> {
        let n_needed = n_needed(list.n_relevant(), parameter);
        let beyond = list.relevant_hits().get(n_needed - 1..).unwrap_or_default();
        let best = beyond.iter().max_by(|a, b| a.precision().total_cmp(&b.precision()));
        let terms = best.into_iter().map(|hit| Term::binary(hit, hit.precision()));
        Sum::new(terms, "the highest precision from that recall on", Denominator::One)
    }
}

/// How many relevant images make up a recall, at least 1. Without a recall, one suffices.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the original's rounding, of a number that is not negative"
)]
fn n_needed(n_relevant: usize, parameter: Parameter) -> usize {
    let Parameter::Recall { tenths } = parameter else { return 1 };
    ((real(tenths) / 10.0 * real(n_relevant) + 0.9) as usize).max(1)
}
