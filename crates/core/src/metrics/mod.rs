//! How good a ranking is.
//!
//! A [`Measure`] prints and parses under its full name, `protocol:measure`; a [`KnownMeasure`] is one
//! whose parameter is open. The [`Protocol`] fixes the conventions that papers leave open (order of
//! ties, missing queries, short lists), and `formula/` has one file for each formula, with its source
//! and the measures that use it.
//!
//! ```text
//! hits + judgements ─JudgedRanking→ JudgedList ─Measure::value→ value per query ─Mean→ mean, n
//!                                              ─explain→ terms    ─curves, bands→ charts
//! ```
//!
//! Every measure is a sum of terms, one for each relevant hit, over a denominator. [`explain`] shows
//! the terms that [`Measure::value`] adds, [`Fraction`] sets them over the denominator; [`Edits`] changes a ranking to see the effect. COCO 1K
//! judges lists within [`Folds`], `PMRP` on [`plausible_matches`]. [`Measure::expected`] is the value
//! of a random order.

mod counted;
mod curves;
mod discount;
mod explain;
mod finer_scores;
mod fold;
mod formula;
mod fraction;
mod judged_list;
mod judged_ranking;
mod known_measure;
mod mean;
mod measure;
mod measure_name;
mod pair;
mod parameter;
mod plausible_match;
mod protocol;
mod publication;
mod what_if;

pub use counted::Counted;
pub use curves::{
    Band, PrPoint, QUARTILES, bands, interpolated_precision, pr_points, precision_at_ranks,
    precision_envelope, recall_at_ranks,
};
pub use explain::{ExplainedTerm, Explanation, IdealTerm, TieBlock, explain};
pub use finer_scores::FinerScores;
pub use fold::{FoldCaption, Folds};
pub use fraction::{Fraction, Slot, Step};
pub use judged_list::{JudgedList, JudgedShare, RelevantHit};
pub use judged_ranking::JudgedRanking;
pub use known_measure::{KnownMeasure, known_measures};
pub use mean::{Mean, N_SUGGESTED, tag_suggestion_share};
pub use measure::{Measure, N_SHUFFLES};
pub use measure_name::{MeasureError, default_measures, near_measures};
pub use pair::{PairScores, RightPairs};
pub use parameter::ParameterKind;
pub use plausible_match::{ClassVector, are_by_class, plausible_matches};
pub use protocol::{Order, Protocol};
pub use publication::Publication;
pub use what_if::{Edit, EditError, Edits};

use parameter::Parameter;

/// Lists are far shorter than 2⁵³.
fn real(count: usize) -> f64 {
    count as f64
}
